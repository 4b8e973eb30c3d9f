import Snapshot

/// All parts of one build, each once.
struct PartSet {
    /// By number.
    let parts: [PartFolder]
    var first: PartRecord { parts[0].record }

    /// In any order.
    init(_ paths: [String]) throws(PublishingError) {
        let found = try paths.map { (path) throws(PublishingError) in try PartFolder(path) }
        guard let first = found.first else { throw PublishingError(.usage, "There are no parts to merge") }
        for other in found.dropFirst() { try Self.checkOneBuild(first, other) }
        let program = try BuildKey.programHash()
        guard first.record.key.program == program else {
            throw PublishingError(
                .badData, "The parts were made by another build of this program", at: first.path,
                advice: "Make and merge them with the same program, for example out of one container image")
        }
        parts = found.sorted { $0.record.shard.number < $1.record.shard.number }
        for (part, next) in zip(parts, parts.dropFirst()) where part.record.shard == next.record.shard {
            throw PublishingError(
                .badData, "Part \(part.record.shard.number) of \(part.record.shard.count) is given twice: \(part.path)", at: next.path,
                advice: "Name each part once")
        }
        let missing = Set(1...first.record.shard.count).subtracting(parts.map(\.record.shard.number)).sorted()
        guard missing.isEmpty else { throw Self.missing(missing, of: first.record.shard.count) }
        let files = parts.reduce(0) { $0 + $1.record.files.count { $0.packed != true } }
        guard files == self.first.planned else {
            throw PublishingError(
                .badData, "The parts have \(files) files together, and the site \(self.first.planned)", at: first.path,
                advice: "Make all parts again")
        }
    }

    private static func checkOneBuild(_ first: PartFolder, _ other: PartFolder) throws(PublishingError) {
        let (left, right) = (first.record, other.record)
        guard left.shard.count == right.shard.count else {
            throw PublishingError(
                .badData, "It is one of \(right.shard.count) parts, and \(first.path) one of \(left.shard.count)", at: other.path,
                advice: "Make all parts with the same N of --shard I/N")
        }
        let differences = left.key.differences(from: right.key)
        guard differences.isEmpty else {
            throw PublishingError(
                .badData, "It is a part of another build than \(first.path): \(differences.joined(separator: ", ")) differ",
                at: other.path, advice: "Make all parts from one snapshot, with the same program, options and settings")
        }
        let isSame =
            left.planned == right.planned && left.vault == right.vault && left.codings == right.codings && left.packing == right.packing
            && left.offline == right.offline && (left.digests == nil) == (right.digests == nil) && left.pages == right.pages
        guard isSame else {
            throw PublishingError(
                .badData, "It is a part of another site than \(first.path)", at: other.path, advice: "Make all parts again")
        }
    }

    private static func missing(_ numbers: [Int], of count: Int) -> PublishingError {
        let shown = numbers.prefix(10).map(String.init).joined(separator: ", ") + (numbers.count > 10 ? ", …" : "")
        let what = numbers.count == 1 ? "Part \(shown) of \(count) is missing" : "\(numbers.count) of \(count) parts are missing: \(shown)"
        return PublishingError(
            .badData, what, advice: "Make it with build --shard \(numbers[0])/\(count) --out DIR, and name its folder too")
    }
}
