import CSystem
import Foundation

/// A program of the user's, run to its end.
public struct ExternalProgram: Sendable {
    private let words: [String]
    private let environment: [String: String]

    /// - Parameter environment: without the server's token, which is nobody else's.
    public init(_ words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment.filter { $0.key != "SYNAPSE_TOKEN" }
    }

    /// Runs it with our standard error as its output, and no input. An interruption ends it, too.
    ///
    /// - Returns: its exit code; 128 and the number of the signal that ended it; 127 where there is no such program.
    public func run(_ interruption: Interruption) throws(PublishingError) -> Int32 {
        let child = try start()
        let guardId = interruption.guarding { kill(child, SIGTERM) }
        defer { interruption.release(guardId) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw PublishingError(.inputOutput, failed: "cannot wait for the program", at: words[0]) }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private func start() throws(PublishingError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        // These fail for want of memory only; then the program fails to start below, or runs with our own settings.
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // Our threads block the signals that one of them waits for; a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let problem = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        guard problem == 0 else {
            errno = problem
            throw PublishingError(.noInput, failed: "cannot start the program", at: words[0], advice: "Name a program that is there")
        }
        return child
    }
}

/// One run at a time in a folder.
public final class RunLock: Sendable {
    private let descriptor: Int32

    /// Makes the folder where it is missing. Throws `temporary` where another run holds the lock.
    public init(folder: String) throws(PublishingError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw PublishingError(.cannotCreate, "cannot make the folder: \(error.localizedDescription)", at: folder, advice: "Name another as `state`")
        }
        let path = "\(folder)/lock"
        let opened = syn_open_at(AT_FDCWD, path, O_RDWR | O_CREAT, 0o644)
        guard opened >= 0 else { throw PublishingError(.cannotCreate, failed: "cannot make the lock", at: path) }
        guard syn_try_lock(opened) == 0 || errno != EWOULDBLOCK else {
            close(opened)
            throw PublishingError(.temporary, "Another nightly run is at work", at: folder, advice: "Wait until it has ended")
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
