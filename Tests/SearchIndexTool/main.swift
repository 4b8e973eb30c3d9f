// Makes a search index of pages given as JSON Lines, for the end-to-end tests and for measuring:
//
//     search-index OUT [JOBS] < pages.jsonl
//
// A line is {"address", "title", "aliases", "type", "domain", "tags", "sections": [{"heading", "id", "text"}]}. The index goes below OUT;
// what it took is printed as one line of JSON.
import Foundation
import Search
import Site
import Snapshot

struct Line: Decodable {
    struct Section: Decodable {
        var heading: String
        var id: String
        var text: String
    }

    var address: String
    var title: String
    var aliases: [String]?
    var type: String?
    var domain: String?
    var tags: [String]?
    var sections: [Section]

    func input(page: Int) -> SearchInput {
        var text: [UInt8] = []
        let sections = self.sections.map { section in
            text += Array(section.text.utf8)
            return SearchInput.Section(heading: section.heading, id: section.id, end: text.count)
        }
        return SearchInput(
            page: page, address: address, title: title, aliases: aliases ?? [], type: type, domain: domain, tags: tags ?? [], text: text,
            sections: sections)
    }
}

struct Report: Encodable {
    var pages: Int
    var textBytes: Int
    var indexBytes: Int
    var files: Int
    var addCPU: Double
    var finishCPU: Double
    /// Of the pages' digests as a file, and of taking them out of it again.
    var digestBytes: Int
    var encodeCPU: Double
    var decodeCPU: Double
}

func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

func run() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
        print("usage: search-index OUT [JOBS] < pages.jsonl")
        exit(64)
    }
    let jobs = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
    let lines = FileHandle.standardInput.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    let inputs = try lines.enumerated().map { try JSONDecoder().decode(Line.self, from: $1).input(page: $0) }
    let builder = SearchIndexBuilder()
    let start = cpu()
    _ = parallelMap(inputs.count, jobs: jobs) { builder.add(inputs[$0]) }
    let added = cpu()
    let digests = try builder.encoded()
    let encoded = cpu()
    try SearchIndexBuilder().add(try DigestFile(digests))
    let decoded = cpu()
    let artifacts = builder.artifacts(jobs: jobs)
    let end = cpu()
    var bytes = 0
    for artifact in artifacts {
        let content: [UInt8]
        switch artifact.content {
        case .bytes(let bytes): content = bytes
        case .rendered(let make): content = try make().bytes
        default: continue
        }
        let file = URL(fileURLWithPath: arguments[1]).appendingPathComponent(artifact.path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
        bytes += content.count
    }
    let report = Report(
        pages: inputs.count, textBytes: inputs.reduce(0) { $0 + $1.text.count }, indexBytes: bytes, files: artifacts.count,
        addCPU: added - start, finishCPU: end - decoded, digestBytes: digests.count, encodeCPU: encoded - added,
        decodeCPU: decoded - encoded)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
}

try run()
