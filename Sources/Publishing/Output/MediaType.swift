/// Media types by extension (RFC 6838 and the types' own specifications).
enum MediaType {
    static func of(_ path: String) -> String {
        let name = splitPath(path).name
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        switch suffix {
        case "html", "htm": return "text/html; charset=utf-8"
        case "css": return "text/css; charset=utf-8"
        case "js", "mjs": return "text/javascript; charset=utf-8"
        case "json": return "application/json"
        case "webmanifest": return "application/manifest+json"
        case "md", "markdown": return "text/markdown; charset=utf-8"
        case "txt", "log", "yml", "yaml", "toml": return "text/plain; charset=utf-8"
        case "csv": return "text/csv; charset=utf-8"
        case "tsv": return "text/tab-separated-values; charset=utf-8"
        case "xml" where name == "sitemap.xml" || name.hasPrefix("sitemap-"): return "application/xml"
        case "xml": return "application/atom+xml"
        case "dzi": return "application/xml"
        case "link": return "application/link-format"
        case "svg": return "image/svg+xml"
        case "png": return "image/png"
        case "jpg", "jpeg": return "image/jpeg"
        case "gif": return "image/gif"
        case "webp": return "image/webp"
        case "avif": return "image/avif"
        case "bmp": return "image/bmp"
        case "ico": return "image/vnd.microsoft.icon"
        case "woff2": return "font/woff2"
        case "pdf": return "application/pdf"
        case "mp3": return "audio/mpeg"
        case "ogg", "oga", "opus": return "audio/ogg"
        case "wav": return "audio/wav"
        case "m4a": return "audio/mp4"
        case "flac": return "audio/flac"
        case "mp4", "m4v": return "video/mp4"
        case "webm": return "video/webm"
        case "ogv": return "video/ogg"
        case "mov": return "video/quicktime"
        case "zip": return "application/zip"
        case "epub": return "application/epub+zip"
        default: return "application/octet-stream"
        }
    }
}
