import Snapshot
import Testing

@testable import Archive

@Suite("Names, ids and places of nights")
struct NightTests {
    @Test("A name is a day, and a number from the second on")
    func names() throws {
        let texts = ["2026-01-31", "2026-11-30", "2026-11-30.2", "2026-11-30.10", "2027-01-01"]
        let names = try texts.map { try #require(NightName($0)) }
        #expect(names.map(\.description) == texts)
        #expect(names.reversed().sorted() == names)
        for text in [
            "", "2026-02-30", "2026-11-30.1", "2026-11-30.02", "2026-11-30.x", "2026-11-30 2", "2026-11-3", "26-11-30", "2026-11-30.",
        ] {
            #expect(NightName(text) == nil, "\(text)")
        }
    }

    @Test("Ids are the name-based UUIDs that other programs make")
    func ids() throws {
        // Python: uuid.uuid5(uuid.UUID("3c7e2a52-9d0b-4f6e-8a11-5f0c3b7d94e6"), "homelab/2026-11-30").urn
        let night = try #require(NightName("2026-11-30"))
        #expect(StoreFormat.objectID(vault: "homelab", night: night) == "urn:uuid:f67d929c-7437-5fc0-aea9-e21541474736")
        #expect(StoreReadme.text.contains(StoreFormat.namespace))
    }

    @Test("An id has its place by extension 0003")
    func places() {
        // printf %s ID | sha512sum | cut -c1-2
        #expect(
            StoreFormat.objectFolder(id: "urn:uuid:f67d929c-7437-5fc0-aea9-e21541474736")
                == "ab/urn%3auuid%3af67d929c-7437-5fc0-aea9-e21541474736")
        let long = StoreFormat.objectFolder(id: String(repeating: "é", count: 40))
        #expect(long.utf8.count == 3 + 100 + 1 + 128)
        #expect(long.dropFirst(3).hasPrefix("%c3%a9%c3%a9"))
    }

    @Test("A digest reads what it writes, in either case, and nothing else")
    func digests() throws {
        // FIPS 180-4's example "abc".
        let hex = """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        let digest = Digest512(hashing: "abc".utf8)
        #expect(digest.description == hex && Digest512(hex: hex.uppercased()) == digest)
        #expect(Digest512(hex: String(hex.dropLast())) == nil && Digest512(hex: String(hex.dropLast()) + "g") == nil)
    }

    @Test("A root hash is that of what sha512sum prints")
    func roots() {
        let digest = Digest512(hashing: "abc".utf8)
        let lines = "\(digest)  a\n\\\(digest)  b\\\\c\n"
        let files = [(path: LogicalPath("a"), digest: digest), (path: LogicalPath("b\\c"), digest: digest)]
        #expect(Digest512.root(of: files) == Digest512(hashing: lines.utf8))
    }

    @Test("Two spellings of one name are two paths, in the order of their bytes")
    func spellings() {
        let composed = LogicalPath("caf\u{E9}")
        let decomposed = LogicalPath("cafe\u{301}")
        #expect(composed != decomposed && decomposed < composed && Set([composed, decomposed]).count == 2)
        #expect(LogicalPath("Z") < LogicalPath("a") && LogicalPath("a") < LogicalPath("a/b"))
    }

    @Test(
        "Moments of RFC 3339",
        arguments: ["2026-11-30T07:51:11Z", "2026-11-30t07:51:11.25+01:00", "2016-12-31T23:59:60Z", "2026-11-30T07:51:11-00:00"])
    func moments(text: String) { #expect(isMoment(text)) }

    @Test(
        "What is none",
        arguments: [
            "", "2026-11-30", "2026-11-30 07:51:11Z", "2026-11-30T07:51:11", "2026-11-30T07:51Z", "2026-02-29T00:00:00Z",
            "2026-11-30T24:00:00Z",
            "2026-11-30T07:60:00Z", "2026-11-30T07:51:11.Z", "2026-11-30T07:51:11+1:00", "2026-11-30T07:51:11+24:00",
            "2026-11-30T07:51:11Zx",
        ])
    func noMoments(text: String) { #expect(!isMoment(text)) }
}

@Suite("Tables of nights")
struct FileTableTests {
    private static let day = NightName(CalendarDate(year: 2026, month: 1, day: 2)!)

    @Test("A table reads what it writes")
    func roundTrip() throws {
        let changes = ["a b/ü", "a/b", "z"].enumerated().map { index, path in
            let row = TableRow(path: LogicalPath(path), night: Self.day, bytes: index, storedAs: LogicalPath(index == 1 ? "other" : path))
            return TableChange(path: LogicalPath(path), row: index == 2 ? nil : row)
        }
        #expect(try FileTable.decode(FileTable.encode(changes), at: "") == changes)
        #expect(try FileTable.decode(FileTable.encode(changes.compactMap(\.row)), at: "") == changes.filter { $0.row != nil })
    }

    @Test(
        "What is no table is refused",
        arguments: [
            "a\t2026-01-02\t1", "a\n", "a\t2026-01-02\n", "a\t2026-01-02\t-1\n", "a\tyesterday\t1\n", "../a\t2026-01-02\t1\n",
            "/a\t2026-01-02\t1\n",
            "a//b\t2026-01-02\t1\n", "b\t-\na\t-\n", "a\t-\na\t-\n", "a\t2026-01-02\t1\t../b\n", "a\t2026-01-02\t1\tb\tc\n", "\n", "\t-\n",
            "a\t2026-01-02\t99999999999999999999\n",
        ])
    func hostile(text: String) {
        #expect(throws: SnapshotError.self) { try FileTable.decode(Array(text.utf8), at: "") }
    }

    @Test("Bytes that are not UTF-8 are refused")
    func bytes() {
        #expect(throws: SnapshotError.self) { try FileTable.decode([0xFF, 0x09, 0x2D, 0x0A], at: "") }
    }
}

@Suite("Which nights a prune keeps")
struct KeepRulesTests {
    private static func nights(_ days: Int) -> [NightName] {
        var date = CalendarDate(year: 2023, month: 12, day: 1)!
        return (0..<days).map { _ in
            defer {
                date =
                    CalendarDate(year: date.year, month: date.month, day: date.day + 1) ?? CalendarDate(
                        year: date.year, month: date.month + 1, day: 1)
                    ?? CalendarDate(year: date.year + 1, month: 1, day: 1)!
            }
            return NightName(date)
        }
    }

    @Test("The last of each period, and no more periods than asked for")
    func periods() throws {
        let nights = Self.nights(800)
        let kept = try #require(KeepRules("daily=3,weekly=2,monthly=3,yearly=all")).kept(of: nights).sorted().map(\.description)
        // The last is 7 February 2026, a Saturday.
        #expect(nights.last?.description == "2026-02-07")
        #expect(kept == ["2023-12-31", "2024-12-31", "2025-12-31", "2026-01-31", "2026-02-01", "2026-02-05", "2026-02-06", "2026-02-07"])
    }

    @Test("A night more never drops one that another rule keeps", arguments: [1, 2, 30, 365, 800])
    func unions(days: Int) throws {
        let nights = Self.nights(days)
        var united: Set<NightName> = []
        for rule in ["daily=10", "weekly=5", "monthly=4", "yearly=1"] { united.formUnion(try #require(KeepRules(rule)).kept(of: nights)) }
        #expect(try #require(KeepRules("daily=10,weekly=5,monthly=4,yearly=1")).kept(of: nights) == united)
        #expect(united.contains(try #require(nights.last)))
    }

    @Test("The last night of a day stands for it")
    func numbers() throws {
        let date = CalendarDate(year: 2026, month: 1, day: 2)!
        let nights = (1...3).map { NightName(date, number: $0) }
        #expect(try #require(KeepRules("daily=5")).kept(of: nights) == [nights[2]])
        #expect(try #require(KeepRules("last=2")).kept(of: nights) == [nights[1], nights[2]])
        #expect(try #require(KeepRules("daily=0")).kept(of: nights) == [nights[2]])
    }
}
