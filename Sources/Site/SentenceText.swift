/// The sentences around all links of a site, as backlinks show them: those of one page's backlinks follow each other, so that a document is
/// written with one reading. A site has more of them than of anything else; so they lie in the spool where there is one.
public struct SentenceText: Sendable {
    /// The sentences of some pages' backlinks.
    private struct Part: Sendable {
        var start: Int
        var place: SpooledBytes
    }

    /// In order; the first starts at 0.
    private var parts: [Part] = []
    private let spool: TextSpool?

    /// - Parameter bytes: all of them, in UTF-8.
    public init(_ bytes: [UInt8] = []) {
        self.init(spool: nil)
        append(.memory(bytes), at: 0)
    }

    init(spool: TextSpool?) { self.spool = spool }

    mutating func append(_ place: SpooledBytes, at start: Int) { parts.append(Part(start: start, place: place)) }

    /// The sentences of backlinks that follow each other on one page.
    public func block(of links: ArraySlice<Backlink>) throws -> SentenceBlock {
        guard let first = links.first(where: { !$0.sentence.isEmpty })?.sentence,
            let last = links.last(where: { !$0.sentence.isEmpty })?.sentence, let part = part(at: first.start)
        else { return SentenceBlock(bytes: [], start: 0) }
        switch part.place {
        case .memory(let bytes): return SentenceBlock(bytes: bytes, start: part.start)
        case .file(let range):
            let start = range.lowerBound + first.start - part.start
            guard let bytes = spool?.read(start..<(start + last.end - first.start)) else { throw SpoolError() }
            return SentenceBlock(bytes: bytes, start: first.start)
        case .lost: throw SpoolError()
        }
    }

    private func part(at start: Int) -> Part? {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start <= start { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? parts[low - 1] : nil
    }
}

/// Bytes of `SentenceText` that are in memory.
public struct SentenceBlock: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let start: Int

    public func text(_ sentence: Sentence) -> String { withBytes(sentence) { String(decoding: $0, as: UTF8.self) } }

    public func withBytes<Value>(_ sentence: Sentence, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let range = sentence.isEmpty ? 0..<0 : (sentence.start - start)..<(sentence.end - start)
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

/// A place in `Site.sentences`.
public struct Sentence: Sendable, Equatable {
    let start: Int
    let count: Int32

    /// - Parameter range: in bytes of all sentences.
    public init(_ range: Range<Int>) { self.init(start: range.lowerBound, count: Int32(range.count)) }

    init(start: Int, count: Int32) { (self.start, self.count) = (start, count) }

    public static let none = Sentence(0..<0)
    public var isEmpty: Bool { count == 0 }
    fileprivate var end: Int { start + Int(count) }
}
