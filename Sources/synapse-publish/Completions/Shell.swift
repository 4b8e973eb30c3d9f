/// Completions for a shell, made from the table of commands.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: bashCompletion()
        case .zsh: zshCompletion()
        case .fish: fishCompletion()
        }
    }
}

/// What stands behind an option.
enum ValueKind {
    case file, folder
    case words([String])
    /// Nothing that could be guessed.
    case free
}

extension Option {
    /// Nil for a switch.
    var kind: ValueKind? {
        guard let value else { return nil }
        if !choices.isEmpty { return .words(choices) }
        switch value {
        case "FILE": return .file
        case "DIR", "SNAPSHOT": return .folder
        default: return .free
        }
    }
}

extension Command {
    var allOptions: [Option] { options + Option.output }

    /// First words of commands, each once, in the order of the help.
    static var firstWords: [String] {
        commands.reduce(into: []) { words, command in if !words.contains(command.words[0]) { words.append(command.words[0]) } }
    }

    /// Second words after a first one.
    static func secondWords(after first: String) -> [(word: String, summary: String)] {
        commands.filter { $0.words.count == 2 && $0.words[0] == first }.map { ($0.words[1], $0.summary) }
    }

    /// The summary of a first word: of the command, or of those below it.
    static func summary(ofFirst word: String) -> String {
        commands.first { $0.words == [word] }?.summary ?? secondWords(after: word).map(\.word).joined(separator: ", ")
    }

    /// Commands of two words, which a shell has to look for first.
    static var pairs: [String] { commands.filter { $0.words.count == 2 }.map(\.name) }
}

// MARK: bash

/// https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
private func bashCompletion() -> String {
    var cases = ""
    for command in commands {
        let options = command.allOptions.map { "--" + $0.name }.joined(separator: " ")
        let operand = command.operandCount.upperBound == 0 ? "none" : command.operandChoices.isEmpty ? "file" : "words"
        cases += "        \"\(command.name)\") options=\"\(options)\" operand=\(operand)"
        cases += command.operandChoices.isEmpty ? " ;;\n" : " words=\"\(command.operandChoices.joined(separator: " "))\" ;;\n"
    }
    var values = ""
    for command in commands {
        for option in command.allOptions {
            guard let kind = option.kind else { continue }
            let action =
                switch kind {
                case .file: "_synapse_publish_paths -f"
                case .folder: "_synapse_publish_paths -d"
                case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
                case .free: ":"
                }
            values += "        \"\(command.name):--\(option.name)\") \(action); return ;;\n"
        }
    }
    var seconds = ""
    for first in Command.firstWords {
        let words = Command.secondWords(after: first).map(\.word)
        if !words.isEmpty { seconds += "        \(first)) second=\"\(words.joined(separator: " "))\" ;;\n" }
    }
    return """
        # Completion of synapse-publish for bash, made by: synapse-publish completions bash

        _synapse_publish_paths() {
            local IFS=$'\\n'
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen "$1" -- "$word"))
        }

        _synapse_publish() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            local first=${COMP_WORDS[1]} command options= operand=none words= second=
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "\(Command.firstWords.joined(separator: " ")) --help --version" -- "$word"))
                return
            fi
            command=$first
            if [ "$COMP_CWORD" -gt 2 ]; then
                case "$first ${COMP_WORDS[2]}" in
                \(Command.pairs.map { "\"\($0)\"" }.joined(separator: "|"))) command="$first ${COMP_WORDS[2]}" ;;
                esac
            fi
            case "$command:$before" in
        \(values)    esac
            case "$command" in
        \(cases)    esac
            case "$word" in
            -*) COMPREPLY=($(compgen -W "$options" -- "$word")); return ;;
            esac
            case "$operand" in
            file) _synapse_publish_paths -f ;;
            words) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
            esac
            if [ "$COMP_CWORD" -eq 2 ]; then
                case "$first" in
        \(seconds)        esac
                COMPREPLY+=($(compgen -W "$second" -- "$word"))
            fi
        }

        complete -F _synapse_publish synapse-publish

        """
}

// MARK: zsh

/// zshcompsys(1): `_arguments` and `_describe`.
private func zshCompletion() -> String {
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
    func plain(_ text: String) -> String { text.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:") }
    var cases = ""
    for command in commands {
        var specs = command.allOptions.map { option -> String in
            let action: String? =
                switch option.kind {
                case nil: nil
                case .file?: "_files"
                case .folder?: "_files -/"
                case .words(let words)?: "(\(words.joined(separator: " ")))"
                case .free?: " "
                }
            return quoted("--\(option.name)[\(plain(option.help))]" + (action.map { ":\(plain(option.value ?? "")):\($0)" } ?? ""))
        }
        if command.operandCount.upperBound > 0 {
            specs.append(
                quoted(command.operandChoices.isEmpty ? "*:file:_files" : "1:word:(\(command.operandChoices.joined(separator: " ")))"))
        }
        cases += "        (\(quoted(command.name))) _arguments \(specs.joined(separator: " \\\n            ")) ;;\n"
    }
    var seconds = ""
    for first in Command.firstWords {
        let words = Command.secondWords(after: first)
        if words.isEmpty { continue }
        seconds += "            (\(first)) names=(\(words.map { quoted("\($0.word):\(plain($0.summary))") }.joined(separator: " "))) ;;\n"
    }
    let firsts = Command.firstWords.map { "            " + quoted("\($0):\(plain(Command.summary(ofFirst: $0)))") }.joined(separator: "\n")
    return """
        #compdef synapse-publish
        # Completion of synapse-publish for zsh, made by: synapse-publish completions zsh

        _synapse-publish() {
            local -a names
            if (( CURRENT == 2 )); then
                names=(
        \(firsts)
                )
                _describe command names
                return
            fi
            local name=$words[2] skipped=1
            if (( CURRENT > 3 )); then
                case "$words[2] $words[3]" in
                    (\(Command.pairs.map(quoted).joined(separator: "|"))) name="$words[2] $words[3]"; skipped=2 ;;
                esac
            fi
            if (( CURRENT == 3 )); then
                case $words[2] in
        \(seconds)        esac
                (( $#names )) && _describe command names
            fi
            shift $skipped words
            (( CURRENT -= skipped ))
            case $name in
        \(cases)    esac
        }

        _synapse-publish "$@"

        """
}

// MARK: fish

/// https://fishshell.com/docs/current/completions.html
private func fishCompletion() -> String {
    func quoted(_ text: String) -> String { "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
    var lines: [String] = []
    for first in Command.firstWords {
        lines.append("complete -c synapse-publish -n '__synapse_publish_words 1' -a \(first) -d \(quoted(Command.summary(ofFirst: first)))")
        for second in Command.secondWords(after: first) {
            lines.append(
                "complete -c synapse-publish -n '__synapse_publish_words 2; and __synapse_publish_is \(first)' -a \(second.word) -d "
                    + quoted(second.summary))
        }
    }
    for command in commands {
        let start = "complete -c synapse-publish -n '__synapse_publish_is \(command.name)'"
        for option in command.allOptions {
            let value =
                switch option.kind {
                case nil: ""
                case .file?: " -r -F"
                case .folder?: " -x -a '(__fish_complete_directories)'"
                case .words(let words)?: " -x -a \(quoted(words.joined(separator: " ")))"
                case .free?: " -x"
                }
            lines.append("\(start) -l \(option.name)\(value) -d \(quoted(option.help))")
        }
        if !command.operandChoices.isEmpty {
            lines.append("\(start) -a \(quoted(command.operandChoices.joined(separator: " ")))")
        } else if command.operandCount.upperBound > 0 {
            lines.append("\(start) -F")
        }
    }
    return """
        # Completion of synapse-publish for fish, made by: synapse-publish completions fish

        function __synapse_publish_words
            test (count (commandline -opc)) -eq $argv[1]
        end

        function __synapse_publish_is
            set -l words (commandline -opc)
            set -l name $words[2]
            if contains -- "$words[2] $words[3]" \(Command.pairs.map(quoted).joined(separator: " "))
                set name "$words[2] $words[3]"
            end
            test "$name" = "$argv"
        end

        complete -c synapse-publish -f
        \(lines.joined(separator: "\n"))

        """
}
