import Publishing

extension Command {
    static let completions = Command(
        words: ["completions"],
        synopsis: "SHELL",
        summary: "print completions for bash, zsh or fish",
        details: """
            Prints what a shell needs to complete commands, options and their values, made from the same tables as this
            help. make install puts all three where the shells look for them.
            """,
        operandCount: 1...1,
        options: [],
        examples: [
            "synapse-publish completions bash > ~/.local/share/bash-completion/completions/synapse-publish",
            "synapse-publish completions zsh > ~/.zfunc/_synapse-publish",
            "synapse-publish completions fish > ~/.config/fish/completions/synapse-publish.fish",
        ],
        exitCodes: [0, 64],
        operandChoices: Shell.allCases.map(\.rawValue),
        run: { session throws(PublishingError) in
            let name = session.arguments.operands[0]
            let names = Shell.allCases.map(\.rawValue)
            guard let shell = Shell(rawValue: name) else {
                throw usageError(
                    "There are no completions for '\(name)'",
                    advice: suggestion(for: name, among: names) ?? "There are some for \(names.joined(separator: ", "))")
            }
            return RunOutcome(printing: shell.script, command: "completions")
        })

    static let manual = Command(
        words: ["manual"],
        synopsis: "[options]",
        summary: "print the manual page",
        details: """
            Prints the manual page as man reads it, made from the same tables as this help. make install puts it where
            man looks for it.
            """,
        operandCount: 0...0,
        options: [],
        examples: ["synapse-publish manual | man -l -"],
        exitCodes: [0, 64],
        run: { _ throws(PublishingError) in RunOutcome(printing: manualPage(), command: "manual") })
}

extension RunOutcome {
    /// A text as it is, without the last line's end, which printing adds.
    fileprivate init(printing text: String, command: String) {
        self.init(summary: RunSummary(command: command))
        lines = [String(text.dropLast())]
    }
}
