internal import Markdown
internal import Snapshot

/// Where text waits that is not kept in memory, while a site is made and rendered.
public struct TextSpool: Sendable {
    /// Keeps bytes and says where; nil where it cannot.
    public var keep: @Sendable (_ bytes: [UInt8]) -> Range<Int>?
    /// Nil where they cannot be read.
    public var read: @Sendable (_ range: Range<Int>) -> [UInt8]?
    /// The same of what `ReadingMemory` and its like hold: text that lies there needs no second place.
    public var readRemembered: @Sendable (_ range: Range<Int>) -> [UInt8]? = { _ in nil }

    /// About how much of it is put in order at a time, in bytes.
    public var partBytes = 4 << 20

    public init(
        keep: @escaping @Sendable (_ bytes: [UInt8]) -> Range<Int>?, read: @escaping @Sendable (_ range: Range<Int>) -> [UInt8]?
    ) {
        (self.keep, self.read) = (keep, read)
    }

    /// They stay in memory where they cannot be kept.
    public func place(of bytes: [UInt8]) -> SpooledBytes { keep(bytes).map { .file($0) } ?? .memory(bytes) }
}

/// Bytes that may wait in a spool.
public enum SpooledBytes: Sendable {
    case memory([UInt8])
    case file(Range<Int>)
    /// In what is kept from one run to the next.
    case remembered(Range<Int>)
    /// They could not be read back.
    case lost

    public var count: Int {
        switch self {
        case .memory(let bytes): bytes.count
        case .file(let range), .remembered(let range): range.count
        case .lost: 0
        }
    }

    /// Nil where they cannot be read.
    public func bytes(in spool: TextSpool?) -> [UInt8]? { bytes(0..<count, in: spool) }

    /// - Parameter part: of all bytes, which has them.
    func bytes(_ part: Range<Int>, in spool: TextSpool?) -> [UInt8]? {
        switch self {
        case .memory(let bytes): part.count == bytes.count ? bytes : Array(bytes[part])
        case .file(let range): spool?.read((range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
        case .remembered(let range):
            spool?.readRemembered((range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
        case .lost: nil
        }
    }
}

/// The file for what does not stay in memory could not be read.
public struct SpoolError: Error, CustomStringConvertible {
    public init() {}
    public var description: String { "a temporary file could not be read back" }
}

extension PageReading {
    /// With the page's sentences in the spool, where they are not kept elsewhere.
    func leavingSentences(in spool: TextSpool?) -> PageReading {
        if case .published(let draft, _) = self { draft.leaveSentences(in: spool) }
        return self
    }
}

extension PageDraft {
    func leaveSentences(in spool: TextSpool?) {
        let bytes = facts.sentences
        guard !bytes.isEmpty else { return }
        facts.sentences = []
        sentencesChecksum = checksum(bytes)
        sentences = spool?.place(of: bytes) ?? .memory(bytes)
    }
}
