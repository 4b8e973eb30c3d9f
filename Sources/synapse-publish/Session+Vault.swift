import Publishing
import Snapshot

extension Session {
    func openVault() throws(PublishingError) -> OpenVault { try openVault(source) }

    /// Opens a source; a server's vault is pulled into a temporary snapshot first, one on this disk into the cache.
    func openVault(_ source: String) throws(PublishingError) -> OpenVault {
        let resources = try resources()
        return try OpenVault(VaultSource(source), access: access(), resources: resources, context)
    }
}

extension Session {
    /// What is written must not lie in what is read.
    func checkPlaces() throws(PublishingError) {
        guard arguments.has(.out) || arguments.has(.report) else { return }
        let folder: String? =
            switch VaultSource(source) {
            case .folder(let path), .vault(let path): path
            case .sample: try resources().sampleSnapshot
            case .server: nil
            }
        try Publishing.checkPlaces(source: folder, out: arguments.text(.out), report: arguments.text(.report))
    }
}

extension RunOutcome {
    /// What was made of a vault, for people and as an object.
    init(_ made: Publication, command: String, out: String?) {
        summary = RunSummary(command: command)
        summary.vault = RunSummary.Vault(made.vault)
        summary.output = out
        summary.pages = made.pages
        summary.sources = made.sources
        summary.files = made.published?.files
        summary.bytes = made.published?.bytes
        summary.rootHash = made.published?.rootHash
        findings = made.findings.all
        let vault = "\(made.vault.title): \(count(made.pages, "page")), \(count(made.sources, "source"))"
        lines = [printable(vault)]
        if let published = made.published, let out {
            lines.append("\(printable(out)): \(count(published.files, "file")), \(size(published.bytes))")
        }
        if made.isUnchanged { lines.append("Nothing has changed: the files are those of the last build") }
        lines.append(findingsLine(made.findings))
    }
}

func findingsLine(_ findings: FindingsList) -> String {
    findings.all.isEmpty ? "No findings" : "\(count(findings.all.count, "finding")) of \(count(findings.counts.count, "kind"))"
}

/// `1 page`, `2 pages`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// Bytes for people: `812 B`, `4.2 MB`.
func size(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = bytes * 10
    var unit = 0
    while value >= 10_000, unit < units.count - 1 {
        value = (value + 500) / 1000
        unit += 1
    }
    return unit == 0 ? "\(bytes) B" : "\(value / 10).\(value % 10) \(units[unit])"
}
