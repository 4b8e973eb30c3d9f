import Foundation
import Search
import Snapshot

/// A part that lies on this disk.
struct PartFolder {
    /// As the user named it.
    let path: String
    let record: PartRecord

    /// Reads its record. Throws `noInput` where there is no folder, `badData` where it is no part, or its record is not as it was written.
    init(_ path: String) throws(PublishingError) {
        self.path = path
        guard isFolder(path) else {
            throw PublishingError(.noInput, "There is no such folder", at: path, advice: "A part is made by build --shard I/N --out DIR")
        }
        guard let marker = OutputMarker(inFolder: path), marker.kind == .part else {
            let holds = OutputMarker(inFolder: path).map { "It holds \($0.kind.phrase)" } ?? "It holds no output of this program"
            throw PublishingError(.badData, "The folder is no part of a site. \(holds)", at: path, advice: Self.wayOut)
        }
        guard let bytes = readFile("\(path)/\(PartRecord.fileName)", atMost: 1 << 30), let sum = readFile("\(path)/\(PartRecord.sumName)"),
            sum == PartRecord.sum(of: bytes)
        else {
            throw PublishingError(
                .badData, "The part's record is missing or damaged", at: "\(path)/\(PartRecord.fileName)", advice: Self.wayOut)
        }
        guard let record = try? JSONDecoder().decode(PartRecord.self, from: Data(bytes)), record.format == PartRecord.currentFormat,
            (1...Shard.most).contains(record.shard.count), (1...record.shard.count).contains(record.shard.number)
        else {
            throw PublishingError(.badData, "The part is of another version of this program", at: path, advice: Self.wayOut)
        }
        self.record = record
    }

    static let wayOut = "Make the part again with build --shard I/N --out DIR"

    private var remake: String { "Make it again with build --shard \(record.shard.number)/\(record.shard.count)" }

    /// The digests of its pages; nil for a site without search.
    func digests() throws(PublishingError) -> DigestFile? {
        guard let sum = record.digests else { return nil }
        let file = "\(path)/\(PartRecord.digestsName)"
        guard let bytes = readFile(file, atMost: .max) else {
            throw PublishingError(.badData, failed: "The part's share of the search index cannot be read", at: file, advice: remake)
        }
        guard sha256Hex(bytes) == sum else {
            throw PublishingError(.badData, "The part's share of the search index is not as it was made", at: file, advice: remake)
        }
        do throws(DigestFileError) {
            return try DigestFile(bytes)
        } catch {
            throw unusable(error)
        }
    }

    func unusable(_ error: DigestFileError) -> PublishingError {
        PublishingError(
            .badData, "The part's share of the search index cannot be used: \(error)", at: "\(path)/\(PartRecord.digestsName)",
            advice: remake)
    }
}

/// For those who want a whole site.
func refusePart(_ path: String) throws(PublishingError) {
    guard OutputMarker(inFolder: path)?.kind == .part else { return }
    throw PublishingError(
        .noInput, "The folder holds a part of a site", at: path, advice: "Put all parts together with merge, and name the site")
}
