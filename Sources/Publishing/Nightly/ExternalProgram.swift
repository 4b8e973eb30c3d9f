import CSystem
import Foundation

/// A program of the user's, run to its end.
public struct ExternalProgram: Sendable {
    private let words: [String]
    private let variables: [String: String]

    /// - Parameter variables: for its environment, besides what it has of ours.
    public init(_ words: [String], variables: [String: String] = [:]) {
        self.words = words
        self.variables = variables
    }

    /// Whether there is such a program: a path, or a name that is looked for in `PATH`.
    public static func isThere(_ name: String) -> Bool {
        if name.contains("/") { return access(name, X_OK) == 0 }
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Runs it without any input; what it says goes to our standard error. An interruption of ours ends it, too.
    ///
    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    public func run(_ interruption: Interruption) throws(PublishingError) -> Int32 {
        guard let nothing = Descriptor("/dev/null") else {
            throw PublishingError(.inputOutput, failed: "cannot open", at: "/dev/null")
        }
        return try run(input: nothing.raw, output: STDERR_FILENO, errors: STDERR_FILENO, interruption)
    }

    /// What a program said.
    struct Answer {
        var exitCode: Int32
        var output: [UInt8]
        var errors: [UInt8]
    }

    /// The same with something to read, and with what it says kept. Files and not pipes carry all three, so that neither side waits for
    /// the other.
    func answer(to input: [UInt8], _ interruption: Interruption) throws(PublishingError) -> Answer {
        guard let source = tmpfile(), let output = tmpfile(), let errors = tmpfile() else {
            throw PublishingError(.inputOutput, failed: "cannot make a temporary file", at: words[0])
        }
        defer { for file in [source, output, errors] { fclose(file) } }
        guard fwrite(input, 1, input.count, source) == input.count, fflush(source) == 0 else {
            throw PublishingError(.inputOutput, failed: "cannot write a temporary file", at: words[0])
        }
        rewind(source)
        let code = try run(input: fileno(source), output: fileno(output), errors: fileno(errors), interruption)
        return Answer(exitCode: code, output: try content(of: output), errors: try content(of: errors))
    }

    private func content(of file: UnsafeMutablePointer<FILE>) throws(PublishingError) -> [UInt8] {
        guard lseek(fileno(file), 0, SEEK_SET) == 0, let bytes = readAll(fileno(file), atMost: 1 << 30) else {
            throw PublishingError(.inputOutput, failed: "cannot read the program's answer", at: words[0])
        }
        return bytes
    }

    private func run(input: Int32, output: Int32, errors: Int32, _ interruption: Interruption) throws(PublishingError) -> Int32 {
        guard let child = spawn(words, input: input, output: output, errors: errors, variables: variables) else {
            throw PublishingError(.noInput, failed: "cannot start the program", at: words[0], advice: "Name a program that is there")
        }
        let guardId = interruption.guarding { kill(-child, SIGTERM) }
        defer { interruption.release(guardId) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw PublishingError(.inputOutput, failed: "cannot wait for the program", at: words[0]) }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
