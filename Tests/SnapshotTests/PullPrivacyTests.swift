import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// The token goes to its server and nowhere else.
@Suite struct PullPrivacyTests {
    /// Another origin that notes what it gets.
    private func thief() throws -> TestServer { try TestServer(address: "127.0.0.2") { _ in .json("{}") } }

    @Test(arguments: ["/status", "/pages", "/graph", "/export", "/export/data.json", "/sources", "/projects", "/review/queue"])
    func aRedirectToAnotherOriginGetsNothing(_ path: String) throws {
        let thief = try thief()
        let fixture = try Fixture(faults: Faults(elsewhere: "http://127.0.0.2:\(thief.port)"))
        fixture.faults.add(.elsewhere, path)
        let error = fixture.failure()
        #expect(thief.requests.isEmpty)
        for bytes in tree(fixture.folder.path).values { #expect(!bytes.text.contains(Fixture.token)) }
        if let error { #expect(!error.description.contains(Fixture.token)) }
    }

    /// Another port, another scheme, a user before the host: all are other origins.
    @Test(arguments: [
        "http://127.0.0.1:1/x", "https://127.0.0.1/x", "http://localhost/x", "//example.invalid/x", "http://user:secret@127.0.0.1/x",
        "ftp://127.0.0.1/x",
        "file:///etc/passwd", "http://127.0.0.1@example.invalid/x",
    ])
    func whatCountsAsAnotherOrigin(_ location: String) throws {
        let fixture = try Fixture { request, response in
            request.path == "/graph" ? Response(302, headers: ["Location": location]) : response
        }
        let error = try #require(fixture.failure())
        #expect(error.description.contains("redirects to another origin"), "\(error)")
        #expect(!error.description.contains("secret"))
        #expect(fixture.paths.count { $0 == "/graph" } == 1)
    }

    @Test func aRedirectWithinTheOriginIsFollowedWithTheToken() throws {
        let fixture = try Fixture { request, response in
            switch request.path {
            case "/graph": Response(307, headers: ["Location": "/moved/graph"])
            case "/moved/graph": Recording.night1.bytes("graph.json").map { .json($0) } ?? response
            default: response
            }
        }
        #expect(try fixture.pull().graph.nodes.count == 96)
        #expect(fixture.server.requests.first { $0.path == "/moved/graph" }?.headers["authorization"] == "Bearer \(Fixture.token)")
    }

    /// A server that says the token back does not get it into a message or a file.
    @Test func anEchoOfTheTokenIsCut() throws {
        let fixture = try Fixture { request, response in
            request.path == "/graph"
                ? .json(#"{"error":{"code":"x","message":"bad token \#(Fixture.token) given","status":500}}"#, 500) : response
        }
        let error = try #require(fixture.failure())
        #expect(error.description.contains("bad token … given"), "\(error)")
        let optional = try Fixture { request, response in
            request.path == "/sources"
                ? .json(#"{"error":{"code":"x","message":"no \#(Fixture.token)\u000a\u001b[2Jx","status":500}}"#, 500) : response
        }
        let snapshot = try optional.pull()
        #expect(snapshot.findings.first?.message.contains("no …  [2Jx") == true, "\(snapshot.findings)")
        for bytes in tree(optional.out).values { #expect(!bytes.text.contains(Fixture.token)) }
    }

    @Test(arguments: [
        ("http://user@127.0.0.1:1", "user names and passwords in a URL are refused"),
        ("https://a:b@example.org", "user names and passwords"),
        ("http://example.org", "plain http sends the token and the vault readable over the network"),
        ("http://127.0.0.1.example.org", "plain http"), ("http://127.evil.org", "plain http"), ("http://192.168.1.5:8000", "plain http"),
        ("ftp://127.0.0.1", "ftp is not http or https"), ("file:///etc/passwd", "not a usable URL"), ("127.0.0.1:8000", "not a usable URL"),
        ("", "not a usable URL"), ("http://", "not a usable URL"), ("http://127.0.0.1:99999", "not a usable URL"),
        ("https://example.org?token=x", "no query"),
        ("https://example.org/#x", "no query"), ("javascript://x", "javascript is not http or https"),
    ])
    func anAddressThatIsNotUsed(_ url: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SnapshotError.self) { try pull(PullOptions(url: url, token: "t"), to: folder.file("out")) }
        #expect(error?.exitCode == 64)
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test(arguments: [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", "", "http://localhost"),
        ("http://LOCALHOST/", "http://localhost", "", "http://localhost"),
        ("http://[::1]:8000/api//", "http://[::1]:8000", "/api", "http://localhost"),
        ("http://127.1.2.3", "http://127.1.2.3", "", "http://localhost"),
        ("https://Wiki.Example.org:443/synapse/", "https://wiki.example.org", "/synapse", "https://wiki.example.org/synapse"),
        ("https://example.org:8443", "https://example.org:8443", "", "https://example.org:8443"),
    ])
    func addresses(_ url: String, _ origin: String, _ path: String, _ neutral: String) throws {
        let address = try ServerAddress(url, allowInsecure: false)
        #expect((address.origin, address.path, address.neutral) == (origin, path, neutral))
    }

    @Test func plainHTTPToAnotherHostWhereItWasAllowed() throws {
        #expect(try ServerAddress("http://192.168.1.5:8000", allowInsecure: true).neutral == "http://192.168.1.5:8000")
    }

    @Test func aPathBeforeTheAPI() throws {
        let fixture = try Fixture()
        let server = try TestServer { request in
            guard request.target.hasPrefix("/wiki/") else { return .notFound }
            return Recording.night1.answer(Request(target: String(request.target.dropFirst(5)), headers: request.headers))
        }
        var options = fixture.options()
        options.url = server.url + "/wiki/"
        try pull(options, to: fixture.out)
        #expect(core(fixture.out) == PullBadInputTests.sound)
    }
}

/// Time that a pull takes and gives.
@Suite struct PullPatienceTests {
    @Test(arguments: [429, 503]) func aLongRetryAfterEndsThePullAtOnce(status: Int) throws {
        let fixture = try Fixture { request, response in
            request.path == "/graph" ? .text(status, "Later", headers: ["Retry-After": "300"]) : response
        }
        let error = try #require(fixture.failure())
        #expect(error.exitCode == 75)
        #expect(error.description == "/graph: the server asks to come back in 300 seconds (\(status)). Run again then.")
        #expect(fixture.paths.count { $0 == "/graph" } == 1)
    }

    @Test func aShortRetryAfterIsKept() throws {
        let fixture = try Fixture()
        fixture.faults.add(.busy, "/graph", times: 1)
        let start = ContinuousClock.now
        try fixture.pull()
        #expect(start.duration(to: .now) >= .seconds(1))
    }

    @Test func theWholePullHasALimit() throws {
        let fixture = try Fixture()
        fixture.faults.add(.busy, "/graph")
        var options = fixture.options()
        options.timeouts.total = .milliseconds(600)
        let error = #expect(throws: SnapshotError.self) { try pull(options, to: fixture.out) }
        #expect(error?.exitCode == 75)
        #expect(error?.description.contains("the limit of time for the whole pull is reached") == true)
    }

    @Test func waitsGrowAndDiffer() {
        let retries = Retries(attempts: 9, wait: .milliseconds(100), longest: .seconds(2))
        for (attempt, longest) in [(1, 100), (2, 200), (3, 400), (5, 1600), (6, 2000), (60, 2000)] {
            let waits = (0..<50).map { _ in retries.pause(after: attempt) }
            #expect(waits.allSatisfy { $0 >= .milliseconds(longest / 2) && $0 <= .milliseconds(longest) })
            #expect(Set(waits).count > 10)
        }
    }

    /// Without a length in its head a cut answer looks whole to HTTP/1.0; its JSON does not.
    @Test func aCutAnswerWithoutALengthIsSeen() throws {
        let cut = Locked(true)
        let fixture = try Fixture { request, response in
            guard request.path == "/graph", cut.value else { return response }
            cut.change { $0 = false }
            return Response(headers: ["Content-Type": "application/json"], body: Array(response.body.prefix(5000)), accident: .unannounced)
        }
        try fixture.pull()
        #expect(core(fixture.out) == PullBadInputTests.sound)
    }

    @Test func queuesAreReadWithFewRequests() throws {
        @Sendable func items(_ request: Request, _ total: Int, _ member: String) -> Response {
            let offset = Int(request.query["offset"] ?? "") ?? 0
            let kinds = (0..<total).map {
                #"{"\#(member)":"\#($0 % 3 == 0 ? "stale-claim" : "broken-wikilink")","description":"secret text"}"#
            }
            return .json(#"{"items":[\#(kinds.dropFirst(offset).prefix(200).joined(separator: ","))],"total":\#(total)}"#)
        }
        let fixture = try Fixture { request, response in
            switch request.path {
            case "/review/queue": items(request, 150, "item_type")
            case "/lint/findings": items(request, 5000, "category")
            default: response
            }
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.dashboard.reviewByKind == ["stale-claim": 50, "broken-wikilink": 100])
        #expect(snapshot.dashboard.lintByKind == ["stale-claim": 200, "broken-wikilink": 400, "other": 4400])
        #expect(fixture.targets.count <= 12 + 1)
        #expect(!tree(fixture.out).values.contains { $0.text.contains("secret text") })
    }
}
