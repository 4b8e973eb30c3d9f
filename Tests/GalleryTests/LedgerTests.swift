import Testing

@testable import Gallery

@Suite struct LedgerTests {
    private let home = Evidence(screen: "home", title: "Home", content: "c1", template: "t1", tokens: "k1")
    private let wiki = Evidence(screen: "wiki", title: "Wiki", content: "c2", template: "t2", tokens: "k2")

    @Test func aDecisionHoldsForWhatItWasMadeOn() throws {
        var ledger = Ledger()
        #expect(ledger.standing(of: home) == .undecided)
        let approval = Decision(.approved, on: home, by: "Mara", when: "2026-11-30T08:30:00Z", comment: "good")
        ledger.add([approval])
        #expect(ledger.standing(of: home) == .decided(approval) && ledger.standing(of: wiki) == .undecided)
        var changed = home
        changed.tokens = "k9"
        #expect(ledger.standing(of: changed) == .stale(approval, changed: ["tokens"]))
        changed.content = "c9"
        changed.template = "t9"
        #expect(ledger.standing(of: changed) == .stale(approval, changed: ["tokens", "template", "content"]))
        let rejection = Decision(.rejected, on: changed, by: "Jo", when: "2026-12-01T08:30:00Z")
        ledger.add([rejection])
        #expect(ledger.standing(of: changed) == .decided(rejection))
        // The older decision was about what is there again; the newer one still counts.
        #expect(ledger.standing(of: home) == .stale(rejection, changed: ["tokens", "template", "content"]))
    }

    @Test func linesOfTwoPeopleAreUnited() throws {
        let mara = Ledger([Decision(.approved, on: home, by: "Mara", when: "2026-11-30T08:30:00Z")])
        let jo = Ledger([
            Decision(.rejected, on: wiki, by: "Jo", when: "2026-11-30T09:00:00Z", comment: "a \"quoted\"\nline"),
            Decision(.approved, on: home, by: "Jo", when: "2026-11-30T09:01:00Z"),
        ])
        let one = try Ledger(mara.bytes() + jo.bytes())
        let other = try Ledger(jo.bytes() + mara.bytes() + jo.bytes())
        #expect(one == other && one.decisions.count == 3)
        #expect(try Ledger(one.bytes()) == one)
        #expect(try one.bytes().count { $0 == 10 } == 3)
        #expect(one.standing(of: home) == .decided(jo.decisions[0]))
    }

    @Test(arguments: [
        ("<<<<<<< HEAD", 1), ("\n\n{}", 3), ("[]", 1), ("null", 1), ("{\"screen\":\"home\"}", 1),
        (line(by: " "), 1), (line(screen: ""), 1), (line(when: "yesterday"), 1), (line() + "\n" + line(when: "2026-11-30"), 2),
        (line(verdict: "maybe"), 1),
    ])
    func whatIsNoDecisionIsRefusedWithItsLine(_ text: String, _ number: Int) {
        do throws(LedgerError) {
            _ = try Ledger(Array(text.utf8))
            Issue.record("read: \(text)")
        } catch { #expect(error.line == number) }
    }

    @Test func anEmptyFileIsALedger() throws { #expect(try Ledger([UInt8]()) == Ledger() && Ledger(Array("\n\r\n".utf8)) == Ledger()) }

    private static func line(
        screen: String = "home", by: String = "Mara", when: String = "2026-11-30T08:30:00Z", verdict: String = "approved"
    ) -> String {
        "{\"screen\":\"\(screen)\",\"verdict\":\"\(verdict)\",\"by\":\"\(by)\",\"when\":\"\(when)\",\"comment\":\"\",\"content\":\"c\",\"template\":\"t\",\"tokens\":\"k\"}"
    }
}
