internal import Foundation
public import Snapshot

/// All findings of a run: sorted, each once.
public struct FindingsList: Sendable {
    public let all: [Finding]

    public init(_ findings: [Finding]) {
        var once: [Finding] = []
        for finding in findings.sorted() where once.last != finding { once.append(finding) }
        all = once
    }

    /// How many there are of one kind.
    public struct Count: Sendable, Equatable, Codable {
        public var code: String
        public var severity: Finding.Severity
        public var count: Int
    }

    /// Errors first, then warnings, then notes; by code within.
    public var counts: [Count] {
        groups.map { Count(code: $0.code, severity: $0.severity, count: $0.findings.count) }
    }

    /// Whether `--strict` fails the run. Notes do not: they tell what is unusual, and every vault has some.
    public var failsStrictRun: Bool { all.contains { $0.severity != .note } }

    private struct Report: Codable { var findings: [Finding] }

    /// The `--report` file: one object with the list under `findings`.
    public func report() throws(PublishingError) -> [UInt8] { try encodedJSON(Report(findings: all)) }

    /// What an earlier run wrote with `--report`.
    public init(reportAt path: String) throws(PublishingError) {
        guard let bytes = readFile(path, atMost: 1 << 30) else {
            throw PublishingError(
                .noInput, "There is no report to compare with", at: path, advice: "An earlier run writes one with --report \(path)")
        }
        do {
            self.init(try JSONDecoder().decode(Report.self, from: Data(bytes)).findings)
        } catch {
            throw PublishingError(.badData, "The file is no report of findings", at: path, advice: "Write it anew with --report \(path)")
        }
    }

    /// What is here and not in `known`. A finding is known again by its kind, page and message, wherever on the page it is now; where the
    /// page has it more often than before, the last ones are new.
    public func new(since known: FindingsList) -> FindingsList {
        struct Key: Hashable { var code, path, message: String }
        var left: [Key: Int] = [:]
        for finding in known.all { left[Key(code: finding.code, path: finding.path, message: finding.message), default: 0] += 1 }
        return FindingsList(
            all.filter { finding in
                let key = Key(code: finding.code, path: finding.path, message: finding.message)
                guard let count = left[key], count > 0 else { return true }
                left[key] = count - 1
                return false
            })
    }

    /// For people, one line a finding, grouped by kind.
    ///
    /// - Parameter limit: how many of each kind; the rest is counted.
    public func lines(limit: Int) -> [String] {
        var lines: [String] = []
        for group in groups {
            lines.append("\(group.severity.rawValue): \(group.code) (\(group.findings.count))")
            for finding in group.findings.prefix(limit) { lines.append("  \(finding.placeAndMessage)") }
            if group.findings.count > limit {
                lines.append("  and \(group.findings.count - limit) more; --report FILE has them all")
            }
        }
        return lines
    }

    private struct FindingGroup {
        var severity: Finding.Severity
        var code: String
        var findings: [Finding]
    }

    private var groups: [FindingGroup] {
        var groups: [FindingGroup] = []
        // A stable order within: `all` is sorted, and the index decides among findings of one kind.
        let order = all.indices.sorted { left, right in
            let (a, b) = (all[left], all[right])
            return (a.severity.rank, a.code, left) < (b.severity.rank, b.code, right)
        }
        for index in order {
            let finding = all[index]
            if groups.last?.code == finding.code, groups.last?.severity == finding.severity {
                groups[groups.count - 1].findings.append(finding)
            } else {
                groups.append(FindingGroup(severity: finding.severity, code: finding.code, findings: [finding]))
            }
        }
        return groups
    }
}

extension Finding {
    /// `wiki/page.md:12:3: message`, with what is known of the place.
    var placeAndMessage: String {
        var place = printable(path)
        if line > 0 { place += ":\(line)" }
        if line > 0, column > 0 { place += ":\(column)" }
        let text = printable(message)
        return place.isEmpty ? text : "\(place): \(text)"
    }
}

extension Finding.Severity {
    fileprivate var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}

/// Text of a vault as a terminal may see it: control characters and marks that turn the reading direction are shown as what they are,
/// so that a page can neither move the cursor nor reorder a line.
public func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
        if isUnprintable(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}

private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}
