public import Foundation

/// One night of the sample vault as the real server answered, from `Tests/Fixtures/homelab`.
public struct Recording: Sendable {
    public let folder: URL

    public static let night1 = Recording(folder: Repository.root.appending(path: "Tests/Fixtures/homelab/night1"))
    public static let night2 = Recording(folder: Repository.root.appending(path: "Tests/Fixtures/homelab/night2"))

    public func bytes(_ name: String) -> [UInt8]? { (try? Data(contentsOf: folder.appending(path: name))).map(Array.init) }

    private static let files = [
        "/status": "status.json", "/export/data.json": "export-data.json", "/graph": "graph.json", "/sources": "sources.json",
        "/projects": "projects.json", "/review/queue": "review-queue.json", "/lint/findings": "lint-findings.json",
    ]

    /// What the server said to this request; the token is not looked at.
    public func answer(_ request: Request) -> Response {
        if let file = Self.files[request.path], let body = bytes(file) { return .json(body) }
        if request.path == "/pages" {
            return bytes(request.query["limit"] == "1" ? "pages-limit-1.json" : "pages.json").map { .json($0) } ?? .notFound
        }
        if request.path == "/export", let body = bytes("export.zip") {
            return Response(headers: ["Content-Type": "application/zip"], body: body)
        }
        if request.path == "/sources/raw", let name = request.query["path"], let body = bytes("raw/\(name)") {
            return Response(headers: ["Content-Type": "application/octet-stream"], body: body)
        }
        let parts = request.path.split(separator: "/")
        if parts.count == 3, parts[0] == "pages", parts[2] == "content", let body = bytes("contents/\(parts[1]).json") {
            return .json(body)
        }
        return .notFound
    }
}

/// Where this checkout is.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// A folder that is gone when this object is.
public final class TemporaryFolder: Sendable {
    public let url: URL
    public var path: String { url.path }

    /// In memory where the system offers it: a pull syncs its file system, and the disk is shared with everybody else.
    public init() throws {
        let memory = "/dev/shm"
        let base = FileManager.default.isWritableFile(atPath: memory) ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        url = base.appending(path: "synapse-publish-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Every file below a folder, by its path within it.
public func tree(_ folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    guard let walker = FileManager.default.enumerator(atPath: folder) else { return [:] }
    while let name = walker.nextObject() as? String {
        if walker.fileAttributes?[.type] as? FileAttributeType == .typeRegular,
            let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
        {
            files[name] = Array(data)
        }
    }
    return files
}

/// Writes a file and what folders it needs; a test that cannot write cannot go on.
public func put(_ text: String, at path: String) { put(Array(text.utf8), at: path) }

public func put(_ bytes: [UInt8], at path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    precondition(FileManager.default.createFile(atPath: path, contents: Data(bytes)), "cannot write \(path)")
}
