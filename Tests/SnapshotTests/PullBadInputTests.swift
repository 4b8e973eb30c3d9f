import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// What a server can do wrong, each with the outcome that a person sees: exit code and message.
@Suite struct PullBadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: Faults.Kind
        var path: String
        var exitCode: Int32
        var message: String

        var testDescription: String { "\(kind.rawValue) on \(path)" }

        init(_ kind: Faults.Kind, _ path: String, _ exitCode: Int32, _ message: String) {
            self.kind = kind
            self.path = path
            self.exitCode = exitCode
            self.message = message
        }
    }

    /// Routes that a snapshot cannot do without.
    static let fatal: [Case] =
        ["/status", "/pages", "/graph"].flatMap { path in
            [
                Case(.serverError, path, 69, "the server fails (500). Look into the server's log."),
                Case(.unavailable, path, 69, "the server fails (503)"),
                Case(.busy, path, 75, "the server is too busy (429). Run again later."),
                Case(.busyWithoutTime, path, 75, "too busy (429): another export is running."),
                Case(.refused, path, 77, "the server refuses the token (401). Make a new read-only token on the server."),
                Case(.forbidden, path, 77, "does not let this token read the route (403)"),
                Case(.reset, path, 69, "the connection broke"),
                Case(.truncated, path, 69, "the answer ended early. Run again later."),
                Case(.garbage, path, 69, "not the JSON of a Synapse server: something else where an object should be at byte 0"),
                Case(.login, path, 69, "an HTML page instead of data, perhaps a login page in front of the server"),
                Case(.loginWithStatus, path, 69, "an HTML page instead of data"),
                Case(.elsewhere, path, 69, "the server redirects to another origin, http://127.0.0.1:9; the token was not sent there"),
                Case(.redirectLoop, path, 69, "redirects without an end"),
            ]
        } + [
            Case(.missing, "/status", 69, "there is no such route: this is not a Synapse server. Look at the URL"),
            Case(.missing, "/pages", 69, "the server has no such route. This program reads Synapse 2.1 and later"),
            Case(.missing, "/graph", 69, "the server has no such route"),
            Case(.gone, "/graph", 69, "the server has no such route"),
            Case(.huge, "/status", 69, "the answer has more than 262144 bytes, the limit for this route"),
            Case(.huge, "/pages", 69, "the answer has more than 67108864 bytes, the limit for this route"),
            Case(.stalled, "/graph", 75, "the server did not answer in time, or stopped in the middle. Run again later."),
            Case(.trickled, "/graph", 75, "the server did not answer in time, or stopped in the middle"),
        ]

    @Test(arguments: fatal)
    func aFaultThatStaysEndsThePull(_ it: Case) throws {
        let fixture = try Fixture()
        fixture.faults.add(it.kind, it.path)
        let error = try #require(fixture.failure())
        #expect(error.exitCode == it.exitCode, "\(error)")
        #expect(error.description.contains(it.message), "\(error)")
        #expect(error.place.contains(it.path), "\(error)")
        #expect(!error.description.contains(Fixture.token))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == [])
    }

    static let passing: [Case] = ["/status", "/pages", "/graph", "/export/data.json", "/export", "/sources", "/lint/findings"].flatMap {
        path in
        [Faults.Kind.serverError, .busyWithoutTime, .reset, .truncated, .garbage].map { Case($0, path, 0, "") }
    }

    /// One bad answer is made good by the next try, and leaves no trace in the snapshot.
    @Test(arguments: passing)
    func aFaultThatPassesIsNotSeen(_ it: Case) throws {
        let fixture = try Fixture()
        fixture.faults.add(it.kind, it.path, times: 1)
        try fixture.pull()
        #expect(core(fixture.out) == Self.sound)
    }

    /// The sample vault's snapshot from an untroubled pull.
    static let sound = core(Repository.root.appending(path: "Examples/homelab").path)

    @Test(arguments: [
        Case(.missing, "/sources", 0, "the server does not offer /sources. Only the sources in the page list are known."),
        Case(.missing, "/projects", 0, "the server does not offer /projects"),
        Case(.missing, "/review/queue", 0, "the server does not offer /review/queue. The dashboard has no review items."),
        Case(.missing, "/lint/findings", 0, "the server does not offer /lint/findings"),
        Case(.missing, "/export/data.json", 0, "the server does not offer /export/data.json"),
        Case(.missing, "/export", 0, "the server does not offer /export. The files are asked for one by one."),
        Case(.serverError, "/sources", 0, "/sources: the server fails (500)"),
        Case(
            .forbidden, "/export", 0,
            "/export: the server does not let this token read the route (403). The files are asked for one by one."),
        Case(.busyWithoutTime, "/export", 0, "/export: the server is too busy (429): another export is running"),
        Case(.login, "/export/data.json", 0, "/export/data.json: an HTML page instead of data"),
        Case(.garbage, "/export", 0, "/export: not a ZIP"),
        Case(.elsewhere, "/export", 0, "/export: the server redirects to another origin"),
    ])
    func whatThePullCanDoWithoutIsAFinding(_ it: Case) throws {
        let fixture = try Fixture()
        fixture.faults.add(it.kind, it.path)
        let snapshot = try fixture.pull()
        #expect(snapshot.findings.count == 1)
        #expect(snapshot.findings.first?.message.contains(it.message) == true, "\(snapshot.findings)")
        #expect(["route-missing", "route-failed"].contains(snapshot.findings.first?.code))
        #expect(snapshot.pages.count == 106 && snapshot.pages.allSatisfy { $0.body == .present })
        #expect(snapshot.manifest.title == "Homelab Knowledge")
        #expect(try verifySnapshot(fixture.out) == [])
    }

    @Test func nobodyListens() throws {
        let fixture = try Fixture()
        fixture.server.stop()
        let error = try #require(fixture.failure())
        #expect(error.exitCode == 69)
        #expect(error.description == "\(fixture.url): cannot connect. Does the server run there?")
    }

    @Test func aHostThatDoesNotExist() throws {
        let folder = try TemporaryFolder()
        let options = PullOptions(url: "https://synapse.invalid", retries: Retries(attempts: 1))
        let error = #expect(throws: SnapshotError.self) { try pull(options, to: folder.file("out")) }
        #expect(error?.exitCode == 69)
        #expect(error?.description.hasPrefix("https://synapse.invalid: ") == true)
    }

    @Test func aMissingTokenAndAWrongOne() throws {
        let fixture = try Fixture()
        let missing = try #require(fixture.failure(token: nil))
        #expect(missing.exitCode == 77)
        #expect(missing.description.hasSuffix("the server wants a token (401). Give one with --token-file or SYNAPSE_TOKEN."))
        let wrong = try #require(fixture.failure(token: "wrong-token"))
        #expect(wrong.exitCode == 77)
        #expect(wrong.description.hasSuffix("the server refuses the token (401). Make a new read-only token on the server."))
        // A refusal is final: more tries would lock the address out.
        #expect(fixture.paths == ["/status", "/pages", "/status", "/pages"])
    }

    @Test(arguments: ["", "a b", "a\r\nX-Evil: 1", "a\n", "tökén"])
    func aTokenThatIsNoneIsNotSent(_ token: String) throws {
        let fixture = try Fixture()
        let error = try #require(fixture.failure(token: token))
        #expect(error.exitCode == 64)
        #expect(token.isEmpty || !error.description.contains(token))
        #expect(fixture.targets == [])
    }

    @Test func aServerThatIsNoSynapse() throws {
        let server = try TestServer { _ in .json(#"{"hello":"world"}"#) }
        let folder = try TemporaryFolder()
        let error = #expect(throws: SnapshotError.self) {
            try pull(PullOptions(url: server.url, retries: Retries(attempts: 1)), to: folder.file("out"))
        }
        #expect(error?.exitCode == 69)
        #expect(error?.description.contains("/status: not the JSON of a Synapse server: no vault_id, data_version and version") == true)
    }

    @Test func aVaultWithNoPages() throws {
        let fixture = try Fixture { request, response in
            switch request.path {
            case "/pages": .json(#"{"items":[],"total":0,"limit":500,"offset":0}"#)
            case "/graph": .json(#"{"nodes":[],"edges":[],"communities":[],"data_version":219}"#)
            case "/export/data.json": .json(#"{"pages":[],"links":[],"data_version":219}"#)
            case "/sources": .json(#"{"entries":[],"total":0,"truncated":false}"#)
            default: response
            }
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.pages == [] && snapshot.sources == [] && snapshot.graph == VaultGraph())
        #expect(snapshot.manifest.title == "homelab")
        #expect(snapshot.findings.map(\.code) == ["empty-graph", "empty-vault"])
        #expect(tree(fixture.out).keys.allSatisfy { !$0.hasPrefix("vault/") })
        #expect(try verifySnapshot(fixture.out) == [])
    }

    @Test func aGraphWithNoNodes() throws {
        let fixture = try Fixture { request, response in
            request.path == "/graph" ? .json(#"{"nodes":null,"edges":null,"communities":0,"data_version":219}"#) : response
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.graph == VaultGraph())
        #expect(snapshot.pages.count == 106)
        #expect(snapshot.findings.map(\.code) == ["empty-graph"])
    }

    @Test func titlesThatAreNull() throws {
        let fixture = try Fixture { request, response in
            guard request.path == "/pages" || request.path == "/graph" else { return response }
            var response = response
            let pattern = try? NSRegularExpression(pattern: #""title":"(\\.|[^"\\])*""#)
            let text = NSMutableString(string: response.body.text)
            _ = pattern?.replaceMatches(in: text, range: NSRange(location: 0, length: text.length), withTemplate: #""title":null"#)
            response.body = Array((text as String).utf8)
            return response
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.pages.count == 106)
        #expect(snapshot.pages.allSatisfy { $0.title == nil })
        #expect(snapshot.graph.nodes.count == 96)
        #expect(snapshot.findings == [])
    }

    @Test func twoPagesWithOneTitle() throws {
        let snapshot = try Fixture().pull()
        #expect(snapshot.pages.filter { $0.title == "Mirror" }.map(\.path) == ["wiki/concepts/mirror.md", "wiki/entities/mirror.md"])
    }

    /// The page list is not made worthless by one member of an unexpected type, which comes from hand-written frontmatter.
    @Test func membersOfOtherTypes() throws {
        let fixture = try Fixture { request, response in
            guard request.path == "/pages" else { return response }
            var response = response
            response.body = response.body.replacing(#""title":"Alder""#, with: #""title":2026"#)
                .replacing(#""title":"Birch""#, with: #""title":["x"]"#)
                .replacing(#""sources":["raw/sources/vlan-plan.md"]"#, with: #""sources":"raw/sources/vlan-plan.md""#)
            return response
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.pages.first { $0.path == "wiki/entities/alder.md" }?.title == "2026")
        #expect(snapshot.pages.first { $0.path == "wiki/entities/birch.md" }?.title == nil)
        #expect(snapshot.pages.contains { $0.sources == ["raw/sources/vlan-plan.md"] })
    }
}
