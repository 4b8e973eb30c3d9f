import Publishing
import Snapshot

/// Finds all that is wrong with a night's settings before its first step: names that there are not, values that their commands do not
/// take, and what does not go together. Each is told with its line.
struct NightlyCheck {
    private struct Fault {
        var line: Int
        var kind: PublishingError.Kind
        var what: String
        var advice: String
    }

    private let configuration: NightlyConfiguration
    private let session: Session
    private let file: String
    private var faults: [Fault] = []

    init(_ configuration: NightlyConfiguration, _ session: Session, _ file: String) {
        self.configuration = configuration
        self.session = session
        self.file = file
    }

    func throwIfFaulty() throws(PublishingError) {
        let sorted = faults.sorted { $0.line < $1.line }
        guard let first = sorted.first else { return }
        throw PublishingError(
            first.kind, "In the configuration, \(first.what)", at: "\(file):\(first.line)", advice: first.advice,
            findings: sorted.dropFirst().map { fault in
                Finding(
                    "invalid-setting", .error, path: file, line: fault.line,
                    message: withoutUserInfo(fault.advice.isEmpty ? fault.what : "\(fault.what). \(fault.advice)"))
            })
    }

    /// A source that is no server must be there.
    mutating func snapshot(_ path: String) {
        guard !isSnapshotFolder(path) else { return }
        let advice = "It takes a server's URL, such as https://wiki.example.org, or a folder that pull has made"
        faults.append(Fault(line: line(of: "source"), kind: .noInput, what: "'source' is no snapshot: '\(path)'", advice: advice))
    }

    /// What rclone is to reach must be one of its remotes.
    mutating func remote(_ place: RemotePlace) {
        do throws(PublishingError) {
            try RemoteTarget.check(place, session.context)
        } catch {
            faults.append(Fault(line: line(of: "publish"), kind: error.kind, what: error.what, advice: error.advice))
        }
    }

    /// What the settings of a step are as options of its command.
    ///
    /// - Parameter given: options that a night sets itself.
    mutating func arguments(of command: Command, _ step: String, _ operands: [String], _ given: [String: String]) -> Arguments {
        var arguments = Arguments(values: given, operands: operands)
        let settings = configuration.steps[step] ?? []
        for setting in settings { take(setting, of: command, step, given, &arguments) }
        if ["archive", "prune"].contains(step), (arguments.values["store"] ?? "").isEmpty {
            let advice = "Name the archive's folder"
            faults.append(Fault(line: line(of: "archive"), kind: .configuration, what: "there is no 'archive.store'", advice: advice))
        }
        values(of: command, step, settings, arguments)
        return arguments
    }

    private func line(of step: String) -> Int { configuration.lines[step] ?? 1 }

    private mutating func take(
        _ setting: NightlyConfiguration.Setting, of command: Command, _ step: String, _ given: [String: String],
        _ arguments: inout Arguments
    ) {
        func fault(_ what: String, _ advice: String) -> Fault {
            Fault(line: setting.line, kind: .configuration, what: what, advice: advice)
        }
        guard let option = command.options.first(where: { $0.name == setting.name }), given[setting.name] == nil else {
            let names = command.options.map(\.name).filter { given[$0] == nil }
            let advice = suggestion(for: setting.name, among: names) ?? "It takes \(names.joined(separator: ", "))"
            faults.append(fault("the step '\(step)' has no setting '\(setting.name)'", advice))
            return
        }
        if option.value != nil {
            arguments.values[option.name] = setting.value
        } else if ["true", "yes"].contains(setting.value) {
            arguments.values[option.name] = ""
        } else if !["false", "no"].contains(setting.value) {
            faults.append(fault("'\(step).\(setting.name)' is a switch", "It takes true or false"))
        }
    }

    /// Has the command read its options, until nothing is left that it does not take: each fault is told, and what caused it left out.
    private mutating func values(
        of command: Command, _ step: String, _ settings: [NightlyConfiguration.Setting], _ arguments: Arguments
    ) {
        var arguments = arguments
        for _ in 0...settings.count {
            guard let error = fault(of: command, arguments) else { return }
            let culprit = settings.first { setting in
                var without = arguments
                guard without.values.removeValue(forKey: setting.name) != nil else { return false }
                return fault(of: command, without)?.what != error.what
            }
            let told = error.place.isEmpty ? error.what : "\(error.what) (\(error.place))"
            let what = settings.reduce(told) { $0.replacing("--\($1.name)", with: "\(step).\($1.name)") }
            let isAboutSource = culprit == nil && step == "pull"
            faults.append(
                Fault(
                    line: culprit?.line ?? line(of: isAboutSource ? "source" : step),
                    kind: error.kind == .noInput ? .noInput : .configuration,
                    what: isAboutSource ? "'source': \(what)" : what, advice: error.advice))
            guard let culprit else { return }
            arguments.values[culprit.name] = nil
        }
    }

    private func fault(of command: Command, _ arguments: Arguments) -> PublishingError? {
        let step = session.step(command, arguments)
        do throws(PublishingError) {
            try step.checkShared()
            try command.check(step)
            return nil
        } catch {
            return error
        }
    }
}
