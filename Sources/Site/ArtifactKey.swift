package import Snapshot

/// Stands for all that decides the bytes of an artifact, templates and settings apart: where two builds with the same templates and
/// settings give an artifact the same key, they give it the same bytes and the same findings.
public struct ArtifactKey: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

extension ArtifactKey {
    /// The first 16 bytes of a SHA-256.
    package init(of bytes: [UInt8]) {
        let digest = sha256(bytes)
        func word(_ place: Int) -> UInt64 { digest[place..<(place + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(0), low: word(8))
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(word: high)
        writer.write(word: low)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init(high: try reader.word(), low: try reader.word())
    }
}
