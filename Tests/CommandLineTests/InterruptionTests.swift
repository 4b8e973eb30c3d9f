import Foundation
import Testing

@Suite("Command line: interruptions")
struct InterruptionTests {
    private static let words = ["posters", "--out", "p", "--jobs", "2"]

    /// Starts a run over an earlier output, waits until it has written something, and ends it.
    private func endHalfWay(by signal: Int32, in scratch: Scratch, after files: Int = 1) throws -> Program.Outcome {
        let program = try Program(Self.words, in: scratch.path)
        try program.start()
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline, program.process.isRunning, staged(in: scratch) <= files { usleep(500) }
        #expect(kill(program.process.processIdentifier, signal) == 0)
        return try program.wait()
    }

    /// Files in staging folders, the marker counted.
    private func staged(in scratch: Scratch) -> Int { stagingFolders(in: scratch).reduce(0) { $0 + scratch.names(of: $1).count } }

    private func stagingFolders(in scratch: Scratch) -> [String] { scratch.names().filter { $0.hasPrefix(".p.synapse-publish-") } }

    private func earlierOutput(in scratch: Scratch) throws -> [String: Data] {
        #expect(try run("posters", "--tier", "overview", "--format", "svg", "--out", "p", in: scratch.path).code == 0)
        return try scratch.contents(of: "p")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesThePreviousOutputAndNothingElse(_ signal: Int32) throws {
        let scratch = try Scratch()
        let before = try earlierOutput(in: scratch)
        let outcome = try endHalfWay(by: signal, in: scratch)
        #expect(outcome.code == 128 + signal, "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("Interrupted; the previous output is as it was\n"))
        #expect(scratch.names() == ["p"])
        #expect(try scratch.contents(of: "p") == before)
    }

    @Test(arguments: [0, 1, 3])
    func aKilledRunLeavesThePreviousOutputAndTheNextTidiesUp(_ files: Int) throws {
        let scratch = try Scratch()
        let before = try earlierOutput(in: scratch)
        let outcome = try endHalfWay(by: SIGKILL, in: scratch, after: files)
        #expect(outcome.code == -SIGKILL)
        #expect(try scratch.contents(of: "p") == before)
        #expect(stagingFolders(in: scratch).count == 1)
        #expect(try run("posters", "--tier", "overview", "--format", "svg", "--out", "p", in: scratch.path).code == 0)
        #expect(scratch.names() == ["p"])
        #expect(try scratch.contents(of: "p") == before)
    }

    /// A port on which somebody listens and never answers; nil where the machine has none to give.
    private func silentPort() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isListening)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test(arguments: ["pull", "build"])
    func aPullThatWaitsCanBeEnded(_ command: String) throws {
        let scratch = try Scratch()
        let (descriptor, port) = try silentPort()
        defer { close(descriptor) }
        let program = try Program(
            [command, "http://127.0.0.1:\(port)", "--out", "s"], environment: ["TMPDIR": scratch.path], in: scratch.path)
        try program.start()
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline, program.process.isRunning, scratch.names().isEmpty { usleep(500) }
        #expect(kill(program.process.processIdentifier, SIGTERM) == 0)
        let outcome = try program.wait()
        #expect(outcome.code == 143, "\(outcome.errors)")
        #expect(scratch.names() == [])
    }

    @Test func anIgnoredSignalStaysIgnored() throws {
        let scratch = try Scratch()
        let program = try Program(["posters", "--tier", "overview", "--out", "p"], in: scratch.path, ignoringHangUp: true)
        try program.start()
        while program.process.isRunning, staged(in: scratch) <= 1 { usleep(500) }
        _ = kill(program.process.processIdentifier, SIGHUP)
        #expect(try program.wait().code == 0)
    }

    @Test func twoRunsToOnePlaceDoNotMeet() throws {
        let scratch = try Scratch()
        let first = try Program(Self.words, in: scratch.path)
        try first.start()
        while first.process.isRunning, staged(in: scratch) <= 1 { usleep(500) }
        let second = try run("posters", "--tier", "overview", "--out", "p", in: scratch.path)
        #expect(second.code == 75, "\(second.errors)")
        #expect(try first.wait().code == 0)
        #expect(scratch.names() == ["p"] && scratch.names(of: "p").count == 14)
    }
}
