/// Which files of a vault without a server are its pages and its attachments.
///
/// A Synapse vault keeps pages below `wiki/` and sources below `raw/sources/`; in any other every Markdown file is a page, and what
/// Obsidian shows in a page is an attachment. Names that begin with a dot are an editor's own.
struct LocalLayout {
    private(set) var pages: [String] = []
    private(set) var attachments: [String] = []
    /// Files of other kinds.
    private(set) var others = 0

    init(_ paths: [String]) {
        let visible = paths.filter { !Self.isHidden($0) }
        let isSynapse = visible.contains { $0.hasPrefix("wiki/") && Self.isMarkdown($0) }
        for path in visible.sorted(by: VaultPath.precedes) {
            if isSynapse, path.hasPrefix(VaultPath.sourcesFolder) {
                attachments.append(path)
            } else if isSynapse ? path.hasPrefix("wiki/") && Self.isMarkdown(path) : Self.isMarkdown(path) {
                pages.append(path)
            } else if !Self.isMarkdown(path), Self.kinds.contains(Self.suffix(path)) {
                attachments.append(path)
            } else if !isSynapse || !["purpose.md", "schema.md"].contains(path) {
                others += 1
            }
        }
    }

    /// https://help.obsidian.md/file-formats, and plain text.
    private static let kinds: Set<String> = [
        "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "flac", "m4a", "mp3", "ogg", "wav", "webm", "3gp", "mkv", "mov", "mp4",
        "ogv", "pdf", "txt", "csv",
    ]

    static func isMarkdown(_ path: String) -> Bool { suffix(path) == "md" }

    private static func suffix(_ path: String) -> String {
        let name = FileSystem.name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    static func isHidden(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: ".") || path.contains("/.") || path.hasPrefix("__MACOSX/")
    }

    /// The folder in which a ZIP has everything, with its slash, where there is one and it is not the vault's own.
    static func commonFolder(_ paths: [String]) -> String {
        let seen = paths.filter { !isHidden($0) && VaultPath.isSafe($0) }
        guard let first = seen.first, let slash = first.firstIndex(of: "/") else { return "" }
        let folder = String(first[...slash])
        guard folder != "wiki/", folder != "raw/", seen.allSatisfy({ $0.hasPrefix(folder) }) else { return "" }
        return folder
    }
}
