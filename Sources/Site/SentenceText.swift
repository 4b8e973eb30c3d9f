/// The sentences around all links of a site, as backlinks show them. A site has more of them than of anything else; so they lie in the spool
/// where there is one.
public struct SentenceText: Sendable {
    /// The sentences of some pages' backlinks.
    struct Part: Sendable {
        var start: Int
        var place: SpooledBytes
    }

    private enum Order: Sendable {
        /// Those of one page's backlinks follow each other, from `starts` of the page on. The first part starts at 0.
        case byTarget(starts: [Int], [Part])
        /// By page: those of its own links.
        case byPage([SpooledBytes])
    }

    private let order: Order
    private let spool: TextSpool?

    /// - Parameter texts: by page the sentences of its own links, in UTF-8.
    public init(_ texts: [[UInt8]] = []) { self.init(byPage: texts.map { .memory($0) }, nil) }

    init(byPage texts: [SpooledBytes], _ spool: TextSpool?) { (order, self.spool) = (.byPage(texts), spool) }

    /// - Parameter starts: by page where the sentences of its backlinks begin.
    init(_ starts: [Int], _ parts: [Part], _ spool: TextSpool?) { (order, self.spool) = (.byTarget(starts: starts, parts), spool) }

    /// - Parameter range: of the page's backlinks.
    fileprivate func block(_ range: Range<Int>, of page: PageIndex, _ backlinks: [Backlink]) throws -> SentenceBlock {
        var ends: [Int32] = []
        ends.reserveCapacity(range.count)
        var count: Int32 = 0
        for link in backlinks[range] {
            count += link.sentence.count
            ends.append(count)
        }
        if count == 0 { return SentenceBlock(bytes: [], start: 0, ends: ends) }
        switch order {
        case .byTarget(let starts, let parts):
            let start = backlinks[..<range.lowerBound].reduce(starts[page]) { $0 + Int($1.sentence.count) }
            let part = Self.part(at: start, parts)
            if case .memory(let bytes) = part.place { return SentenceBlock(bytes: bytes, start: start - part.start, ends: ends) }
            let range = (start - part.start)..<(start - part.start + Int(count))
            guard let bytes = part.place.bytes(range, in: spool) else { throw SpoolError() }
            return SentenceBlock(bytes: bytes, start: 0, ends: ends)
        case .byPage(let texts):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(count))
            for link in backlinks[range] where !link.sentence.isEmpty {
                guard let sentence = texts[link.page].bytes(link.sentence.range, in: spool) else { throw SpoolError() }
                bytes += sentence
            }
            return SentenceBlock(bytes: bytes, start: 0, ends: ends)
        }
    }

    private static func part(at start: Int, _ parts: [Part]) -> Part {
        var (low, high) = (0, parts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if parts[middle].start <= start { low = middle } else { high = middle }
        }
        return parts[low]
    }
}

extension Site {
    /// The sentences of some of a page's backlinks.
    public func sentences(ofBacklinks range: Range<Int>, of page: PageIndex) throws -> SentenceBlock {
        try sentences.block(range, of: page, pages[page].backlinks)
    }
}

/// Sentences of backlinks that follow each other on one page.
public struct SentenceBlock: Sendable {
    fileprivate let bytes: [UInt8]
    /// Where the first one begins.
    fileprivate let start: Int
    /// Where each ends, from `start`.
    fileprivate let ends: [Int32]

    /// - Parameter place: of the backlink among those of the block.
    public func text(_ place: Int) -> String { withBytes(place) { String(decoding: $0, as: UTF8.self) } }

    public func withBytes<Value>(_ place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let range = (start + (place == 0 ? 0 : Int(ends[place - 1])))..<(start + Int(ends[place]))
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

/// The place of a link's sentence in the sentences of the page that holds the link.
public struct Sentence: Sendable, Equatable {
    let start: Int32
    let count: Int32

    /// - Parameter range: in bytes.
    public init(_ range: Range<Int>) { self.init(Int32(range.lowerBound)..<Int32(range.upperBound)) }

    init(_ range: Range<Int32>) { (start, count) = (range.lowerBound, Int32(range.count)) }

    public static let none = Sentence(0..<0)
    public var isEmpty: Bool { count == 0 }
    public var range: Range<Int> { Int(start)..<Int(start + count) }
}
