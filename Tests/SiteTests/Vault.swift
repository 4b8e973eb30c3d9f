import Snapshot

@testable import Site

/// A vault written in a test: path to text.
func vault(
    _ files: [String: String], sources: [String: String] = [:], graph: VaultGraph = VaultGraph(), dashboard: Dashboard = Dashboard()
) -> VaultSnapshot {
    let all = files.merging(sources) { first, _ in first }
    return VaultSnapshot(
        manifest: Manifest(vault: "test", title: "Test", serverVersion: "2.1.7", dataVersion: 1, source: "folder"),
        pages: files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { PageRecord(id: "id:" + $0, path: $0) }, graph: graph,
        sources: sources.keys.sorted().map { SourceFile(path: $0, bytes: all[$0]?.utf8.count ?? 0) }, dashboard: dashboard, findings: [],
        read: { path throws(SnapshotError) in
            guard let text = all[path] else { throw SnapshotError(.inputOutput, "no such file", at: path) }
            return Array(text.utf8)
        })
}

extension Site {
    func page(_ path: String) -> Page? { pages.first { $0.path == path } }

    /// Where the links of a page lead: paths, `→ id` behind those with an anchor, or a word for the other kinds.
    func ends(of path: String) -> [String] {
        (page(path)?.links ?? []).map { link in
            switch link {
            case .page(let index, .none): pages[index].path
            case .page(let index, .id(let id)): "\(pages[index].path) → \(id)"
            case .embed(let index, .whole): "embed \(pages[index].path)"
            case .embed(let index, .section(let heading)): "embed \(pages[index].path) → \(pages[index].headings[heading].text)"
            case .embed(let index, .block(let name)): "embed \(pages[index].path) → ^\(name)"
            case .embed(_, .file): "embed file"
            case .source(let index): sources[index].path
            case .preview(let index): "preview \(sources[index].path)"
            case .media(let index, _): "show \(sources[index].path)"
            case .external(let address): "external \(address)"
            case .dangling: "dangling"
            case .withheld: "withheld"
            }
        }
    }

    /// What the backlinks of a page show.
    func sentences(of path: String) -> [String] {
        guard let page = pages.firstIndex(where: { $0.path == path }),
            let block = try? sentences(ofBacklinks: pages[page].backlinks.indices, of: page)
        else { return [] }
        return pages[page].backlinks.indices.map(block.text)
    }

    var allSentences: String { pages.flatMap { sentences(of: $0.path) }.joined(separator: "\n") }

    func codes(of path: String) -> [String] { findings.filter { $0.path == path }.map(\.code) }
}
