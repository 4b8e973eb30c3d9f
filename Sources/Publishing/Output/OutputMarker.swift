import CSystem
import Foundation
import Snapshot

/// What an output folder holds. A folder of one kind never replaces one of another.
public enum OutputKind: String, Sendable, Encodable {
    case site, posters, gallery
    /// Of a site: what one of several tasks made of it.
    case part

    /// For messages: "a site".
    var phrase: String {
        switch self {
        case .site: "a site"
        case .posters: "posters"
        case .gallery: "a gallery"
        case .part: "a part of a site"
        }
    }
}

/// `.synapse-publish.json` at the root of each output folder: that this program made it, and which files it wrote. Without a clock.
///
/// The list is what tells files that somebody else put there, so that no run deletes them.
struct OutputMarker: Encodable, Equatable {
    static let fileName = ".synapse-publish.json"
    /// What the marker is called until it is whole.
    static let scratchName = fileName + ".new"
    static let currentFormat = 1
    static let toolName = "synapse-publish"

    var tool = Self.toolName
    var format = Self.currentFormat
    var kind: OutputKind
    /// False while the folder is being written.
    var complete: Bool
    /// Paths from the root, sorted by their bytes, without the marker.
    var files: [String]
    /// What packed the files that lie packed beside their originals; nil where there are none.
    var packing: String?

    /// The marker of the folder, nil where there is none that can be read.
    init?(inFolder path: String) {
        guard let bytes = readFile("\(path)/\(Self.fileName)"), let marker = Self(bytes) else { return nil }
        self = marker
    }

    /// What the bytes say; nil where they are no marker of this program.
    init?(_ bytes: [UInt8]) {
        let marker = try? bytes.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try OutputMarker(from: &cursor) }
        }
        guard let marker else { return nil }
        self = marker
    }

    /// Of a large site the list is long, which is why no decoder of everything reads it.
    private init(from cursor: inout JSONCursor) throws(JSONFailure) {
        var (tool, format, kind, complete, packing): (String?, Int?, OutputKind?, Bool?, String?)
        var files: [String]?
        try cursor.object { (cursor, name) throws(JSONFailure) in
            switch name {
            case "tool": tool = try cursor.string()
            case "format": format = try cursor.int()
            case "kind": kind = OutputKind(rawValue: try cursor.string())
            case "complete": complete = try cursor.bool()
            case "packing": packing = try cursor.optionalString()
            case "files":
                var list: [String] = []
                try cursor.array { (cursor) throws(JSONFailure) in list.append(try cursor.string()) }
                files = list
            default: try cursor.skip()
            }
        }
        guard tool == Self.toolName, let format, let kind, let complete, let files else { throw cursor.failure("no marker") }
        self.init(kind: kind, complete: complete, files: files, packing: packing)
        self.format = format
    }

    init(kind: OutputKind, complete: Bool = false, files: [String] = [], packing: String? = nil) {
        self.kind = kind
        self.complete = complete
        self.files = files
        self.packing = packing
    }

    /// As `encodedJSON` gives it. The list is put in by hand: the encoder takes longer for a large site's than all else takes that puts the site
    /// at its place.
    private func encoded() throws(PublishingError) -> [UInt8] {
        var frame = self
        frame.files = ["", ""]
        let whole = try encodedJSON(frame)
        let between = Array(",\n    ".utf8)
        guard files.count > 1, let gap = whole.firstRange(of: Array("\"\"".utf8) + between + Array("\"\"".utf8)) else {
            return try encodedJSON(self)
        }
        var bytes = Array(whole[..<gap.lowerBound])
        for (number, file) in files.enumerated() {
            if number > 0 { bytes += between }
            let isPlain = file.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            bytes += isPlain ? Array("\"\(file)\"".utf8) : try encodedJSON(file).dropLast()
        }
        return bytes + whole[gap.upperBound...]
    }

    /// Puts the marker into an open folder by one rename, so that it is never half there.
    func write(inFolder descriptor: Int32, at place: String) throws(PublishingError) {
        guard let file = Descriptor(Self.scratchName, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, in: descriptor, mode: 0o644),
            writeAll(try encoded(), to: file.raw), renameat(descriptor, Self.scratchName, descriptor, Self.fileName) == 0
        else {
            throw PublishingError(.inputOutput, failed: "cannot write the marker", at: "\(place)/\(Self.fileName)")
        }
    }
}

/// Indented JSON with sorted keys and a final newline: the same value gives the same bytes.
func encodedJSON(_ value: some Encodable) throws(PublishingError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    } catch {
        throw PublishingError(.inputOutput, "cannot be written as JSON: \(error)", at: "\(type(of: value))")
    }
}
