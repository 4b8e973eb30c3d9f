import Foundation
import Snapshot

/// Markdown of vaults: the sample always, real ones where the shared recordings are beside the checkout.
enum Vaults {
    struct Page: Sendable {
        var name: String
        /// Without frontmatter.
        var body: [UInt8]
        var bodyLine: Int
    }

    static let all: [Page] = sample + recordings.flatMap(unzip)

    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func fixture(_ path: String) -> String { checkout.appending(path: "Tests/Fixtures/\(path)").path }

    /// The sample vault, which is always there.
    static let sample: [Page] = read(checkout.appending(path: "Examples/homelab/vault"))

    private static let recordings: [URL] = {
        let given = ProcessInfo.processInfo.environment["SYNAPSE_SHARED"].map { URL(filePath: $0) }
        let vaults = (given ?? checkout.deletingLastPathComponent().appending(path: "shared")).appending(path: "vaults")
        return ["homelab/vault.zip", "rustacean/export.zip", "steuerrecht/export.zip"].map { vaults.appending(path: $0) }.filter {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }()

    private static func read(_ folder: URL) -> [Page] {
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path).map { page(name, [UInt8]($0)) }
        }
    }

    private static func unzip(_ archive: URL) -> [Page] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "markdown-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let unzip = Process()
        unzip.executableURL = URL(filePath: "/usr/bin/unzip")
        unzip.arguments = ["-q", "-o", archive.path, "*.md", "-d", folder.path]
        guard (try? unzip.run()) != nil else { return [] }
        unzip.waitUntilExit()
        return read(folder)
    }

    private static func page(_ name: String, _ bytes: [UInt8]) -> Page {
        let text = pageText(bytes)
        let front = Frontmatter(of: text)
        return Page(name: name, body: Array(text[front.bodyOffset...]), bodyLine: front.bodyLine)
    }
}

/// Sends pages through cmark's own renderer.
enum Reference {
    static func html(_ pages: [[UInt8]]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cmark-reference")
        if !FileManager.default.fileExists(atPath: process.executableURL?.path ?? "") {
            process.executableURL = builtProducts.appending(path: "cmark-reference")
        }
        let input = FileManager.default.temporaryDirectory.appending(path: "cmark-reference-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: input) }
        var data = Data()
        for page in pages { data.append(contentsOf: Array("\(page.count)\n".utf8) + page) }
        try data.write(to: input)
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = output
        try process.run()
        let html = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return split(html)
    }

    private static let builtProducts = Bundle.main.bundleURL

    private static func split(_ bytes: [UInt8]) -> [String] {
        var pages: [String] = []
        var at = 0
        while at < bytes.count, let newline = bytes[at...].firstIndex(of: 0x0A),
            let length = Int(String(decoding: bytes[at..<newline], as: UTF8.self))
        {
            pages.append(String(decoding: bytes[newline + 1..<newline + 1 + length], as: UTF8.self))
            at = newline + 1 + length
        }
        return pages
    }
}
