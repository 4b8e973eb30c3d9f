import Foundation
import Testing

@testable import Publishing

@Suite("The program's own files")
struct ResourcesTests {
    private func failure(_ environment: [String: String], _ executable: String?) -> PublishingError? {
        do throws(PublishingError) {
            _ = try Resources(environment: environment, executable: executable)
            return nil
        } catch {
            return error
        }
    }

    @Test func areFoundAboveTheExecutableInACheckout() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "checkout/templates/tokens.json")
        try folder.write("a", to: "checkout/public/css/site.css")
        let resources = try Resources(environment: [:], executable: folder("checkout/.build/release/synapse-publish"))
        #expect(resources.root == folder("checkout"))
        #expect(try resources.publicFile("css/site.css") == [97])
    }

    @Test func areFoundInAnInstalledPrefix() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "usr/local/share/synapse-publish/templates/tokens.json")
        let resources = try Resources(environment: [:], executable: folder("usr/local/bin/synapse-publish"))
        #expect(resources.root == folder("usr/local/share/synapse-publish"))
    }

    @Test func theVariableComesFirst() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "one/templates/tokens.json")
        try folder.write("{}", to: "two/templates/tokens.json")
        let environment = ["SYNAPSE_PUBLISH_RESOURCES": folder("two")]
        #expect(try Resources(environment: environment, executable: folder("one/bin/x")).root == folder("two"))
        let wrong = try #require(failure(["SYNAPSE_PUBLISH_RESOURCES": folder("three")], folder("one/bin/x")))
        #expect(wrong.exitCode == 78 && wrong.place.contains("three"))
    }

    @Test func theirAbsenceIsTold() throws {
        #expect(failure([:], "/nowhere/bin/synapse-publish")?.exitCode == 66)
        #expect(failure([:], nil)?.exitCode == 66)
    }

    @Test func aMissingFileIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("no tokens", to: "templates/tokens.json")
        let resources = try Resources(environment: [:], executable: folder("synapse-publish"))
        do throws(PublishingError) {
            _ = try resources.publicFile("missing.css")
            Issue.record("read a file that is not there")
        } catch {
            #expect(error.exitCode == 78 && error.place == folder("public/missing.css"))
        }
        #expect(throws: PublishingError.self) { try resources.theme() }
    }
}

@Suite("Sources")
struct VaultSourceTests {
    @Test func areToldApart() {
        #expect(VaultSource("sample") == .sample)
        #expect(VaultSource("./sample") == .folder("./sample"))
        #expect(VaultSource("http://127.0.0.1:8765") == .server("http://127.0.0.1:8765"))
        #expect(VaultSource("ftp://host/x") == .server("ftp://host/x"))
        #expect(VaultSource("snapshots/2026-11-12") == .folder("snapshots/2026-11-12"))
    }
}

@Suite("Replacing a file")
struct ReplaceFileTests {
    @Test func newAndOldFilesAndDevices() throws {
        let folder = try TemporaryFolder()
        try replaceFile(folder("r.json"), with: [49])
        try replaceFile(folder("r.json"), with: [50])
        #expect(try folder.contents(of: "") == ["r.json": "2"])
        try replaceFile("/dev/null", with: [49])
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "r.json")
        try replaceFile(folder("link"), with: [51])
        #expect(try folder.contents(of: "")["r.json"] == "3")
        #expect(try folder.names() == ["link", "r.json"])
    }

    @Test func aFolderThatIsNotThereIsTold() throws {
        let folder = try TemporaryFolder()
        do throws(PublishingError) {
            try replaceFile(folder("no/r.json"), with: [])
            Issue.record("written")
        } catch {
            #expect(error.exitCode == 73)
        }
    }
}
