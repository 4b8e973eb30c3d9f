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
        guard let process = start(fileno(source), fileno(answer), fileno(errors)) else { return .failure("the shell cannot be started") }
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

    /// Nil where there is no process; its group is its own.
    private func start(_ input: Int32, _ output: Int32, _ errors: Int32) -> pid_t? {
        #if os(Linux)
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #else
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Our threads block the signals that one of them waits for; a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        let flags = Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK)
        let isSet =
            posix_spawn_file_actions_adddup2(&actions, input, 0) == 0 && posix_spawn_file_actions_adddup2(&actions, output, 1) == 0
            && posix_spawn_file_actions_adddup2(&actions, errors, 2) == 0
            && posix_spawnattr_setflags(&attributes, flags) == 0 && posix_spawnattr_setpgroup(&attributes, 0) == 0
            && posix_spawnattr_setsigmask(&attributes, &none) == 0
        guard isSet else { return nil }
        // A token is for the vault's server alone.
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SYNAPSE_") }.map { "\($0.key)=\($0.value)" }
        let arguments: [String] = ["/bin/sh", "-c", line]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { (word: String) in strdup(word) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.sorted().map { (word: String) in strdup(word) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        return posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &variables) == 0 ? process : nil
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
