import Foundation
import HTTPServer
import Site
import Snapshot
import Testing
import Theme

@testable import Publishing

/// What the preview answers, without a network.
@Suite struct PreviewTests {
    @Test(arguments: [
        ("/", ""), ("/a.html", "a.html"), ("/a/", "a/"), ("/a%20b/%C3%A4.html", "a b/ä.html"), ("/a+b", "a+b"), ("/x%7Ey", "x~y"),
    ])
    func pathsAreDecodedComponentByComponent(_ sent: String, _ path: String) { #expect(PreviewPath(sent) == .inside(path)) }

    @Test(arguments: [
        "/..", "/../x", "/a/../b", "/%2e%2e/x", "/%2E%2e%2fetc", "/a%2fb", "/a%5cb", "/a\\b", "/.git/config", "/.synapse-publish.json",
        "//x", "/a//b",
        "/a%00b", "/%", "/%4", "/%zz", "/%ff", "x", "", "*", "/a%0ab",
    ])
    func pathsThatLeadOutLeadNowhere(_ sent: String) { #expect(PreviewPath(sent) == .nowhere) }

    @Test func rangesAreThoseOfTheStandard() {
        #expect(
            ByteRange(nil, size: 10) == .whole && ByteRange("bytes=0-3,5-6", size: 10) == .whole
                && ByteRange("lines=1-2", size: 10) == .whole)
        #expect(ByteRange("bytes=0-0", size: 10) == .part(0..<1) && ByteRange("bytes=4-", size: 10) == .part(4..<10))
        #expect(ByteRange("bytes=2-99999999999999999999", size: 10) == .part(2..<10) && ByteRange("bytes=-3", size: 10) == .part(7..<10))
        #expect(ByteRange("bytes=-99", size: 10) == .part(0..<10) && ByteRange("bytes=10-", size: 10) == .unsatisfiable)
        #expect(ByteRange("bytes=-0", size: 10) == .unsatisfiable && ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(
            ByteRange("bytes=5-4", size: 10) == .whole && ByteRange("bytes=-", size: 10) == .whole
                && ByteRange("bytes=a-b", size: 10) == .whole)
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/site/sub", withIntermediateDirectories: true)
        for (name, text) in [
            ("site/index.html", "<body>home</body>"), ("site/404.html", "<body>lost</body>"), ("site/data.bin", "0123456789"),
            ("site/sub/index.html", "<body>sub</body>"), ("site/.hidden", "x"), ("secret", "secret"),
        ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/site/out", withDestinationPath: "../secret")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/site/up", withDestinationPath: "..")
        return folder
    }

    private func server(_ folder: TemporaryFolder, isLoopback: Bool = true) throws -> PreviewServer {
        let theme = try Resources(environment: [:], executable: #filePath).theme()
        let server = PreviewServer(BuiltFolder(root: "\(folder.path)/site"), theme: theme, isLoopback: isLoopback)
        server.reload.tellNewSite()
        return server
    }

    /// Status, headers by name, and the body, the open file's part read.
    private func get(
        _ server: PreviewServer, _ path: String, method: String = "GET", _ headers: [String: String] = [:]
    ) -> (status: Int, headers: [String: String], body: String) {
        let headers = ["host": "127.0.0.1:8000"].merging(headers) { $1 }
        let answer = server.answer(HTTPRequest(method: method, path: path, headers: headers))
        let names = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        switch answer.body {
        case .bytes(let bytes): return (answer.status, names, String(decoding: bytes, as: UTF8.self))
        case .file(let descriptor, let offset, let count):
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: count)
            #expect(pread(descriptor, &bytes, count, off_t(offset)) == count)
            return (answer.status, names, String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func filesHaveTypesTagsAndParts() throws {
        let folder = try folder()
        let server = try server(folder)
        let home = get(server, "/")
        #expect(home.status == 200 && home.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(home.body == "<body>home<script src=\"/.synapse-publish/reload.js\" data-version=\"1\" defer></script>\n</body>")
        let data = get(server, "/data.bin")
        #expect(data.status == 200 && data.body == "0123456789" && data.headers["Content-Type"] == "application/octet-stream")
        let tag = try #require(data.headers["ETag"])
        #expect(get(server, "/data.bin", ["if-none-match": tag]).status == 304)
        #expect(get(server, "/data.bin", ["if-none-match": "\"other\", W/\(tag)"]).status == 304)
        #expect(get(server, "/data.bin", ["if-none-match": "\"other\""]).status == 200)
        let part = get(server, "/data.bin", ["range": "bytes=2-4"])
        #expect(part.status == 206 && part.body == "234" && part.headers["Content-Range"] == "bytes 2-4/10")
        #expect(get(server, "/data.bin", ["range": "bytes=2-4", "if-range": tag]).status == 206)
        #expect(get(server, "/data.bin", ["range": "bytes=2-4", "if-range": "\"old\""]).body == "0123456789")
        let beyond = get(server, "/data.bin", ["range": "bytes=10-"])
        #expect(beyond.status == 416 && beyond.headers["Content-Range"] == "bytes */10")
        #expect(get(server, "/", ["range": "bytes=0-5"]).body == "<body>")
        try Data("9876543210".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/site/data.bin"))
        #expect(get(server, "/data.bin", ["if-none-match": tag]).status == 200, "another file has another tag")
    }

    @Test func nothingOutsideTheSiteIsGiven() throws {
        let folder = try folder()
        let server = try server(folder)
        for path in ["/out", "/up/secret", "/../secret", "/%2e%2e/secret", "/.hidden", "/nothing", "/sub/nothing", "/data.bin/x"] {
            let answer = get(server, path)
            #expect(answer.status == 404 && answer.body.contains("lost") && !answer.body.contains("secret"), "\(path)")
        }
        #expect(get(server, "/sub").status == 301 && get(server, "/sub").headers["Location"] == "/sub/")
        #expect(get(server, "/sub/").body.contains("sub"))
        #expect(get(server, "/", method: "POST").status == 405 && get(server, "/", method: "HEAD").status == 200)
    }

    @Test func onlyThisMachinesNamesAreAnswered() throws {
        let folder = try folder()
        let server = try server(folder)
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8000"] {
            #expect(get(server, "/", ["host": host]).status == 200, "\(host)")
        }
        for host in ["evil.example", "localhost.evil.example:8000", "", "10.0.0.1"] {
            #expect(get(server, "/", ["host": host]).status == 421, "\(host)")
        }
        #expect(get(try self.server(folder, isLoopback: false), "/", ["host": "wiki.lan"]).status == 200)
        #expect(get(server, "/").headers["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test func browsersAreToldOfNewSitesAndOfErrors() throws {
        let folder = try folder()
        let server = try server(folder)
        let first = server.reload.current
        #expect(get(server, "/.synapse-publish/changes/-1").body.contains("\"version\" : 1"))
        server.reload.tell(error: "line 3")
        #expect(get(server, "/.synapse-publish/changes/\(first.number)").body.contains("\"error\" : \"line 3\""))
        let number = server.reload.current.number
        server.reload.tell(error: "line 3")
        #expect(server.reload.current.number == number, "the same again is no news")
        Thread.detachNewThread {
            usleep(50_000)
            server.show(BuiltFolder(root: "\(folder.path)/site/sub"))
        }
        #expect(server.reload.wait(for: number, seconds: 20).version == 2)
        #expect(get(server, "/").body.contains("sub"))
        #expect(server.reload.wait(for: server.reload.current.number, seconds: 0.01).version == 2, "a wait has an end")
    }

    @Test func theScriptStandsBeforeTheBodysEnd() {
        func added(_ text: String) -> String { String(decoding: LiveReload.adding(version: 7, to: Array(text.utf8)), as: UTF8.self) }
        let tag = String(decoding: LiveReload.tag(version: 7), as: UTF8.self)
        #expect(added("<p></body></body>") == "<p></body>\(tag)</body>" && added("<p>") == "<p>\(tag)" && added("") == tag)
    }

    @Test func changesAreSeen() throws {
        let folder = try folder()
        let path = "\(folder.path)/site"
        let before = Fingerprint([path])
        #expect(Fingerprint([path]) == before)
        try Data("y".utf8).write(to: URL(fileURLWithPath: "\(path)/.hidden"))
        #expect(Fingerprint([path]) == before, "hidden files are an editor's")
        try Data("longer".utf8).write(to: URL(fileURLWithPath: "\(path)/sub/index.html"))
        let after = Fingerprint([path])
        #expect(after != before)
        try FileManager.default.removeItem(atPath: "\(path)/data.bin")
        #expect(Fingerprint([path]) != after && Fingerprint(["\(path)/none"]) == Fingerprint(["\(path)/none"]))
    }

    /// Pages on a map stay where they were; new ones come among their neighbours.
    @Test func aMapGrowsWithoutMoving() {
        let old = VaultGraph(
            nodes: [.init(id: "a", x: 0, y: 0, community: 3), .init(id: "b", x: 10, y: 20, community: 3)],
            communities: [.init(id: 3, label: "C", size: 2, cohesion: 1)], layout: .init(method: "m"))
        var new = VaultGraph(nodes: ["a", "b", "c", "d"].map { .init(id: $0, x: 0, y: 0) })
        new.edges = [.init(source: 0, target: 2, weight: 1, kind: "link"), .init(source: 1, target: 2, weight: 1, kind: "link")]
        let placed = new.placed(like: old)
        #expect(placed.nodes[0] == .init(id: "a", x: 0, y: 0, community: 3) && placed.nodes[1].y == 20)
        #expect(placed.nodes[2].community == 3 && abs(placed.nodes[2].x - 9) < 0.001 && abs(placed.nodes[2].y - 14) < 0.001)
        #expect(placed.nodes[3].community == -1 && placed.nodes[3].x > 10 && placed.edges.count == 2 && placed.layout?.method == "m")
    }
}
