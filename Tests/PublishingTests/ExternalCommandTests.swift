import Testing

@testable import Publishing

@Suite("External commands")
struct ExternalCommandTests {
    private func run(_ line: String, _ input: String = "", seconds: Double = 20, bytes: Int = 1 << 20) -> String {
        let command = ExternalCommand(line: line, interruption: Interruption(), secondsAllowed: seconds, bytesAllowed: bytes)
        switch command.run(Array(input.utf8)) {
        case .answer(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .failure(let reason): return "! " + reason
        }
    }

    @Test func inputGoesInAndTheAnswerComesOut() {
        #expect(run("tr a-z A-Z", "graph") == "GRAPH")
        #expect(run("true", String(repeating: "x", count: 1 << 20)) == "")
        #expect(run("echo why >&2; exit 3") == "! the command failed: why")
        #expect(run("no-such-program-anywhere").hasPrefix("! the command failed: "))
    }

    @Test func whatTakesTooLongOrSaysTooMuchIsEnded() {
        let clock = ContinuousClock()
        let time = clock.measure { #expect(run("sleep 60 & sleep 60", seconds: 0.3).hasPrefix("! the command took longer")) }
        #expect(time < .seconds(20))
        #expect(run("yes", bytes: 100_000).hasPrefix("! the command took longer"))
    }

    @Test func theTokenStaysHere() { #expect(run("env | grep -c SYNAPSE_; true") == "0\n") }
}
