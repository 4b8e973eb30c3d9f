import Foundation
import Site
import Snapshot
import Synchronization
import Testing
import Theme

@testable import HTML
@testable import Mustache

/// docs/templates.md says what every template is given. Here it is compared with what the views give, so that it stays true.
///
/// A run that fails prints the lines that are due.
@Suite struct TemplateDocumentTests {
    private static let document = String(decoding: (try? BuiltSite.bytes("docs/templates.md")) ?? [], as: UTF8.self)

    /// Names by template: `rows.title` for a name of what `rows` holds.
    final class Given: Sendable {
        let names = Mutex<[String: Set<String>]>([:])
        private let documents = Mutex<[String: Int]>([:])

        /// Another site follows, whose documents may be given more.
        func begin() { documents.withLock { $0 = [:] } }

        func take(_ template: String, _ root: Value) {
            // More would only cost time.
            let number = documents.withLock { counts in
                counts[template, default: 0] += 1
                return counts[template, default: 0]
            }
            guard number <= 100 || number % 23 == 0 else { return }
            var found: Set<String> = []
            Self.walk(root, "", &found)
            names.withLock { $0[template, default: []].formUnion(found) }
        }

        private static func walk(_ value: Value, _ prefix: String, _ found: inout Set<String>) {
            switch value {
            case .row(let row):
                for (symbol, name) in Name.vocabulary.names.enumerated() {
                    let inner = row.value(symbol)
                    if case .absent = inner { continue }
                    let path = prefix.isEmpty ? name : "\(prefix).\(name)"
                    found.insert(path)
                    if name != "words" { walk(inner, path, &found) }
                }
            case .list(let list): for index in 0..<min(list.count, 12) { walk(list.item(index), prefix, &found) }
            default: break
            }
        }
    }

    /// The sample vault's site with all that settings can add, and a small one with what the sample lacks.
    private static func given() throws -> [String: Set<String>] {
        let given = Given()
        let snapshot = try openSnapshot(BuiltSite.checkout.appendingPathComponent("Examples/homelab").path)
        var options = SiteOptions(
            posters: [PosterImage(tier: .overview, appearance: .light, path: "posters/a.png", width: 10, height: 10)], rootPath: "/",
            origin: "https://example.org")
        options.extras.navigation = [.place(.home), .link(href: "https://example.org/", label: "x")]
        options.extras.footer = SiteExtras.Footer(text: "x", links: [.place(.home)])
        options.extras.snippet = SiteExtras.Snippet(script: [], hosts: ["https://example.org"])
        options.offline = .visited
        options.extras.pageLink = SiteExtras.PageLink(pattern: "https://example.org/{path}")
        try render(makeSite(snapshot), { try snapshot.text(of: $0) }, options, given)
        var pages = ["wiki/0hub.md": "# Hub\n"]
        for number in 0..<420 { pages["wiki/\(number).md"] = "See [[0hub]]." }
        let files = pages
        let crowd = VaultSnapshot(
            manifest: Manifest(vault: "t", title: "T", serverVersion: "", dataVersion: 0, source: "folder"),
            pages: files.keys.sorted().map { PageRecord(id: $0, path: $0) }, graph: VaultGraph(), sources: [], dashboard: Dashboard(),
            findings: [], read: { path throws(SnapshotError) in Array((files[path] ?? "").utf8) })
        try render(makeSite(crowd), { Array((files[$0] ?? "").utf8) }, SiteOptions(), given)
        try render(makeSite(crowd, past: past(of: files)), { Array((files[$0] ?? "").utf8) }, SiteOptions(), given)
        return given.names.withLock { $0 }
    }

    /// Two nights on which pages read otherwise, and under another title and language, and the night of today.
    private static func past(of files: [String: String]) -> VaultPast {
        let nights = (1...3).compactMap { day in
            CalendarDate(year: 2026, month: 1, day: day).map {
                VaultPast.Night(name: "\($0)", date: $0, moment: "\($0)T02:00:00Z")
            }
        }
        var contents: [String] = []
        let changed = files.keys.sorted().map { path in
            let editions = (0..<3).map { night in
                let text =
                    night == 2 ? files[path] ?? "" : "---\ntitle: Earlier \(night)\nlang: ja\n---\nAn earlier text of night \(night).\n"
                contents.append(text)
                return VaultPast.Edition(night: night, content: contents.count - 1)
            }
            return VaultPast.File(path: path, editions: editions)
        }
        let all = contents + ["[]", "{\"communities\": [], \"edges\": [], \"kinds\": [], \"nodes\": []}"]
        return VaultPast(
            nights: nights, files: changed, pageLists: [.init(night: 0, content: contents.count)],
            graphs: [.init(night: 0, content: contents.count + 1)], sizes: all.map(\.utf8.count),
            read: { Array(all[$0].utf8) })
    }

    private static func render(_ site: Site, _ read: @escaping VaultReader, _ options: SiteOptions, _ given: Given) throws {
        var assets = try SiteAssets(templates: BuiltSite.folder("templates"), publicFiles: ["offline/register.js": []])
        given.begin()
        assets.templates.watch = { given.take($0, $1) }
        let theme = try Theme(tokens: BuiltSite.bytes("templates/tokens.json"))
        for artifact in try htmlArtifacts(site: site, read: read, theme: theme, assets: assets, options: options)
        where artifact.path.hasSuffix(".html") {
            if case .rendered(let make) = artifact.content { _ = try make() }
        }
    }

    /// The frame's names, which every document has, are told once.
    private static func split(_ all: [String: Set<String>]) -> (documents: Set<String>, rest: [String: Set<String>]) {
        let parts = ["head", "actions", "rail", "tabs", "foot"]
        let documents = all.filter { !parts.contains($0.key) }.map(\.value)
        guard let first = documents.first else { return ([], all) }
        let common = documents.dropFirst().reduce(first) { $0.intersection($1) }
        return (common, all.mapValues { $0.subtracting(common) }.merging(all.filter { parts.contains($0.key) }) { $1 })
    }

    /// "- `rows`: `href`, `title`": a name, and the names of what it holds.
    private static func lines(_ names: Set<String>) -> [String] {
        let sorted = names.sorted()
        return sorted.filter { name in !name.contains(".") || sorted.contains { $0.hasPrefix(name + ".") } }.map { name in
            let inner = sorted.filter { $0.hasPrefix(name + ".") && !$0.dropFirst(name.count + 1).contains(".") }
            let list = inner.map { "`\($0.dropFirst(name.count + 1))`" }.joined(separator: ", ")
            return "- `\(name)`" + (inner.isEmpty ? "" : ": \(list)")
        }
    }

    private static func section(_ title: String) -> [String] {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "### \(title)") else { return [] }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("- `") }
    }

    @Test func everyTemplatesNamesAreThoseOfItsViews() throws {
        let (common, rest) = Self.split(try Self.given())
        #expect(rest.keys.contains("page") && rest.keys.contains("backlinks") && rest.keys.contains("rail"))
        func compare(_ title: String, _ names: Set<String>) {
            let due = Self.lines(names)
            #expect(Self.section(title) == due, "### \(title)\n\n\(due.joined(separator: "\n"))\n")
        }
        compare("Every document", common)
        for (template, names) in rest.sorted(by: { $0.key < $1.key }) { compare("\(template).mustache", names) }
    }

    @Test func everyTemplateHasItsSection() throws {
        for name in try BuiltSite.folder("templates").keys.sorted() where name.hasSuffix(".mustache") {
            #expect(Self.document.contains("\n### \(name)\n"), "\(name)")
        }
    }

    @Test func everyNameIsExplained() {
        let explained = Self.document.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.dropFirst(3).prefix { $0 != "`" } }
        #expect(Set(explained.map(String.init)) == Set(Name.allCases.map { "\($0)" }))
        #expect(Set(explained).count == explained.count, "a name is explained twice")
    }

    @Test func everyWordIsListed() {
        // The section's last line.
        let line = Self.document.split(separator: "\n").drop { $0 != "## Words" }.last ?? ""
        let listed = line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
        #expect(
            listed.sorted() == Word.allCases.map(\.rawValue).sorted(),
            "\(Word.allCases.map { "`\($0.rawValue)`" }.sorted().joined(separator: ", "))")
    }
}
