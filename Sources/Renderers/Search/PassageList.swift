internal import Snapshot

/// A page's passages in a quarter of the room: a vault has many millions of them, and they are looked at twice. Each is its steps from the
/// one before, as `ByteWriter` writes numbers.
struct PassageList {
    let count: Int
    /// Where the first passage's terms begin.
    private let termsStart: UInt32
    let bytes: [UInt8]

    init(_ passages: [PageDigest.Passage], termsFrom start: Int) {
        var writer = ByteWriter(capacity: 4 * passages.count)
        var last = PageDigest.Passage(end: 0, termsEnd: UInt32(start), section: 0)
        for passage in passages {
            writer.write(Int(passage.end - last.end))
            writer.write(Int(passage.termsEnd - last.termsEnd))
            writer.write(Int(passage.section - last.section))
            last = passage
        }
        // A copy is as large as it must be.
        (count, termsStart, bytes) = (passages.count, UInt32(start), Array(writer.bytes[...]))
    }

    /// What `init` was given.
    func unpacked() -> [PageDigest.Passage] {
        var passages: [PageDigest.Passage] = []
        passages.reserveCapacity(count)
        var last = PageDigest.Passage(end: 0, termsEnd: termsStart, section: 0)
        bytes.withUnsafeBufferPointer { bytes in
            var reader = ByteReader(bytes)
            // They are our own, so that none is damaged.
            while let end = try? reader.number(), let terms = try? reader.number(), let section = try? reader.number() {
                last.end += UInt32(end)
                last.termsEnd += UInt32(terms)
                last.section += UInt32(section)
                passages.append(last)
                if reader.isAtEnd { break }
            }
        }
        return passages
    }
}
