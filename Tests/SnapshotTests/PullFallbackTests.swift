import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// Where the bulk routes are missing or incomplete.
@Suite struct PullFallbackTests {
    private let sound = core(Repository.root.appending(path: "Examples/homelab").path)

    /// Everything but what was noticed on the way.
    private func data(_ folder: String) -> [String: [UInt8]] {
        core(folder).filter { $0.key != "findings.json" && $0.key != "manifest.json" }
    }

    @Test func pageByPageGivesTheSameVault() throws {
        let fixture = try Fixture()
        for path in ["/export", "/export/data.json"] { fixture.faults.add(.missing, path) }
        try fixture.pull()
        #expect(data(fixture.out) == sound.filter { $0.key != "findings.json" && $0.key != "manifest.json" })
        #expect(fixture.paths.filter { $0.hasSuffix("/content") }.count == 116)
        // A picture has no row in the page list, and the text of a PDF does not have the hash of its file.
        #expect(
            fixture.targets.filter { $0.hasPrefix("/sources/raw") }.sorted()
                == ["backup-flow.png", "fixity-report.pdf", "network-diagram.svg"]
                .map { "/sources/raw?root=sources&path=\($0)" })
    }

    @Test func tagsComeFromTheFrontmatterWhereOnlyTheExportDataIsMissing() throws {
        let fixture = try Fixture()
        fixture.faults.add(.missing, "/export/data.json")
        try fixture.pull()
        let expected = try openSnapshot(Repository.root.appending(path: "Examples/homelab").path).pages
        let pages = try openSnapshot(fixture.out).pages
        for (page, expected) in zip(pages, expected) {
            // The server keeps no tags of the overview page.
            #expect(page.tags == (page.path == "wiki/overview.md" ? ["overview"] : expected.tags), "\(page.path)")
        }
        #expect(
            data(fixture.out).filter { $0.key != "pages.json" }
                == sound.filter { !["findings.json", "manifest.json", "pages.json"].contains($0.key) })
    }

    @Test func notMoreThanFourConnectionsAreUsed() throws {
        let busy = Locked((now: 0, most: 0))
        let fixture = try Fixture { request, response in
            guard request.path.hasSuffix("/content") else { return response }
            busy.change { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            usleep(2000)
            busy.change { $0.now -= 1 }
            return response
        }
        fixture.faults.add(.missing, "/export")
        var options = fixture.options()
        options.jobs = 64
        try pull(options, to: fixture.out)
        #expect(busy.value.most > 1 && busy.value.most <= 4)
        #expect(Set(fixture.server.requests.compactMap { $0.headers["authorization"] }) == ["Bearer \(Fixture.token)"])
    }

    @Test(arguments: [1, 2, 4])
    func theNumberOfConnectionsDoesNotShow(_ jobs: Int) throws {
        let fixture = try Fixture()
        fixture.faults.add(.missing, "/export")
        var options = fixture.options()
        options.jobs = jobs
        try pull(options, to: fixture.out)
        #expect(data(fixture.out) == sound.filter { $0.key != "findings.json" && $0.key != "manifest.json" })
    }

    private static let scrub = "/pages/\(id(of: "wiki/concepts/scrub.md"))/content"

    private static func id(of path: String) -> String {
        let text = Recording.night1.bytes("pages.json")!.text
        let row = text.components(separatedBy: "{\"id\":\"").first { $0.contains("\"file_path\":\"\(path)\"") }!
        return String(row.prefix { $0 != "\"" })
    }

    /// The ZIP without some of its files.
    private static func archive(without names: Set<String>, adding extra: [ZipWriter.Entry] = []) throws -> [UInt8] {
        var entries: [ZipWriter.Entry] = []
        for (name, bytes) in tree(Repository.root.appending(path: "Examples/homelab/vault").path).sorted(by: { $0.key < $1.key })
        where !names.contains(name) {
            entries.append(ZipWriter.Entry(name, bytes))
        }
        return try ZipWriter.zip(entries + extra)
    }

    private func fixture(zip: [UInt8]) throws -> Fixture {
        try Fixture { request, response in
            request.path == "/export" ? Response(headers: ["Content-Type": "application/zip"], body: zip) : response
        }
    }

    @Test func aPageThatTheZIPLacksIsAskedForByItself() throws {
        let fixture = try fixture(zip: Self.archive(without: ["wiki/concepts/scrub.md", "raw/sources/backup-flow.png"]))
        try fixture.pull()
        #expect(core(fixture.out) == sound)
        #expect(
            fixture.targets.filter { $0.contains("/content") || $0.contains("/raw") }
                == ["/sources/raw?root=sources&path=backup-flow.png", Self.scrub].sorted(by: >) || fixture.targets.contains(Self.scrub))
    }

    @Test func aPageWhoseContentIsGone() throws {
        let fixture = try fixture(zip: Self.archive(without: ["wiki/concepts/scrub.md"]))
        fixture.faults.add(.gone, Self.scrub)
        let snapshot = try fixture.pull()
        let page = try #require(snapshot.pages.first { $0.path == "wiki/concepts/scrub.md" })
        #expect(page.body == .gone)
        #expect(page.title == "Scrub")
        #expect(snapshot.findings.map(\.code) == ["page-gone"])
        #expect(snapshot.findings.first?.path == "wiki/concepts/scrub.md")
        #expect(
            snapshot.findings.first?.message
                == "the server lists the page and has no file for it (410); restore the file or delete the page")
        #expect(throws: SnapshotError.self) { try snapshot.read("wiki/concepts/scrub.md") }
        #expect(try verifySnapshot(fixture.out) == [])
        #expect(snapshot.pages.count { $0.body == .present } == 105)
    }

    @Test(arguments: [Faults.Kind.serverError, .reset, .garbage, .missing, .truncated])
    func onePageThatTheServerCannotGiveStopsNoOther(_ kind: Faults.Kind) throws {
        let fixture = try fixture(zip: Self.archive(without: ["wiki/concepts/scrub.md", "wiki/entities/zfs.md"]))
        fixture.faults.add(kind, Self.scrub)
        let snapshot = try fixture.pull()
        guard case .unavailable(let reason) = try #require(snapshot.pages.first { $0.path == "wiki/concepts/scrub.md" }).body else {
            Issue.record("the page has a body")
            return
        }
        #expect(!reason.isEmpty)
        #expect(snapshot.findings.map(\.code) == ["page-unavailable"])
        #expect(try snapshot.read("wiki/entities/zfs.md").count > 100)
        #expect(try openSnapshot(fixture.out).pages == snapshot.pages)
    }

    @Test func aServerThatGoesAwayBetweenPagesIsAnError() throws {
        let fixture = try Fixture()
        fixture.faults.add(.missing, "/export")
        fixture.faults.add(.reset, Self.scrub)
        let dead = Locked(false)
        let server = try TestServer { [faults = fixture.faults] request in
            if request.path == Self.scrub { dead.change { $0 = true } }
            if dead.value { return Response(accident: .reset) }
            return faults.apply(request, Recording.night1.answer(request))
        }
        var options = fixture.options()
        options.url = server.url
        let error = #expect(throws: SnapshotError.self) { try pull(options, to: fixture.out) }
        #expect(error?.exitCode == 69)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == [])
    }

    @Test func aSourceThatTheServerDoesNotGive() throws {
        let fixture = try fixture(zip: Self.archive(without: ["raw/sources/backup-flow.png"]))
        fixture.faults.add(.missing, "/sources/raw")
        let snapshot = try fixture.pull()
        #expect(
            snapshot.sources.first { $0.path == "raw/sources/backup-flow.png" }
                == SourceFile(path: "raw/sources/backup-flow.png", bytes: 2737, present: false))
        #expect(snapshot.findings.map(\.code) == ["source-unavailable"])
    }

    /// A page to sign in on, and bytes that are not as many as listed.
    @Test(arguments: [("<!DOCTYPE html><title>Sign in</title>", "source-unavailable", false), ("not a picture", "source-size", true)])
    func aSourceInWhosePlaceSomethingElseComes(body: String, code: String, isThere: Bool) throws {
        let archive = try Self.archive(without: ["raw/sources/backup-flow.png"])
        let fixture = try Fixture { request, response in
            switch request.path {
            case "/export": Response(headers: ["Content-Type": "application/zip"], body: archive)
            case "/sources/raw": .text(200, body)
            default: response
            }
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.sources.first { $0.path == "raw/sources/backup-flow.png" }?.present == isThere)
        #expect(snapshot.findings.map(\.code) == [code])
    }

    // MARK: A ZIP made by an enemy

    @Test func aHostileZIPWritesNothingOutside() throws {
        let evil = [
            "../evil.md", "../../evil.md", "/tmp/evil-absolute.md", "wiki/../../evil.md", "wiki/concepts/../../../evil.md", "evil.md",
            "manifest.json",
            "wiki/.obsidian/evil.json", "raw/sources/unlisted.md", "wiki/concepts/SCRUB.md", "..\\evil.md",
            "wiki/concepts/scrub.md/evil.md",
        ].map { ZipWriter.Entry($0, "evil") }
        let links = [
            ZipWriter.Entry("wiki/link.md", link: "/etc/passwd"),
            ZipWriter.Entry("wiki/concepts/scrub.md", link: "../../../../../../etc/passwd"),
        ]
        let fixture = try fixture(zip: Self.archive(without: ["wiki/concepts/scrub.md"], adding: links + evil))
        try fixture.pull()
        #expect(core(fixture.out) == sound)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["snapshot"])
        #expect(!FileManager.default.fileExists(atPath: "/tmp/evil-absolute.md"))
        #expect(fixture.targets.contains(Self.scrub))
    }

    @Test func ofTwoEntriesWithOneNameTheFirstIsTaken() throws {
        let fixture = try fixture(zip: Self.archive(without: [], adding: [ZipWriter.Entry("wiki/concepts/scrub.md", "# Another\n")]))
        let snapshot = try fixture.pull()
        #expect(snapshot.findings.map(\.code) == ["archive-duplicate"])
        #expect(try snapshot.read("wiki/concepts/scrub.md") == sound["vault/wiki/concepts/scrub.md"])
    }

    @Test func aBombIsNotLetOff() throws {
        // 400 MB of zeros in one listed page, and then again in a source.
        let zeros = [UInt8](repeating: 0, count: 400 << 20)
        let bomb = try Self.archive(without: ["wiki/concepts/scrub.md"], adding: [ZipWriter.Entry("wiki/concepts/scrub.md", zeros)])
        #expect(bomb.count < 2 << 20)
        let fixture = try fixture(zip: bomb)
        let snapshot = try fixture.pull()
        #expect(snapshot.findings.map(\.code) == ["archive-damaged"])
        #expect(
            snapshot.findings.first?.message == "the ZIP's copy is unusable (more than 67108864 bytes); the file was asked for by itself")
        #expect(try snapshot.read("wiki/concepts/scrub.md") == sound["vault/wiki/concepts/scrub.md"])
        let second = try self.fixture(
            zip: Self.archive(without: ["raw/sources/dns-notes.txt"], adding: [ZipWriter.Entry("raw/sources/dns-notes.txt", zeros)]))
        let other = try second.pull()
        #expect(other.findings.map(\.code) == ["archive-damaged", "archive-damaged"])
        #expect(other.findings.contains { $0.message.contains("it swells to more than 250 times its size") })
        #expect(try other.read("raw/sources/dns-notes.txt") == sound["vault/raw/sources/dns-notes.txt"])
    }

    /// Cut, overwritten or emptied at many places: what is taken from it is right, the rest is asked for.
    @Test func aDamagedZIPNeverGivesWrongBytes() throws {
        let zip = Recording.night1.bytes("export.zip")!
        var random = SplitMix(seed: 5)
        for round in 0..<12 {
            var damaged = zip
            switch round % 3 {
            case 0: damaged = Array(zip.prefix(Int(random.next() % UInt64(zip.count - 4)) + 4))
            case 1: for _ in 0..<30 { damaged[Int(random.next() % UInt64(zip.count - 2)) + 2] = UInt8(truncatingIfNeeded: random.next()) }
            default:
                let start = Int(random.next() % UInt64(zip.count / 2)) + 2
                damaged.replaceSubrange(start..<start + 5000, with: [UInt8](repeating: 0, count: 5000))
            }
            let body = damaged
            let fixture = try fixture(zip: body)
            try fixture.pull()
            #expect(data(fixture.out) == sound.filter { $0.key != "findings.json" && $0.key != "manifest.json" }, "round \(round)")
        }
    }

    /// Spelled with combining accents on the server's disk, and in one piece in the ZIP, or the other way round; and both at once.
    @Test func namesInTwoNormalisations() throws {
        let composed = "wiki/caf\u{E9}.md"
        let decomposed = "wiki/cafe\u{301}.md"
        func page(_ id: String, _ path: String) -> String { #"{"id":"\#(id)","file_path":"\#(path)","title":"\#(id)"}"# }
        func vault(_ paths: [String], zip names: [String]) throws -> Fixture {
            let rows = paths.enumerated().map { page("p\($0)", $1) }.joined(separator: ",")
            let zip = try ZipWriter.zip(names.map { ZipWriter.Entry($0, "# From the ZIP\n") })
            return try Fixture { request, response in
                switch request.path {
                case "/pages": .json(#"{"items":[\#(rows)],"total":\#(paths.count)}"#)
                case "/graph": .json(#"{"nodes":[]}"#)
                case "/export/data.json": .json(#"{"pages":[\#(rows)]}"#)
                case "/sources": .json(#"{"entries":[]}"#)
                case "/export": Response(body: zip)
                case _ where request.path.hasSuffix("/content"): .json(##"{"content":"# By itself: \##(request.path)\n"}"##)
                default: response
                }
            }
        }
        for (listed, inZIP) in [(composed, decomposed), (decomposed, composed), (decomposed, decomposed)] {
            let fixture = try vault([listed], zip: [inZIP])
            let snapshot = try fixture.pull()
            #expect(try snapshot.read(listed).text == "# From the ZIP\n")
        }
        let fixture = try vault([composed, decomposed], zip: [composed, decomposed])
        let both = try fixture.pull()
        #expect(try both.read(decomposed).text == "# By itself: /pages/p1/content\n")
        #expect(try both.read(composed).text == "# By itself: /pages/p0/content\n")
    }
}
