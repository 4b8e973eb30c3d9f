import Graph
import Publishing
import Testing

@testable import synapse_publish

@Suite("Command line: usage")
struct UsageTests {
    @Test func versionAndHelpGoToStandardOutput() throws {
        let version = try run("--version")
        #expect(version.code == 0 && version.errors.isEmpty)
        #expect(version.output == "synapse-publish \(synapse_publish.version)\n")
        let help = try run("--help")
        #expect(help.code == 0 && help.errors.isEmpty)
        for command in commands { #expect(help.output.contains("  \(command.name) ")) }
        #expect(try run("-h").output == help.output)
    }

    @Test(arguments: commands.map(\.name))
    func everyCommandExplainsItself(_ name: String) throws {
        let command = try #require(commands.first { $0.name == name })
        let program = try Program(command.words + ["--help"])
        try program.start()
        let help = try program.wait()
        #expect(help.code == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("Usage: synapse-publish \(name) "))
        for option in command.options { #expect(help.output.contains("--\(option.name)")) }
        for example in command.examples { #expect(help.output.contains(example)) }
        for code in command.exitCodes { #expect(help.output.contains("\n  \(code) ")) }
        for line in help.output.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }

    /// Words of a call, what standard error must say.
    static let wrongCalls: [(words: [String], said: String)] = [
        ([], "No command was given"),
        (["biuld"], "Did you mean 'build'?"),
        (["frobnicate"], "There is no command 'frobnicate'"),
        (["--out", "x", "build"], "The command comes first"),
        (["http://127.0.0.1:1"], "synapse-publish build http://127.0.0.1:1 --out DIR"),
        (["snapshot"], "'snapshot' needs one of: verify"),
        (["snapshot", "verfy", "x"], "Did you mean 'verify'?"),
        (["snapshot", "verify"], "Something is missing"),
        (["build"], "--out DIR is missing"),
        (["build", "--out", ""], "--out DIR is missing"),
        (["build", "--jbos", "2", "--out", "x"], "Did you mean '--jobs'?"),
        (["build", "--zzz", "--out", "x"], "There is no option --zzz"),
        (["build", "-z", "--out", "x"], "There is no option -z"),
        (["build", "--out"], "--out needs a value"),
        (["build", "--json=1", "--out", "x"], "--json takes no value"),
        (["build", "a", "b", "--out", "x"], "'b' is too much"),
        (["build", "--out", "x", "--jobs", "0"], "--jobs takes a whole number from 1 to 1024, not '0'"),
        (["build", "--out", "x", "--jobs", "two"], "not 'two'"),
        (["build", "--out", "x", "--jobs", "99999999999999999999"], "--jobs takes a whole number"),
        (["build", "--out", "x", "--theme", "drak"], "Did you mean 'dark'?"),
        (["build", "--out", "x", "--lang", "en us"], "--lang does not know 'en us'"),
        (["build", "--out", "x", "--lang", "zh-Hant"], "It takes en, it, de, ja or ar, also with a region"),
        (["build", "--out", "x", "--lang", "ed"], "Did you mean 'de'?"), (["build", "--out", "x", "--compress", "zip"], "It takes gz, br"),
        (["build", "--out", "x", "--offline", "al"], "Did you mean 'all'?"),
        (["build", "--out", "x", "--og-images", "x"], "groups, pages"),
        (["build", "--out", "x", "--lang", ""], "--lang does not know ''"),
        (["build", "--out", "x", "--quiet", "--verbose"], "exclude each other"),
        (["build", "--out", "x", "--out", "y"], "--out is given twice"),
        (["build", "--out", "x", "--base-url", "example.org"], "--base-url takes an http or https address"),
        (["build", "--out", "x", "--base-url", "https://me@example.org/"], "--base-url takes an http or https address"),
        (["pull", "https://%", "--out", "x"], "not a usable URL"),
        (["pull", "--out", "x"], "Something is missing"),
        (["posters", "--out", "x", "--tier", "overview,"], "--tier does not know ''"),
        (["posters", "--out", "x", "--tier", "overveiw"], "Did you mean 'overview'?"),
        (["posters", "--out", "x", "--format", "bmp"], "It takes png, svg"),
        (["posters", "--out", "x", "--size", "100x100"], "--size does not know '100x100'"),
        (["posters", "--out", "x", "--size", "2048"], "--size does not know '2048'"),
        (["posters", "--out", "x", "--size", "A0", "--dpi", "1200"], "56173 by 39732 pixels"),
        (["posters", "--out", "x", "--dpi", "12"], "--dpi takes a whole number from 36"),
        (["gallery", "--tier", "all", "--out", "x"], "There is no option --tier"),
    ]

    @Test(arguments: wrongCalls.indices)
    func aWrongCallIsExplained(_ index: Int) throws {
        let (words, said) = Self.wrongCalls[index]
        let program = try Program(words)
        try program.start()
        let outcome = try program.wait()
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(said), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("error: ") && outcome.errors.contains("\n  way out: "))
    }

    @Test func wordsThatAreOnlyASlipAwayAreFound() {
        #expect(editDistance("", "abc") == 3 && editDistance("abc", "") == 3 && editDistance("", "") == 0)
        #expect(editDistance("build", "biuld") == 1)
        #expect(editDistance("kitten", "sitting") == 3)
        #expect(suggestion(for: "chekc", among: ["check", "build"]) == "Did you mean 'check'?")
        #expect(suggestion(for: "x", among: ["check", "build"]) == nil)
    }
}

@Suite("Arguments")
struct ArgumentsTests {
    private let options: [Option] = [.out, .jobs, .strict, .theme, .tier, .format, .size, .dpi, .color, .language]

    @Test func optionsAndOperandsMayMix() throws {
        let arguments = try parse(["a", "--out=x y", "--strict", "b", "--jobs", "3"], options: options)
        #expect(arguments.operands == ["a", "b"])
        #expect(arguments.values == ["out": "x y", "strict": "", "jobs": "3"])
    }

    @Test func afterTwoDashesEverythingIsAnOperand() throws {
        #expect(try parse(["--strict", "--", "--out", "-"], options: options).operands == ["--out", "-"])
    }

    @Test func namesOutsideASCIIAndEmptyOnesComeThrough() throws {
        let arguments = try parse(["", "é§🦀/日本", "--out", "--strict"], options: options)
        #expect(arguments.operands == ["", "é§🦀/日本"])
        #expect(arguments.values == ["out": "--strict"])
    }

    @Test func ofTwoNeitherIsGuessed() throws {
        #expect(throws: PublishingError.self) { try parse(["--out", "a", "--out", "b"], options: options) }
        #expect(try parse(["--strict", "--strict"], options: options).values == ["strict": ""])
    }

    @Test func posterOptionsHaveTheirMeaning() throws {
        func request(_ words: String...) throws -> PosterRequest { try parse(words, options: options).posterRequest(SiteSettings()) }
        let standard = try request()
        #expect(standard.tiers == Tier.allCases && standard.formats == [.png, .svg] && standard.appearances == [.light, .dark])
        #expect(standard.width == PosterRequest().width && standard.height == PosterRequest().height)
        let other = try request("--tier", "detail,overview", "--format", "svg", "--size", "640X480", "--theme", "dark", "--color", "domain")
        #expect(other.tiers == [.overview, .detail] && other.formats == [.svg] && other.appearances == [.dark] && other.color == .domain)
        #expect(other.width == 640 && other.height == 480)
        let paper = try request("--size", "A4", "--dpi", "300")
        #expect(paper.width == 3508 && paper.height == 2480 && paper.dpi == 300)
        #expect(try request("--tier", "all").tiers == Tier.allCases)
    }

    @Test(arguments: ["en", "de", "ar-EG", "de-CH-1996"])
    func languageTagsAreTaken(_ tag: String) throws {
        #expect(try parse(["--lang", tag], options: options).rules(SiteSettings()).language == tag)
    }
}

@Suite("Progress bar")
struct ProgressBarTests {
    private func line(_ stage: String, _ done: Int, _ steps: Int, _ columns: Int) -> String {
        barLine(Console.BarState(stage: stage, steps: steps, done: done), columns: columns)
    }

    @Test func showsHowFarItIs() {
        #expect(line("Rendering", 0, 10, 43) == "Rendering  [                    ]  0 of 10")
        #expect(line("Rendering", 5, 10, 43) == "Rendering  [==========          ]  5 of 10")
        #expect(line("Rendering", 9, 10, 20) == "Rendering 9 of 10")
    }

    @Test(arguments: [0, 1, 5, 20, 30, 46, 80, 300])
    func neverWraps(_ columns: Int) {
        for done in [0, 1, 5_000, 10_000] {
            let text = line("Rendering", done, 10_000, columns)
            #expect(text.count <= max(0, columns - 1))
            #expect(!text.contains("\n"))
        }
        #expect(line("Putting a site at a place with a long name", 0, 0, columns).count <= max(0, columns - 1))
    }
}
