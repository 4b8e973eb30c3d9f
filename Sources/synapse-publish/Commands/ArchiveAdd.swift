import Archive
import Publishing

extension Option {
    static let store = Option("store", "DIR", "the archive: an OCFL storage root")
    static let site = Option("site", "DIR", "keep this site, too")
    static let posterFolder = Option("posters", "DIR", "keep these posters, too")
    static let galleryToKeep = Option("gallery", "DIR", "keep this gallery, too")
    static let label = Option("label", "TEXT", "a name for the night besides its date")
}

extension Command {
    static let archiveAdd = Command(
        words: ["archive", "add"],
        synopsis: "SNAPSHOT --store DIR [--site DIR] [options]",
        summary: "keep a night: a snapshot and what was made of it",
        details: """
            Adds a night to an archive, which is made where there is none: an OCFL 1.1 storage root with one object a
            night. Stored are the files whose bytes the nights before do not have. The night is named after the day of
            the pull in UTC; one that is there already is not kept twice. A run that is killed leaves the archive valid.
            """,
        operandCount: 1...1,
        options: [.store, .site, .posterFolder, .galleryToKeep, .label, .jobs],
        examples: [
            "synapse-publish archive add snapshot --site site --store archive",
            "synapse-publish archive add snapshot --store archive --label \"before the move\"",
        ],
        exitCodes: [0, 64, 65, 66, 73, 74, 75, 130],
        run: { session throws(PublishingError) in
            var source = NightSource(
                snapshot: session.source == "sample" ? try session.resources().sampleSnapshot : session.source,
                label: session.arguments.text(.label), program: "synapse-publish \(version)")
            for option in [Option.site, .posterFolder, .galleryToKeep] {
                if session.arguments.has(option) { source.folders[option.name] = try session.arguments.required(option) }
            }
            let added = try session.archive().add(source)
            var outcome = RunOutcome(summary: RunSummary(command: "archive add"))
            outcome.summary.output = try session.arguments.required(.store)
            outcome.summary.night = NightSummary(added.record)
            outcome.lines = [added.isNew ? added.record.line : "\(added.record.name) is kept already, and nothing changed since"]
            return outcome
        })
}

extension Session {
    func archive() throws(PublishingError) -> ArchiveRuns {
        ArchiveRuns(store: try arguments.required(.store), context)
    }
}

extension NightRecord {
    /// `2026-11-30    212 files    4.2 MB    new: 17 files, 81.3 kB    (label)`, for people.
    var line: String {
        let text = "\(name)  \(count(files, "file")), \(size(bytes)); new: \(count(newFiles, "file")), \(size(newBytes))"
        return printable(label.map { "\(text)  (\($0))" } ?? text)
    }
}
