import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/publishing-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Every file below `name` with its text; paths from there.
    func contents(of name: String) throws -> [String: String] {
        let root = URL(fileURLWithPath: self(name)).standardizedFileURL
        var found: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.path + "/" + path, isDirectory: &isFolder)
            if !isFolder.boolValue {
                found[path] = String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
            }
        }
        return found
    }

    /// Names at the top, hidden ones included, sorted.
    func names(of name: String = "") throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted() }
}
