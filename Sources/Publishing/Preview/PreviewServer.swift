import CSystem
import Foundation
import HTTPServer
import Packing
import Synchronization
import Theme

/// Answers requests from the newest site.
final class PreviewServer: Sendable {
    let reload = LiveReload()
    private let content: Mutex<any PreviewContent>
    private let script: [UInt8]
    /// Names by which this machine may be asked; nil where it listens to others, whose names for it are not known.
    private let hosts: Set<String>?

    init(_ content: any PreviewContent, theme: Theme, isLoopback: Bool) {
        self.content = Mutex(content)
        script = LiveReload.script(theme)
        hosts = isLoopback ? ["localhost", "127.0.0.1", "[::1]"] : nil
    }

    func show(_ site: any PreviewContent) {
        content.withLock { $0 = site }
        reload.tellNewSite()
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        // Another site's page may have its own name lead here (DNS rebinding) and would then read what is only for this machine.
        if let hosts, !hosts.contains(Self.name(request.headers["host"] ?? "")) {
            return text(421, "This preview answers to localhost and 127.0.0.1 only.\n")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return text(405, "Only GET and HEAD are answered.\n", [("Allow", "GET, HEAD")])
        }
        if request.path == LiveReload.scriptPath { return own(script, "text/javascript; charset=utf-8") }
        if request.path.hasPrefix(LiveReload.changesPrefix) {
            let known = Int(request.path.dropFirst(LiveReload.changesPrefix.count)) ?? -1
            return own(LiveReload.json(reload.wait(for: known, seconds: 25)), "application/json")
        }
        do {
            return try site(request)
        } catch {
            return failure(error)
        }
    }

    /// Without the port.
    private static func name(_ host: String) -> String {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map { host.index(after: $0) } : host.lastIndex(of: ":")
        return host[..<(end ?? host.endIndex)].lowercased()
    }

    private func site(_ request: HTTPRequest) throws -> HTTPResponse {
        let version = reload.current.version
        let content = content.withLock { $0 }
        guard case .inside(let path) = PreviewPath(request.path) else { return try notFound(content, version) }
        let wanted = path.isEmpty || path.hasSuffix("/") ? path + "index.html" : path
        if let (coding, file) = try packed(wanted, content, request) { return try send(file, wanted, request, version, coding) }
        if let file = try content.file(wanted) { return try send(file, wanted, request, version) }
        // A folder without its slash: links in it would lead one too high.
        if !path.isEmpty, !path.hasSuffix("/"), let index = try content.file(path + "/index.html") {
            if case .open(let descriptor, _, _) = index { close(descriptor) }
            return text(301, "", [("Location", request.path + "/")])
        }
        return try notFound(content, version)
    }

    /// A file that lies packed beside its original, in a coding that the browser takes. Documents are given their script unpacked.
    private func packed(
        _ path: String, _ content: any PreviewContent, _ request: HTTPRequest
    ) throws -> (coding: ContentCoding, file: PreviewFile)? {
        guard content.isPacked, request.headers["range"] == nil, !MediaType.of(path).hasPrefix("text/html") else { return nil }
        let accepted = (request.headers["accept-encoding"] ?? "").split(separator: ",").map { part in
            part.filter { $0 != " " }.lowercased().split(separator: ";")
        }
        for coding in [ContentCoding.brotli, .gzip]
        where accepted.contains(where: { $0.first.map(String.init) == coding.token && !["q=0", "q=0.0"].contains($0.last) }) {
            if let file = try content.file(path + coding.suffix) { return (coding, file) }
        }
        return nil
    }

    private func notFound(_ content: any PreviewContent, _ version: Int) throws -> HTTPResponse {
        guard let file = try content.file("404.html") else { return text(404, "There is no such file in this site.\n") }
        let html = LiveReload.adding(version: version, to: try bytes(of: file))
        return HTTPResponse(404, Self.always + [("Content-Type", MediaType.of("404.html")), ("Cache-Control", "no-store")], .bytes(html))
    }

    private func bytes(of file: PreviewFile) throws -> [UInt8] {
        switch file {
        case .bytes(let bytes): return bytes
        case .open(let descriptor, let size, _):
            let handle = Descriptor(owning: descriptor)
            return try readAll(handle.raw, size)
        }
    }

    private func readAll(_ descriptor: Int32, _ size: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var at = 0
        while at < size {
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress?.advanced(by: at), size - at, off_t(at)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PublishingError(.inputOutput, failed: "cannot read a file of the site", at: "") }
            at += count
        }
        return bytes
    }

    private func send(
        _ file: PreviewFile, _ path: String, _ request: HTTPRequest, _ version: Int, _ coding: ContentCoding? = nil
    ) throws -> HTTPResponse {
        let type = MediaType.of(path)
        var file = file
        if type.hasPrefix("text/html") { file = .bytes(LiveReload.adding(version: version, to: try bytes(of: file))) }
        let (size, tag) = Self.facts(of: file)
        var headers = Self.always + [("Content-Type", type), ("Cache-Control", "no-cache"), ("Accept-Ranges", "bytes"), ("ETag", tag)]
        if let coding { headers += [("Content-Encoding", coding.token), ("Vary", "Accept-Encoding")] }
        if Self.matches(request.headers["if-none-match"], tag) {
            drop(file)
            return HTTPResponse(304, headers)
        }
        let condition = request.headers["if-range"]
        let range = condition == nil || condition == tag ? ByteRange(request.headers["range"], size: size) : .whole
        switch range {
        case .whole: return HTTPResponse(200, headers, body(file, 0..<size))
        case .part(let part):
            headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
            return HTTPResponse(206, headers, body(file, part))
        case .unsatisfiable:
            drop(file)
            return text(416, "", [("Content-Range", "bytes */\(size)")])
        }
    }

    private func body(_ file: PreviewFile, _ part: Range<Int>) -> HTTPResponse.Body {
        switch file {
        case .bytes(let bytes): .bytes(part.count == bytes.count ? bytes : Array(bytes[part]))
        case .open(let descriptor, _, _): .file(descriptor: descriptor, offset: part.lowerBound, count: part.count)
        }
    }

    private func drop(_ file: PreviewFile) { if case .open(let descriptor, _, _) = file { close(descriptor) } }

    /// Size and a strong validator (RFC 9110, section 8.8.3).
    private static func facts(of file: PreviewFile) -> (size: Int, tag: String) {
        switch file {
        case .bytes(let bytes):
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return (bytes.count, "\"\(String(hash, radix: 36))-\(String(bytes.count, radix: 36))\"")
        case .open(_, let size, let tag): return (size, "\"\(tag)\"")
        }
    }

    /// A list of tags or `*`; weak ones count as well for a GET (section 13.1.2).
    private static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let one = part.trimmingCharacters(in: .whitespaces)
            return one == "*" || one == tag || one == "W/" + tag
        }
    }

    private func own(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        HTTPResponse(200, Self.always + [("Content-Type", type), ("Cache-Control", "no-store")], .bytes(bytes))
    }

    private func text(_ status: Int, _ text: String, _ headers: [(name: String, value: String)] = []) -> HTTPResponse {
        HTTPResponse(status, Self.always + [("Content-Type", "text/plain; charset=utf-8")] + headers, .bytes(Array(text.utf8)))
    }

    private func failure(_ error: any Error) -> HTTPResponse {
        text(500, "This file could not be made: \(error)\n")
    }

    /// No other site may frame or load anything from here.
    private static let always: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Content-Security-Policy", "frame-ancestors 'self'"),
    ]
}
