internal import Snapshot

/// Sentences on their way to their places, in parts that fit in memory one at a time.
struct SentenceParts: Sendable {
    private struct Part: Sendable {
        /// Of all sentences, in bytes.
        var range: Range<Int>
        /// Records that have come: place in the part and length in bytes, four bytes each, little-endian, then the sentence.
        var waiting: [UInt8] = []
        var kept: [SpooledBytes] = []
        var isLost = false
    }

    private var parts: [Part] = []
    /// By page: the part that holds the sentences of its backlinks.
    private var partOfPage: [Int32] = []
    private let spool: TextSpool?
    /// Bytes of a part that wait in memory.
    private static let limit = 64 << 10

    /// - Parameter starts: by page, where the sentences of its backlinks begin, in bytes; one longer than the number of pages.
    init(_ starts: [Int], _ spool: TextSpool?) {
        self.spool = spool
        let partBytes = spool?.partBytes ?? .max
        partOfPage.reserveCapacity(starts.count)
        var first = 0
        for page in starts.indices.dropLast() {
            if starts[page + 1] - first > partBytes, starts[page] > first {
                parts.append(Part(range: first..<starts[page]))
                first = starts[page]
            }
            partOfPage.append(Int32(parts.count))
        }
        parts.append(Part(range: first..<(starts.last ?? 0)))
    }

    /// - Parameter sentence: nil where it could not be read.
    mutating func put(_ sentence: ArraySlice<UInt8>?, at start: Int, of page: PageIndex) {
        let part = Int(partOfPage[page])
        guard let sentence else {
            parts[part].isLost = true
            return
        }
        for number in [start - parts[part].range.lowerBound, sentence.count] {
            withUnsafeBytes(of: UInt32(number).littleEndian) { parts[part].waiting.append(contentsOf: $0) }
        }
        parts[part].waiting.append(contentsOf: sentence)
        // A site of one part has it in memory: nothing would be won.
        guard parts.count > 1, parts[part].waiting.count > Self.limit, let spool else { return }
        parts[part].kept.append(spool.place(of: parts[part].waiting))
        parts[part].waiting = []
    }

    /// The parts in order, each of what several dealers have put in it.
    static func placed(_ dealt: [SentenceParts], jobs: Int) -> [SentenceText.Part] {
        guard let first = dealt.first else { return [] }
        return parallelMap(first.parts.count, jobs: jobs, chunk: 1) { index in
            let shares = dealt.map { $0.parts[index] }
            return SentenceText.Part(
                start: first.parts[index].range.lowerBound, place: place(of: shares, isOnly: first.parts.count == 1, first.spool))
        }
    }

    private static func place(of shares: [Part], isOnly: Bool, _ spool: TextSpool?) -> SpooledBytes {
        var bytes = [UInt8](repeating: 0, count: shares[0].range.count)
        for share in shares {
            if share.isLost { return .lost }
            for place in share.kept + [.memory(share.waiting)] {
                guard let records = place.bytes(in: spool) else { return .lost }
                lay(records, in: &bytes)
            }
        }
        return isOnly ? .memory(bytes) : spool?.place(of: bytes) ?? .memory(bytes)
    }

    private static func lay(_ records: [UInt8], in bytes: inout [UInt8]) {
        records.withUnsafeBytes { records in
            bytes.withUnsafeMutableBytes { bytes in
                func number(_ at: Int) -> Int { Int(UInt32(littleEndian: records.loadUnaligned(fromByteOffset: at, as: UInt32.self))) }
                var at = 0
                while at < records.count {
                    let (start, count) = (number(at), number(at + 4))
                    UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + count)]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: records[(at + 8)..<(at + 8 + count)]))
                    at += 8 + count
                }
            }
        }
    }
}
