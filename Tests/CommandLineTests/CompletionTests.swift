import Foundation
import Testing

@testable import synapse_publish

/// Completions and the manual, read by the programs that they are for, where these are installed.
@Suite("Command line: completions")
struct CompletionTests {
    private static func has(_ program: String) -> Bool { path(program) != nil }

    private static func path(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func call(_ program: String, _ arguments: [String], in folder: String) throws -> (code: Int32, said: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.path(program)))
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let pipe = Pipe()
        (process.standardOutput, process.standardError, process.standardInput) = (pipe, pipe, FileHandle.nullDevice)
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    @Test func everyCommandAndOptionIsInEachScriptAndTheManual() {
        for shell in Shell.allCases {
            for command in commands {
                for word in command.words { #expect(shell.script.contains(word), "\(shell) \(word)") }
                for option in command.options { #expect(shell.script.contains(option.name), "\(shell) \(option.name)") }
            }
        }
        let page = manualPage()
        for command in commands { #expect(page.contains(".SS \(command.name.replacing("-", with: "\\-"))\n")) }
        #expect(page.hasPrefix(".TH SYNAPSE\\-PUBLISH 1 ") && !page.contains("\n'") && !page.contains("\n.\n"))
    }

    /// What bash offers after these words, the last of them unfinished.
    @Test(
        .enabled(if: has("bash")),
        arguments: [
            (["bu"], ["build"]), (["archive", "r"], ["restore"]), (["build", "--no-"], ["--no-posters", "--no-search", "--no-markdown"]),
            (["build", "--theme", ""], ["both", "light", "dark"]), (["posters", "x", "--tier", "o"], ["overview"]),
            (["check", "p"], ["privacy"]), (["completions", "z"], ["zsh"]), (["archive", "add", "--s"], ["--store", "--site"]),
            (["build", "--config", "s"], ["settings.yml"]), (["build", "--out", "f"], ["folder"]), (["init", "fo"], ["folder"]),
            (["zzz", ""], []),
        ])
    func bashOffers(_ words: [String], _ offered: [String]) throws {
        let scratch = try Scratch()
        try scratch.write(Shell.bash.script, to: "_script")
        try scratch.write("", to: "settings.yml")
        try FileManager.default.createDirectory(atPath: scratch("folder"), withIntermediateDirectories: true)
        let line = (["synapse-publish"] + words).map { "'\($0)'" }.joined(separator: " ")
        let program =
            "source ./_script; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _synapse_publish; printf '%s\\n' \"${COMPREPLY[@]}\""
        let answer = try call("bash", ["--norc", "-u", "-c", program], in: scratch.path)
        #expect(answer.code == 0)
        #expect(Set(answer.said.split(separator: "\n").map(String.init)) == Set(offered), "\(words): \(answer.said)")
    }

    @Test(.enabled(if: has("zsh"))) func zshReadsItsScript() throws {
        let scratch = try Scratch()
        try scratch.write(Shell.zsh.script, to: "_synapse-publish")
        #expect(try call("zsh", ["-f", "-n", "_synapse-publish"], in: scratch.path) == (0, ""))
    }

    @Test(
        .enabled(if: has("fish")),
        arguments: [
            ("bu", "build"), ("archive re", "restore"), ("build --no-p", "--no-posters"), ("build --theme li", "light"),
            ("completions z", "zsh"),
        ])
    func fishOffers(_ typed: String, _ offered: String) throws {
        let scratch = try Scratch()
        try scratch.write(Shell.fish.script, to: "script.fish")
        let answer = try call(
            "fish", ["--no-config", "-c", "source ./script.fish; complete -C 'synapse-publish \(typed)'"], in: scratch.path)
        let words = answer.said.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(answer.code == 0 && words == [offered], "\(typed): \(answer.said)")
    }

    @Test(.enabled(if: has("mandoc"))) func mandocHasNothingToSay() throws {
        let scratch = try Scratch()
        try scratch.write(manualPage(), to: "page.1")
        // Its own house rules ask for the macros of mdoc(7) and a system's name; those are not faults.
        #expect(try call("mandoc", ["-T", "lint", "-W", "warning", "page.1"], in: scratch.path).said == "")
    }

    @Test(.enabled(if: has("groff"))) func groffHasNothingToSay() throws {
        let scratch = try Scratch()
        try scratch.write(manualPage(), to: "page.1")
        #expect(try call("groff", ["-man", "-ww", "-Tascii", "-z", "page.1"], in: scratch.path) == (0, ""))
        let page = try call("groff", ["-man", "-Tascii", "-P-cbou", "page.1"], in: scratch.path)
        #expect(page.said.contains("synapse-publish build [SOURCE] --out DIR [options]"))
    }

    @Test func aWrongShellIsTold() throws {
        let wrong = try run("completions", "zhs")
        #expect(wrong.code == 64 && wrong.errors.contains("Did you mean 'zsh'?"))
        let script = try run("completions", "fish")
        #expect(script.code == 0 && script.output == Shell.fish.script && script.errors.isEmpty)
        #expect(try run("manual").output == manualPage())
    }

    @Test func initNeverOverwrites() throws {
        let scratch = try Scratch()
        let first = try run("init", in: scratch.path)
        #expect(first.code == 0 && scratch.names() == ["synapse-publish.yml"])
        try scratch.write("title: mine\n", to: "synapse-publish.yml")
        let again = try run("init", ".", in: scratch.path)
        #expect(again.code == 73 && again.errors.contains("left as it is"))
        #expect(String(decoding: try scratch.bytes("synapse-publish.yml"), as: UTF8.self) == "title: mine\n")
        #expect(try run("init", "nowhere", in: scratch.path).code == 73)
    }
}
