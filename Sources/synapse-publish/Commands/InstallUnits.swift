import Foundation
import Publishing

extension Command {
    static let installUnits = Command(
        words: ["nightly", "install-units"],
        synopsis: "DIR [--config FILE] [options]",
        summary: "write systemd units and a cron line for nightly",
        details: """
            Writes a systemd service that may write to nothing but the configured folders, its timer, and a line for
            cron to DIR. Nothing is installed: the files say what to do with them. --config names the configuration as
            the service will find it (/etc/synapse-publish/nightly.yml); where it can be read, its folders are taken.
            """,
        operandCount: 1...1,
        options: [.configuration],
        examples: ["synapse-publish nightly install-units units --config /etc/synapse-publish/nightly.yml"],
        exitCodes: [0, 64, 66, 73, 78],
        run: { session throws(PublishingError) in
            let file = absolute(session.arguments.text(.configuration) ?? "/etc/synapse-publish/nightly.yml")
            let isThere = FileManager.default.fileExists(atPath: file)
            guard isThere || !session.arguments.has(.configuration) else {
                throw PublishingError(
                    .noInput, "There is no such configuration", at: file, advice: "Write it first: nightly --help shows one")
            }
            let folders = isThere ? try NightlyConfiguration(file: file).writableFolders : ["/var/lib/synapse-publish"]
            let units = ServiceUnits(
                program: Resources.executablePath() ?? "/usr/local/bin/synapse-publish", configuration: file, writable: folders)
            let folder = session.source
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw PublishingError(.cannotCreate, "cannot make the folder: \(error.localizedDescription)", at: folder)
            }
            for unit in units.files { try replaceFile("\(folder)/\(unit.name)", with: Array(unit.text.utf8)) }
            var outcome = RunOutcome(summary: RunSummary(command: "nightly install-units"))
            outcome.summary.output = folder
            outcome.lines = units.files.map { printable("\(folder)/\($0.name)") }
            return outcome
        })
}
