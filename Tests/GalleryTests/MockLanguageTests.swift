import Foundation
import Site
import Testing

@testable import Gallery

struct MockLanguageTests {
    /// Names that are the same in every language.
    private static let names: Set<String> = [
        "Rust notebook", "Steuerrecht", "synapse.home · 12 ms", "Synapse", "API", "English", "Italiano", "restore-drill-2026-09.txt",
        "vlan-plan.md", "fixity-report.pdf", "1.86 USD", "10 USD",
    ]

    @Test(
        arguments: [
            "chat", "review", "vaults", "tokens", "more", "settings", "sources", "ingest", "activity", "research", "providers", "language",
        ], ["ja", "rtl"])
    func nothingOfOursStaysEnglish(screen: String, state: String) throws {
        let gallery = try BuiltGallery.sample.get()
        let ours = Self.names.union(SampleSite.site.pages.map(\.title)).union([SampleSite.site.info.title])
            .union(SampleSite.site.sources.map(\.name))
        func texts(_ state: String) -> Set<String> {
            let html = gallery["live/\(screen)-\(state)-light.html"]
            let nodes = html.components(separatedBy: ">").dropFirst().map { String($0.prefix { $0 != "<" }) }
            let labels = ["aria-label", "placeholder"].flatMap { BuiltGallery.values(of: $0, in: html) }
            return Set((nodes + labels).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
        }
        let (english, other) = (texts("filled"), texts(state))
        #expect(english.count > 3 && other.count > 3)
        let left = english.intersection(other).subtracting(ours).filter { $0.contains(/[A-Za-z]{3}/) }
        #expect(left == [], "\(screen), \(state)")
    }
}
