/// The manual page, in the macros of man(7), made from the table of commands.
func manualPage() -> String {
    var page = Roff()
    page.line(".TH SYNAPSE\\-PUBLISH 1 \"\(versionDate)\" \"synapse\\-publish \(version)\" \"User Commands\"")
    page.section("NAME")
    page.text("synapse-publish - turn a Synapse vault into a website, graph posters and a gallery of screens")
    page.section("SYNOPSIS")
    page.line(".B synapse\\-publish")
    page.line("\\fICOMMAND\\fR [\\fISOURCE\\fR] [\\fIoptions\\fR]")
    page.section("DESCRIPTION")
    page.text(
        """
        Reads a Synapse vault (a self-hosted wiki of Markdown pages, their sources, and a knowledge graph) and makes a
        website of it, light and dark, posters of its graph, a gallery of the app's screens for design review, and an
        archive of its nights. Pages marked publish: false leave no trace in any of it.

        SOURCE is a server's URL, a snapshot folder, a vault's own folder or ZIP (Synapse or Obsidian), or 'sample' for
        the sample vault, which is also taken when there is none. A folder named like a command or 'sample' is written
        with ./ before it.
        """)
    page.section("COMMANDS")
    for command in commands { page.add(command) }
    page.section("EXIT STATUS")
    for (code, meaning) in exitCodeTable { page.item("\\fB\(code)\\fR", meaning) }
    page.section("ENVIRONMENT")
    page.item("\\fBSYNAPSE_TOKEN\\fR", "the server's token, where --token-file names none")
    page.item("\\fBSYNAPSE_PUBLISH_RESOURCES\\fR", "the folder with templates and public, where it is not beside the program")
    page.item("\\fBNO_COLOR\\fR", "no colours on a terminal")
    page.item("\\fBTMPDIR\\fR, \\fBXDG_CACHE_HOME\\fR", "where temporary snapshots lie, and those of vaults on this disk")
    page.section("FILES")
    page.item("\\fIsynapse\\-publish.yml\\fR", "settings of a site, in the vault, beside SOURCE, or in the working folder")
    return page.source
}

private struct Roff {
    private(set) var source = ""

    mutating func line(_ text: String) { source += text + "\n" }

    mutating func section(_ title: String) { line(".SH " + title) }

    /// Paragraphs; lines that are indented stay as they are.
    mutating func text(_ text: String) {
        var isPlain = true
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if row.isEmpty {
                if !isPlain { line(".fi") }
                isPlain = true
                line(".PP")
                continue
            }
            let isIndented = row.hasPrefix("  ")
            if isIndented, isPlain { line(".nf") }
            if !isIndented, !isPlain { line(".fi") }
            isPlain = !isIndented
            line(Self.escaped(String(row)))
        }
        if !isPlain { line(".fi") }
    }

    /// - Parameter label: written as roff.
    mutating func item(_ label: String, _ text: String) {
        line(".TP")
        line(label)
        line(Self.escaped(text))
    }

    mutating func add(_ command: Command) {
        line(".SS " + Self.escaped(command.name))
        line("\\fBsynapse\\-publish " + Self.escaped(command.name) + "\\fR " + Self.escaped(command.synopsis))
        line(".PP")
        text(command.details)
        for option in command.options {
            item("\\fB\\-\\-\(Self.escaped(option.name))\\fR" + (option.value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""), option.help)
        }
        line(".PP")
        line("Examples:")
        line(".PP")
        line(".nf")
        for example in command.examples { line(Self.escaped("  " + example)) }
        line(".fi")
    }

    /// groff_char(7): signs that roff would read, and those that it would draw as others.
    private static func escaped(_ text: String) -> String {
        var out = ""
        for character in text {
            switch character {
            case "\\": out += "\\e"
            case "-": out += "\\-"
            case "^": out += "\\(ha"
            case "~": out += "\\(ti"
            case "`": out += "\\(ga"
            case "'": out += "\\(aq"
            case "…": out += "..."
            default: out.append(character)
            }
        }
        return out.hasPrefix(".") ? "\\&" + out : out
    }
}
