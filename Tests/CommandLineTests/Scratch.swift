import Foundation

/// A folder that goes with the test.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/command-line-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func names(of name: String = "") -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: self(name))) ?? []).sorted() }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: self(name))) }

    /// Every file of a folder with its bytes.
    func contents(of name: String) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: self(name)) {
            if let bytes = try? bytes("\(name)/\(path)") { found[path] = bytes }
        }
        return found
    }
}

/// The checkout that these tests belong to.
let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
