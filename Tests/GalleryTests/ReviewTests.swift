import Foundation
import Site
import Testing
import Theme

@testable import Gallery

@Suite struct ReviewTests {
    private let plain = Evidence(screen: "home", title: "Home", content: "c1", template: "t1", tokens: "k1")
    private let taken = Evidence(
        screen: "home", title: "Home", content: "c1", template: "t1", tokens: "k1",
        pictures: ["home-filled-light": "aa", "home-filled-dark": "bb"])

    @Test func picturesCountWhereBothSidesHaveThem() {
        #expect(plain.picture == nil && taken.picture != nil && plain.key != taken.key)
        let approval = Decision(.approved, on: taken, by: "Mara", when: "2026-11-30T08:30:00Z")
        let ledger = Ledger([approval])
        // The documents changed, the pictures did not: what is seen is what was approved.
        var redone = taken
        redone.content = "c2"
        #expect(ledger.standing(of: redone) == .decided(approval) && redone.key == approval.key)
        let repainted = Evidence(
            screen: "home", title: "Home", content: "c1", template: "t1", tokens: "k1",
            pictures: ["home-filled-light": "aa", "home-filled-dark": "b2"])
        #expect(ledger.standing(of: repainted) == .stale(approval, changed: ["picture"]))
        // A gallery without pictures can only compare the documents.
        #expect(ledger.standing(of: plain) == .decided(approval))
        var other = plain
        other.content = "c2"
        #expect(ledger.standing(of: other) == .stale(approval, changed: ["content"]))
    }

    @Test func aLineWithAPictureIsReadBack() throws {
        let ledger = Ledger([Decision(.approved, on: taken, by: "Mara", when: "2026-11-30T08:30:00Z")])
        #expect(try Ledger(ledger.bytes()) == ledger && ledger.decisions[0].picture == taken.picture)
        // Lines from before there were pictures.
        let old =
            #"{"by":"Jo","comment":"","content":"c","screen":"home","template":"t","tokens":"k","verdict":"approved","when":"2026-11-30T08:30:00Z"}"#
        #expect(try Ledger(Array(old.utf8)).decisions[0].picture == nil)
    }

    @Test func aMatterWaitsForItsEvidence() {
        var matter = Matter.standing[0]
        #expect(matter.id == "graph-renderer" && !matter.evidence.isDecidable)
        matter.attachments = [.init(name: "phone.json", bytes: Array("{\"p95\":9.1}".utf8))]
        let first = matter.evidence
        #expect(first.isDecidable && first.picture == nil && first.pictures["phone.json"] == matter.attachments[0].sha256)
        let ledger = Ledger([Decision(.approved, on: first, by: "Mara", when: "2026-11-30T08:30:00Z")])
        matter.attachments[0].bytes[8] = UInt8(ascii: "8")
        #expect(ledger.standing(of: matter.evidence) == .stale(ledger.decisions[0], changed: ["content"]))
    }

    @Test func driftOfTokens() {
        let before = ApprovedSet(
            Evidence(screen: "home", title: "", content: "", template: "", tokens: "", values: ["--a": "1", "--b": "2", "--c": "3"]))
        let now = Evidence(screen: "home", title: "", content: "", template: "", tokens: "", values: ["--a": "1", "--b": "9", "--d": "4"])
        #expect(before.drift(to: now).map { "\($0.name) \($0.before) \($0.now)" } == ["--b 2 9", "--c 3 ", "--d  4"])
    }

    /// A gallery whose home has changed since it was approved.
    private func changedGallery() throws -> BuiltGallery {
        let before = try BuiltGallery.sample.get()
        let home = try #require(before.evidence.first { $0.screen == "home" })
        var old = home
        old.values["--accent"] = "#111111 / #58a6ff"
        old.tokens = "other"
        var material = ReviewMaterial(ledger: Ledger([Decision(.approved, on: old, by: "Mara", when: "2026-11-30T08:30:00Z")]))
        material.approved["home"] = ApprovedSet(old)
        for shot in Shot.all(["home"]) { material.pictures[shot.name] = Array(shot.name.utf8) }
        material.changes["home-filled-dark"] = PictureChange(before: [1], mask: [2], share: 0.01234)
        material.camera = "Chromium 1"
        material.matters[0].attachments = [.init(name: "phone.json", bytes: Array("{}".utf8))]
        return try BuiltGallery(SampleSite.site, review: material)
    }

    @Test func beforeAndAfterStandOnTheReviewPage() throws {
        let gallery = try changedGallery()
        let page = gallery["review.html"]
        #expect(page.contains("data-dark-before=\"before/home-filled-dark.png\" data-dark-mask=\"mask/home-filled-dark.png\""))
        #expect(page.contains("data-dark-share=\"1.23 %\"") && page.contains("1 picture changed") && !page.contains("data-light-before"))
        #expect(page.contains("light <i data-color=\"#111111\"></i>#111111 → <i data-color=\"#2563eb\"></i>#2563eb"))
        #expect(page.contains("Bound to pictures by Chromium 1.") && page.contains("evidence/graph-renderer/phone.json"))
        for path in [
            "pictures/home-filled-light.png", "before/home-filled-dark.png", "mask/home-filled-dark.png",
            "evidence/graph-renderer/phone.json",
        ] {
            #expect(gallery.files[path] != nil, "\(path)")
        }
        #expect(gallery["proof.html"].contains("#111111 / #58a6ff is now #2563eb / #58a6ff; in Home"))
        let home = try #require(gallery.evidence.first { $0.screen == "home" })
        #expect(home.pictures.count == Shot.all(["home"]).count && home.picture != nil)
        #expect(gallery.evidence.first { $0.screen == "wiki" }?.picture == nil)
    }

    @Test func everyShotIsADocumentOfTheGallery() throws {
        let gallery = try BuiltGallery.sample.get()
        let shots = Shot.all()
        #expect(Set(shots.map(\.name)).count == shots.count && shots.allSatisfy { gallery.files[$0.document] != nil })
        #expect(Set(shots.map { "\($0.width)×\($0.height)" }) == ["390×844", "320×640", "430×932", "768×1024", "1280×800"])
        for screen in Shot.screenNames {
            for device in ["small", "large", "tablet", "desktop"] { #expect(shots.contains { $0.name == "\(screen)-\(device)-dark" }) }
        }
    }

    @Test func realDataIsTheSnapshotsOrNone() throws {
        let real = try BuiltGallery(SampleSite.site, data: .real)
        let mock = try BuiltGallery.sample.get()
        for screen in ["activity", "providers", "tokens"] {
            #expect(real["live/\(screen)-filled-light.html"].contains("Not in a snapshot"))
            #expect(!mock["live/\(screen)-filled-light.html"].contains("Not in a snapshot"))
            #expect(real["screens/\(screen).html"].contains("From this vault.") && mock["screens/\(screen).html"].contains("of our own"))
        }
        let vaults = real["live/vaults-filled-light.html"]
        #expect(vaults.contains(SampleSite.site.info.title) && !vaults.contains("Rust notebook"))
        #expect(!real["live/review-filled-light.html"].contains("Power budget"))
    }

    @Test func nestedRulesMeanWhatTheySay() {
        let rules = styleRules(
            of: Array(".a, .b { color: var(--x); > i { margin: 0 } &:hover { top: var(--y) } @media print { left: 0 } }".utf8))
        #expect(rules.map(\.selector) == [".a, .b", ".a > i,.b > i", ".a:hover,.b:hover", ".a, .b"])
        #expect(rules[0].variables == ["--x"] && rules[2].variables == ["--y"] && rules[3].conditions == ["@media print"])
    }
}
