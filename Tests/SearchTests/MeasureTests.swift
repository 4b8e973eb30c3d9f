import Foundation
import Search
import Site
import Testing

/// Measures, and writes an index where it is asked for: SEARCH_VAULT a folder of Markdown, SEARCH_OUT where the site's files go, SEARCH_JOBS threads.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["SEARCH_VAULT"] != nil))
struct MeasureTests {
    @Test func measure() throws {
        let environment = ProcessInfo.processInfo.environment
        let jobs = Int(environment["SEARCH_JOBS"] ?? "") ?? 1
        let inputs = VaultFolder.inputs(of: environment["SEARCH_VAULT"] ?? "")
        let text = inputs.reduce(0) { $0 + $1.text.count }
        let builder = SearchIndexBuilder()
        let start = cpu()
        _ = parallelMap(inputs.count, jobs: jobs) { builder.add(inputs[$0]) }
        let added = cpu()
        let files = builder.artifacts(jobs: jobs)
        let end = cpu()
        var sizes: [String: (files: Int, bytes: Int)] = [:]
        for case let (path, .bytes(bytes)) in files.map({ ($0.path, $0.content) }) {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let kind = String(name.prefix { !$0.isNumber })
            sizes[kind, default: (0, 0)].files += 1
            sizes[kind, default: (0, 0)].bytes += bytes.count
            if let out = environment["SEARCH_OUT"] {
                let url = URL(fileURLWithPath: out + "/" + path)
                try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: url)
            }
        }
        if let out = environment["SEARCH_OUT"] {
            let pages = inputs.map { ["address": $0.address, "title": $0.title, "type": $0.type ?? "", "domain": $0.domain ?? ""] }
            try JSONSerialization.data(withJSONObject: pages, options: [.sortedKeys]).write(to: URL(fileURLWithPath: out + "/pages.json"))
        }
        let total = sizes.values.reduce(0) { $0 + $1.bytes }
        print("pages \(inputs.count) text \(text) index \(total) = \(100 * total / max(1, text)) % of text")
        for (kind, size) in sizes.sorted(by: { $0.key < $1.key }) { print("  \(kind): \(size.files) files, \(size.bytes) bytes") }
        print("CPU add \(added - start) finish \(end - added) together \(end - start) s")
        #expect(files.count > 3)
    }

    private func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
