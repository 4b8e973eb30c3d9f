import CSystem
import Foundation

/// A command that the user configures, run by the shell: it reads a text on standard input and writes its answer on standard output.
///
/// Files and not pipes carry both, so that neither side waits for the other.
struct ExternalCommand: Sendable {
    let line: String
    let interruption: Interruption
    var secondsAllowed = 30.0
    var bytesAllowed = 4 << 20

    enum Outcome: Sendable {
        case answer([UInt8])
        /// One line for people.
        case failure(String)
    }

    func run(_ input: [UInt8]) -> Outcome {
        guard let source = tmpfile(), let answer = tmpfile(), let errors = tmpfile() else {
            return .failure("no temporary file can be made")
        }
        defer { for file in [source, answer, errors] { fclose(file) } }
        guard fwrite(input, 1, input.count, source) == input.count, fflush(source) == 0 else {
            return .failure("the input could not be written")
        }
        rewind(source)
        guard let process = spawn(["/bin/sh", "-c", line], input: fileno(source), output: fileno(answer), errors: fileno(errors)) else {
            return .failure("the shell cannot be started")
        }
        // The whole group: the shell's own children too.
        let guardId = interruption.guarding { kill(-process, SIGKILL) }
        defer { interruption.release(guardId) }
        guard let status = wait(for: process, writing: fileno(answer)) else {
            return .failure("the command took longer than \(Int(secondsAllowed)) s or wrote too much")
        }
        guard status == 0 else {
            let said = Self.content(of: errors, atMost: 4096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first
            let reason = said.map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? "it said nothing"
            return .failure("the command failed: \(reason)")
        }
        return .answer(Self.content(of: answer, atMost: bytesAllowed))
    }

    /// The exit status; nil where the process had to be ended.
    private func wait(for process: pid_t, writing output: Int32) -> Int32? {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(secondsAllowed)
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            var facts = stat()
            let isTooLong = fstat(output, &facts) == 0 && Int(facts.st_size) > bytesAllowed
            if ended < 0 || isTooLong || clock.now > end {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                return nil
            }
            usleep(5000)
        }
    }

    private static func content(of file: UnsafeMutablePointer<FILE>, atMost limit: Int) -> [UInt8] {
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in count = fread(buffer.baseAddress, 1, limit, file) }
    }
}
