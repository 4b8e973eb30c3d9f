import Foundation
import Publishing
import Snapshot

/// A command being run: its arguments, and what every command shares.
struct Session: Sendable {
    let command: Command
    let arguments: Arguments
    let environment: [String: String]
    let console: Console
    let volume: Console.Volume
    let context: RunContext
    /// Whether other work of this process follows.
    let isStep: Bool

    init(_ command: Command, _ arguments: Arguments, _ console: Console, _ environment: [String: String]) throws(PublishingError) {
        self.command = command
        self.arguments = arguments
        self.environment = environment
        self.console = console
        if arguments.has(.quiet), arguments.has(.verbose) { throw usageError("--quiet and --verbose exclude each other") }
        volume = arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
        let jobs = try arguments.number(.jobs, in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
        context = RunContext(
            jobs: jobs, progress: volume == .quiet ? .none : console.progress, hashesOutput: arguments.has(.json))
        isStep = false
        watchSignals(context.interruption, console)
    }

    private init(partOf whole: Session, _ command: Command, _ arguments: Arguments) {
        self.command = command
        self.arguments = arguments
        environment = whole.environment
        console = whole.console
        volume = whole.volume
        context = whole.context
        isStep = true
    }

    /// A command that is a part of this one: with arguments of its own, and everything else shared.
    func step(_ command: Command, _ arguments: Arguments) -> Session { Session(partOf: self, command, arguments) }

    /// The source operand; the sample vault where there is none.
    var source: String { arguments.operands.first ?? "sample" }

    func resources() throws(PublishingError) -> Resources {
        try Resources(environment: environment, executable: Resources.executablePath())
    }

    /// Tells what a run did or why it failed, and writes the report in either case.
    ///
    /// - Returns: the exit code.
    func finish(_ result: Result<RunOutcome, PublishingError>) throws(PublishingError) -> Int32 {
        console.wipeBar()
        switch result {
        case .failure(let error):
            // What failed may have failed because a signal is taking it down; the exit code is then the signal's.
            if context.interruption.isRequested { awaitEndBySignal() }
            let findings = FindingsList(error.findings)
            tell(findings, errorsOnly: volume == .quiet)
            try writeReport(findings)
            if arguments.has(.json) { console.printBytes(try encodedFailure(error)) }
            throw error
        case .success(var outcome):
            let findings = FindingsList(outcome.findings)
            let told = outcome.baseline.map(findings.new) ?? findings
            outcome.summary.findings = findings.counts
            outcome.summary.newFindings = outcome.baseline.map { _ in told.all }
            if volume != .quiet { tell(told) }
            try writeReport(findings)
            if arguments.has(.json) {
                console.printBytes(try outcome.summary.json())
            } else if volume != .quiet {
                for line in outcome.lines { console.print(line) }
            }
            return (arguments.has(.strict) || outcome.baseline != nil) && told.failsStrictRun ? 1 : 0
        }
    }

    /// Findings go to standard error, beside the result.
    private func tell(_ findings: FindingsList, errorsOnly: Bool = false) {
        let findings = errorsOnly ? FindingsList(findings.all.filter { $0.severity == .error }) : findings
        for line in findings.lines(limit: volume == .verbose ? .max : 5) { console.note(line) }
    }

    private func writeReport(_ findings: FindingsList) throws(PublishingError) {
        guard let path = arguments.text(.report) else { return }
        try replaceFile(path, with: try findings.report())
    }

    private func encodedFailure(_ error: PublishingError) throws(PublishingError) -> [UInt8] {
        try FailureSummary(command: command.name, error).json()
    }
}
