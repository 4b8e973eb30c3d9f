import CSystem
import Foundation

/// Starts a program in a process group of its own, with these three files as its input, output and errors.
///
/// Signals are not blocked in it: our threads block those that one of them waits for, and a child would inherit that. It does not get the
/// variables whose names begin with `SYNAPSE_` of our own environment: a token is for the vault's server alone.
///
/// - Parameter variables: further variables for it.
/// - Returns: the process; nil with `errno` set where there is none.
func spawn(_ words: [String], input: Int32, output: Int32, errors: Int32, variables: [String: String] = [:]) -> pid_t? {
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
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    let isSet =
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) == 0
        && posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0
        && posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) == 0
        && posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK)) == 0
        && posix_spawnattr_setpgroup(&attributes, 0) == 0 && posix_spawnattr_setsigmask(&attributes, &noSignals) == 0
    guard isSet else { return nil }
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SYNAPSE_") }
    let environment = inherited.merging(variables) { $1 }.sorted { $0.key < $1.key }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
    var assignments: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + assignments { free(text) } }
    var process = pid_t()
    let problem = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &assignments)
    errno = problem
    return problem == 0 ? process : nil
}
