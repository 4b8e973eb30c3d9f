/// The version of the program: CHANGELOG.md says what is in it.
let version = "0.1.0"

/// When it was made, for the manual.
let versionDate = "2026-11-30"

/// Exit codes of the program, after sysexits.h.
let exitCodeTable: KeyValuePairs<Int32, String> = [
    0: "done, also with findings",
    1: "there are warnings or errors, under --strict; new ones, with --baseline",
    64: "the call is wrong",
    65: "bad data: an unreadable or damaged snapshot, a file that could not be made, traces of private pages",
    66: "there is no such input",
    69: "the server is unavailable, or is not a Synapse server",
    73: "the output cannot be created; nothing was changed",
    74: "reading or writing failed",
    75: "another run is at work, or the server asks to come back later",
    77: "the token was refused or is missing",
    78: "bad configuration: the program's own files or an environment variable",
    130: "interrupted by SIGINT (143 by SIGTERM); the previous output is as it was",
]

func programHelp() -> String {
    """
    Usage: synapse-publish COMMAND [SOURCE] [options]

    Turns a Synapse vault into a website, graph posters and a gallery of screens, light and dark.

    Commands:
    \(columns(commands.map { ($0.name, $0.summary) }))

    SOURCE is a server's URL, a snapshot folder, a vault's own folder or ZIP (Synapse or Obsidian), or 'sample'
    for the sample vault, which is also taken when there is none. A folder named like a command or 'sample' is
    written with ./ before it.

    Options:
    \(columns([("--help", "print this help; COMMAND --help prints the command's"), ("--version", "print the version")]))

    Exit codes:
    \(columns(exitCodeTable.map { (String($0.key), $0.value) }))
    """
}

extension Command {
    func helpText() -> String {
        let rows = (options + Option.output).map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help) }
        return """
            Usage: synapse-publish \(name) \(synopsis)

            \(details)

            Options:
            \(columns(rows))

            Examples:
            \(examples.map { "  \($0)" }.joined(separator: "\n"))

            Exit codes:
            \(columns(exitCodeTable.filter { exitCodes.contains($0.key) }.map { (String($0.key), $0.value) }))
            """
    }
}

/// Two columns, two spaces before each.
private func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }.joined(separator: "\n")
}
