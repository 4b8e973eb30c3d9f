internal import Packing

/// A part of a PNG (third edition, section 5.3): what is not pixels can be read and added without them.
public struct PNGChunk: Sendable {
    /// `tEXt`, `IEND`, …
    public let kind: String
    public let content: ArraySlice<UInt8>
    /// Where it begins and ends in the file, length and checksum included.
    public let range: Range<Int>

    public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The chunks of a file as far as they are whole. Checksums are not looked at.
    public static func all(in png: [UInt8]) -> [PNGChunk] {
        guard png.starts(with: signature) else { return [] }
        var chunks: [PNGChunk] = []
        var at = 8
        while at + 12 <= png.count {
            let length = png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= png.count - at - 12 else { break }
            chunks.append(
                PNGChunk(
                    kind: String(decoding: png[at + 4..<at + 8], as: UTF8.self), content: png[at + 8..<at + 8 + length],
                    range: at..<at + 12 + length))
            at += 12 + length
        }
        return chunks
    }

    /// A chunk as it stands in a file.
    static func encoded(_ kind: StaticString, _ content: [UInt8]) -> [UInt8] {
        let body = Array(UnsafeBufferPointer(start: kind.utf8Start, count: kind.utf8CodeUnitCount)) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(of: body))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) } }
}

extension PNGEncoder {
    /// The finished file with words about it, before its end: `Description` in UTF-8 (section 11.3.3.4), packed where that is shorter, and
    /// a `tEXt` chunk of the name `seal` with what `sealing` makes of all that stands before it.
    public func finish(describing text: String, seal: String, _ sealing: ([UInt8]) -> String) throws(CanvasError) -> [UInt8] {
        var file = try finish()
        guard let end = PNGChunk.all(in: file).last, end.kind == "IEND", end.range.upperBound == file.count else {
            throw CanvasError(operation: "PNG encoder", reason: "no end")
        }
        let tail = Array(file[end.range])
        file.removeSubrange(end.range)
        if !text.isEmpty { file += PNGChunk.encoded("iTXt", Self.description(Array(text.utf8))) }
        file += PNGChunk.encoded("tEXt", Array("\(seal)\0\(sealing(file))".utf8))
        return file + tail
    }

    /// Keyword, whether it is packed, method, language and translated keyword (both empty), text.
    private static func description(_ text: [UInt8]) -> [UInt8] {
        let packed = deflated(text)
        let isShorter = !packed.isEmpty && packed.count < text.count
        return Array("Description\0".utf8) + [isShorter ? 1 : 0, 0, 0, 0] + (isShorter ? packed : text)
    }
}
