import CSystem
import Foundation
import Publishing

/// The program: finds the command, sorts its arguments, runs it.
///
/// - Returns: the exit code; see `exitCodeTable`.
func runCommandLine(_ words: [String]) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let words = Array(words.dropFirst())
    // Published files are for everybody's eyes, whatever the caller's mask.
    umask(0o022)
    let console = Console(environment: environment)
    let code = runCommandLine(words, console, environment)
    guard !console.isOutputWhole else { return code }
    let error = PublishingError(
        .inputOutput, "The result could not be written", at: "standard output", advice: "Write it to a place with room")
    console.error(error)
    return error.exitCode
}

private func runCommandLine(_ words: [String], _ console: Console, _ environment: [String: String]) -> Int32 {
    switch words.first {
    case "--help", "-h":
        console.print(programHelp())
        return 0
    case "--version":
        console.print("synapse-publish \(version)")
        return 0
    default:
        return runCommand(words, console, environment)
    }
}

private func runCommand(_ words: [String], _ console: Console, _ environment: [String: String]) -> Int32 {
    do throws(PublishingError) {
        let (command, rest) = try findCommand(words)
        do throws(PublishingError) {
            return try run(command, rest, console, environment)
        } catch {
            guard error.kind == .usage else { throw error }
            throw PublishingError(
                .usage, error.what, at: "synapse-publish \(command.name)",
                advice: error.advice.isEmpty ? "See synapse-publish \(command.name) --help" : error.advice)
        }
    } catch {
        console.error(error)
        return error.exitCode
    }
}

private func run(
    _ command: Command, _ words: [String], _ console: Console, _ environment: [String: String]
) throws(PublishingError) -> Int32 {
    let arguments = try parse(words, options: command.options + Option.output)
    if arguments.has(.help) {
        console.print(command.helpText())
        return 0
    }
    guard command.operandCount.contains(arguments.operands.count) else { throw command.wrongCount(of: arguments.operands) }
    let session = try Session(command, arguments, console, environment)
    try session.checkPlaces()
    return try session.finish(Result { () throws(PublishingError) in try command.run(session) })
}

/// The command with the most words that `words` begins with, and the words after it.
private func findCommand(_ words: [String]) throws(PublishingError) -> (Command, [String]) {
    let matching = commands.filter { words.starts(with: $0.words) }
    if let command = matching.max(by: { $0.words.count < $1.words.count }) {
        return (command, Array(words.dropFirst(command.words.count)))
    }
    guard let word = words.first else {
        throw usageError("No command was given", advice: "See synapse-publish --help")
    }
    if word.hasPrefix("-") {
        throw usageError("The command comes first, before \(word)", advice: "See synapse-publish --help")
    }
    let group = commands.filter { $0.words.count > 1 && $0.words[0] == word }
    guard group.isEmpty else {
        let names = group.map { $0.words[1] }
        let hint = words.count > 1 ? suggestion(for: words[1], among: names) : nil
        throw usageError("'\(word)' needs one of: \(names.joined(separator: ", "))", advice: hint ?? "See synapse-publish --help")
    }
    let hint = suggestion(for: word, among: commands.map { $0.words[0] })
    let place = word.contains("://") || word.contains("/") ? "To make a site of it: synapse-publish build \(word) --out DIR" : nil
    throw usageError("There is no command '\(word)'", advice: hint ?? place ?? "See synapse-publish --help")
}
