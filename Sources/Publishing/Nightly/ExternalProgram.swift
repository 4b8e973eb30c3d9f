import CSystem
import Foundation

/// A program of the user's, run to its end: it writes to our standard error, and reads nothing.
public struct ExternalProgram: Sendable {
    private let words: [String]
    private let variables: [String: String]

    /// - Parameter variables: for its environment, besides what it has of ours.
    public init(_ words: [String], variables: [String: String] = [:]) {
        self.words = words
        self.variables = variables
    }

    /// An interruption of ours ends it, too.
    ///
    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    public func run(_ interruption: Interruption) throws(PublishingError) -> Int32 {
        guard let nothing = Descriptor("/dev/null") else {
            throw PublishingError(.inputOutput, failed: "cannot open", at: "/dev/null")
        }
        guard let child = spawn(words, input: nothing.raw, output: STDERR_FILENO, errors: STDERR_FILENO, variables: variables) else {
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
