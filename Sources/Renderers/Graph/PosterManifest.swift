internal import Foundation
internal import Snapshot
internal import Synchronization

/// `posters.json`: what was drawn from what, with the SHA-256 of each file, and what each tier left out. No clock in it.
struct PosterManifest: Encodable {
    struct File: Encodable {
        /// From the manifest's folder.
        var path: String
        var view: String
        var tier: String
        var appearance: String
        var format: String
        /// Pixels, bleed included.
        var width: Int
        var height: Int
        var bleed: Int
        var bytes: Int
        var sha256: String
    }

    struct TierEntry: Encodable {
        var view: String
        var tier: String
        var pages: Int
        var links: Int
        var regions: Int
        var named: Int
        var leftOut: Int
        var communitiesLeftOut: Int
        var shortened: Int
        var missingGlyphs: Int
    }

    struct Faults: Encodable {
        var withoutPosition: Int
        var edgesWithoutNode: Int
        var selfEdges: Int
        var repeatedEdges: Int
        var badWeights: Int
        var allOnOnePoint: Bool
    }

    /// A pyramid: its SHA-256 is over what `sha256sum` prints for its tiles, in the order of levels, rows and columns.
    struct Pyramid: Encodable {
        var path: String
        var appearance: String
        var width: Int
        var height: Int
        var levels: Int
        var tiles: Int
        var bytes: Int
        var sha256: String
    }

    var format = 2
    var vault: String
    var dataVersion: Int
    var date: String?
    /// SHA-256 of the published graph as it was drawn.
    var input: String
    /// The same of the older graph, where the posters show changes.
    var older: String?
    var tiers: [TierEntry]
    var faults: Faults
    var posters: [File]
    var pyramids: [Pyramid]

    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension PosterManifest.TierEntry {
    init(_ report: TierReport, view: String, tier: String) {
        self.init(
            view: view, tier: tier, pages: report.pages, links: report.links, regions: report.regions, named: report.named,
            leftOut: report.leftOut, communitiesLeftOut: report.unnamedCommunities, shortened: report.shortened,
            missingGlyphs: report.missingGlyphs.count)
    }
}

extension PosterManifest.Faults {
    init(_ faults: Chart.Faults) {
        self.init(
            withoutPosition: faults.withoutPosition, edgesWithoutNode: faults.edgesWithoutNode, selfEdges: faults.selfEdges,
            repeatedEdges: faults.repeatedEdges, badWeights: faults.badWeights, allOnOnePoint: faults.onOnePoint)
    }
}

/// Draws a poster when it is asked for and keeps the digest, not the bytes, for the manifest.
final class PosterDrawing: Sendable {
    struct Digest: Sendable {
        var bytes: Int
        var sha256: String
    }

    private let draw: @Sendable () throws -> [UInt8]
    private let known = Mutex<Digest?>(nil)

    init(_ draw: @escaping @Sendable () throws -> [UInt8]) { self.draw = draw }

    func bytes() throws -> [UInt8] { try known.withLock { try drawn(&$0) } }

    /// Waits for a drawing that is under way; draws where nobody has asked for the bytes yet.
    func digest() throws -> Digest {
        try known.withLock { digest in
            if digest == nil { _ = try drawn(&digest) }
            return digest ?? Digest(bytes: 0, sha256: "")
        }
    }

    private func drawn(_ digest: inout Digest?) throws -> [UInt8] {
        let bytes = try draw()
        digest = Digest(bytes: bytes.count, sha256: sha256Hex(bytes))
        return bytes
    }
}
