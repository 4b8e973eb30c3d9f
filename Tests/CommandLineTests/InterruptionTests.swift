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

    @Test(arguments: [1, 3])
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
