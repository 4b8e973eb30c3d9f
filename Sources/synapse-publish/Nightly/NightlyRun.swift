import Foundation
import Publishing
import Snapshot

/// A night: the steps of a configuration, each of them a command with the options that the configuration gives it.
struct NightlyRun {
    private let configuration: NightlyConfiguration
    private let session: Session
    private let file: String

    init(_ configuration: NightlyConfiguration, _ session: Session) throws(PublishingError) {
        self.configuration = configuration
        self.session = session
        file = try session.arguments.required(.configuration)
    }

    func run() throws(PublishingError) -> RunOutcome {
        // What is wrong with a setting is told before anything is done.
        let steps = try plan()
        let lock = try RunLock(folder: configuration.state)
        defer { withExtendedLifetime(lock) {} }
        let journal = NightlyJournal(recordFile, program: "synapse-publish \(version)", source: printableSource)
        let guardId = session.context.interruption.guarding { journal.interrupt() }
        defer { session.context.interruption.release(guardId) }
        var lines: [String] = []
        for step in steps { lines.append(try run(step, journal)) }
        try journal.close(.done, exitCode: 0)
        try tell(configuration.onSuccess, journal)
        var outcome = RunOutcome(summary: RunSummary(command: "nightly"))
        outcome.summary.run = journal.current
        outcome.lines = lines
        return outcome
    }

    private func run(_ step: NightlyStep, _ journal: NightlyJournal) throws(PublishingError) -> String {
        let began = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - began) / .seconds(1) }
        try journal.begin(step.name)
        do throws(PublishingError) {
            let outcome = try step.run(session)
            try journal.end(.done, after: seconds(), exitCode: 0, result: outcome.summary)
            return "\(step.name): \(outcome.lines.first ?? "done")"
        } catch {
            if session.context.interruption.isRequested { awaitEndBySignal() }
            let code = error.exitCode
            try journal.end(.failed, after: seconds(), exitCode: code, error: error)
            try journal.close(.failed, exitCode: code, failedStep: step.name)
            try tell(configuration.onFailure, journal)
            throw PublishingError(
                error.kind, "The step '\(step.name)' failed: \(error.what)", at: error.place, advice: error.advice, findings: error.findings
            )
        }
    }

    private var recordFile: String { "\(configuration.state)/run.json" }

    /// Without what a URL may carry besides its place.
    private var printableSource: String {
        guard var parts = URLComponents(string: configuration.source), parts.host != nil else {
            return withoutUserInfo(configuration.source)
        }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return withoutUserInfo(parts.string ?? "")
    }

    /// Runs the user's command. The night's outcome does not depend on it.
    private func tell(_ words: [String], _ journal: NightlyJournal) throws(PublishingError) {
        guard !words.isEmpty else { return }
        let record = journal.current
        let variables = [
            "SYNAPSE_NIGHTLY_OUTCOME": record.outcome.rawValue, "SYNAPSE_NIGHTLY_STEP": record.failedStep ?? "",
            "SYNAPSE_NIGHTLY_EXIT": String(record.exitCode ?? 0), "SYNAPSE_NIGHTLY_RECORD": recordFile,
            "SYNAPSE_NIGHTLY_SITE": "\(configuration.state)/site",
        ]
        var code: Int32 = 127
        do throws(PublishingError) {
            code = try ExternalProgram(words, variables: variables).run(session.context.interruption)
        } catch {
            session.console.error(error)
        }
        if code != 0 { session.console.note("warning: \(printable(words[0])) ended with \(code)") }
        try journal.notified(code)
    }

    // MARK: Plan

    /// The steps of this night, in order. Throws all that is wrong with their settings.
    private func plan() throws(PublishingError) -> [NightlyStep] {
        let state = configuration.state
        let isServer = configuration.source.contains("://")
        let snapshot = isServer ? "\(state)/snapshot" : configuration.source
        var check = NightlyCheck(configuration, session, file)
        var steps: [NightlyStep] = []
        func step(_ command: Command, _ name: String, _ operands: [String], _ given: [String: String]) -> NightlyStep {
            NightlyStep(name: name, command: command, arguments: check.arguments(of: command, name, operands, given))
        }
        if isServer {
            var pull = step(.pull, "pull", [configuration.source], ["out": snapshot])
            pull.sharesEarlier = snapshot
            steps.append(pull)
        } else {
            check.snapshot(snapshot)
        }
        steps.append(step(.check, "check", [snapshot], ["report": "\(state)/findings.json"]))
        var build = step(.build, "build", [snapshot], ["out": "\(state)/site"])
        build.mayLackStore = true
        steps.append(build)
        var kept = ["site": "\(state)/site"]
        for (name, command) in [("posters", Command.posters), ("gallery", .gallery)] where configuration.steps[name] != nil {
            steps.append(step(command, name, [snapshot], ["out": "\(state)/\(name)"]))
            kept[name] = "\(state)/\(name)"
        }
        if configuration.steps["archive"] != nil { steps.append(step(.archiveAdd, "archive", [snapshot], kept)) }
        if let target = configuration.target {
            if case .remote(let place) = target { check.remote(place) }
            steps.append(NightlyStep(name: "publish", publishing: "\(state)/site", to: target))
        }
        if configuration.steps["prune"] != nil {
            let store = configuration.steps["archive"]?.first { $0.name == "store" }?.value
            steps.append(step(.archivePrune, "prune", [], store.map { ["store": $0] } ?? [:]))
        }
        try check.throwIfFaulty()
        return steps
    }
}

/// One step, ready to run.
struct NightlyStep: Sendable {
    var name: String
    /// A snapshot that a pull shares unchanged files with, where it is there.
    var sharesEarlier: String?
    /// The archive is made by a later step of the first night.
    var mayLackStore = false
    private let work: @Sendable (Session, _ prepare: (inout Arguments) -> Void) throws(PublishingError) -> RunOutcome

    init(name: String, command: Command, arguments: Arguments) {
        self.name = name
        work = { (session, prepare) throws(PublishingError) in
            var arguments = arguments
            prepare(&arguments)
            let step = session.step(command, arguments)
            let outcome = try command.run(step)
            return try step.judge(outcome)
        }
    }

    init(name: String, publishing site: String, to target: NightlyConfiguration.Target) {
        self.name = name
        work = { (session, _) throws(PublishingError) in
            var outcome = RunOutcome(summary: RunSummary(command: "publish"))
            switch target {
            case .folder(let folder): outcome.take(try SiteTarget(site: site, session.context).copy(to: folder), at: folder)
            case .link(let link): outcome.take(try SiteTarget(site: site, session.context).turn(link), at: link)
            case .remote(let place): outcome.take(try RemoteTarget(site: site, to: place, session.context).send(), at: place)
            case .command(let words):
                let words = words.map { $0.replacing("{site}", with: site) }
                let code = try ExternalProgram(words).run(session.context.interruption)
                guard code == 0 else {
                    throw PublishingError(.inputOutput, "The program ended with \(code)", at: words[0], advice: "Its own messages say why")
                }
                outcome.lines = ["\(words[0]) took the site"]
            }
            return outcome
        }
    }

    func run(_ session: Session) throws(PublishingError) -> RunOutcome {
        try work(session) { arguments in
            if let earlier = sharesEarlier, isSnapshotFolder(earlier) { arguments.values[Option.since.name] = earlier }
            if mayLackStore, let store = arguments.text(.pastStore), !FileManager.default.fileExists(atPath: store) {
                for option in [Option.pastStore, .historyNights, .historyVersions] { arguments.values[option.name] = nil }
            }
        }
    }
}

extension RunOutcome {
    fileprivate mutating func take(_ published: Published, at place: String) {
        summary.output = place
        summary.files = published.files
        summary.bytes = published.bytes
        lines = [printable("\(place): \(count(published.files, "file")), \(size(published.bytes))")]
    }

    fileprivate mutating func take(_ sent: RemoteTarget.Outcome, at place: RemotePlace) {
        summary.output = "\(place)"
        summary.files = sent.sent
        summary.bytes = sent.bytes
        summary.removed = sent.removed
        summary.unchanged = sent.unchanged
        lines = [
            printable(
                "\(place): \(count(sent.sent, "file")) sent, \(size(sent.bytes)); \(sent.removed) removed, \(sent.unchanged) unchanged")
        ]
    }
}

extension Session {
    /// What a command of its own would say and do in the end: the report is written, and findings fail a strict step.
    fileprivate func judge(_ outcome: RunOutcome) throws(PublishingError) -> RunOutcome {
        var outcome = outcome
        let findings = FindingsList(outcome.findings)
        let told = outcome.baseline.map(findings.new) ?? findings
        outcome.summary.findings = findings.counts
        if let path = arguments.text(.report) { try replaceFile(path, with: try findings.report()) }
        guard arguments.has(.strict) || outcome.baseline != nil, told.failsStrictRun else { return outcome }
        throw PublishingError(
            .findings, "There are warnings or errors", at: arguments.text(.report) ?? "", advice: "Mend the pages, or run without strict",
            findings: told.all)
    }
}
