// Draws a graph of the flat form that floor_graph reads, and prints what it took, as JSON. Reading the graph is not counted, as there.
//
//     poster-bench FLAT TOKENS png|svg|names [OUT]

import Foundation
import Graph
import Site
import Theme

/// Numbers of a text file, one after the other.
struct Numbers {
    private let bytes: [UInt8]
    private var at = 0

    init(_ path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    mutating func next() -> Double {
        while at < bytes.count, bytes[at] <= 32 { at += 1 }
        let start = at
        while at < bytes.count, bytes[at] > 32 { at += 1 }
        return Double(String(decoding: bytes[start..<at], as: UTF8.self)) ?? .nan
    }
}

/// A vault with made-up titles: one to five words, as real ones have.
func readSite(_ path: String) throws -> Site {
    var numbers = try Numbers(path)
    let (count, edgeCount) = (Int(numbers.next()), Int(numbers.next()))
    let words = [
        "Snapshot", "pool", "backup", "policy", "restore", "latency", "Retention", "of", "mirror", "Vector", "search", "schedule", "token",
    ]
    let types = ["concept", "entity", "source", "synthesis", "comparison", "query"]
    var pages: [Page] = []
    var nodes: [SiteGraph.Node] = []
    for index in 0..<count {
        let (x, y, size) = (numbers.next(), numbers.next(), numbers.next())
        let title = (0...index % 5).map { words[(index / ($0 + 1) + $0 * 7) % words.count] }.joined(separator: " ")
        let type = types[index % types.count]
        pages.append(Page(id: "\(index)", path: "wiki/\(index).md", address: "\(index).html", title: "\(title) \(index)", type: type))
        nodes.append(.init(page: index, title: "\(title) \(index)", type: type, x: x, y: y, size: size, degree: 0, community: index % 24))
    }
    let edges = (0..<edgeCount).map { index in
        let (a, b) = (Int32(numbers.next()), Int32(numbers.next()))
        return SiteGraph.Edge(source: min(a, b), target: max(a, b), weight: Double(index % 9), kind: index % 7 == 0 ? "source" : "link")
    }
    let labels = Dictionary(uniqueKeysWithValues: (0..<24).map { ($0, "Community number \($0)") })
    let info = SiteInfo(title: "Benchmark", vault: "bench", dataVersion: 1)
    return Site(info: info, pages: pages, graph: SiteGraph(nodes: nodes, edges: edges, labels: labels))
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
    print("usage: poster-bench FLAT TOKENS png|svg|names [OUT]")
    exit(64)
}
let site = try readSite(arguments[1])
let theme = try Theme(tokens: [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[2]))))
var request = PosterRequest(tiers: [.detail], appearances: [.light], width: 4096, height: 4096, dpi: 192, folder: "")
// Without a format only the places of everything, and so of all names, are worked out.
request.formats = PosterFormat(rawValue: arguments[3]).map { [$0] } ?? []
let start = clock()
var size = 0
for artifact in posters(of: site, theme: theme, request: request).artifacts.prefix(1) {
    guard case .rendered(let render) = artifact.content else { continue }
    let bytes = try render().bytes
    size = bytes.count
    if arguments.count > 4 { try Data(bytes).write(to: URL(fileURLWithPath: arguments[4])) }
}
print("{\"total_cpu_s\": \(Double(clock() - start) / Double(CLOCKS_PER_SEC)), \"bytes\": \(size)}")
