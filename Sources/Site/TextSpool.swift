internal import Markdown

/// Where text waits that is not kept in memory, while a site is made and rendered.
public struct TextSpool: Sendable {
    /// Keeps bytes and says where; nil where it cannot.
    public var keep: @Sendable (_ bytes: [UInt8]) -> Range<Int>?
    /// Nil where they cannot be read.
    public var read: @Sendable (_ range: Range<Int>) -> [UInt8]?

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
    /// They could not be read back.
    case lost

    public var count: Int {
        switch self {
        case .memory(let bytes): bytes.count
        case .file(let range): range.count
        case .lost: 0
        }
    }

    /// Nil where they cannot be read.
    public func bytes(in spool: TextSpool?) -> [UInt8]? {
        switch self {
        case .memory(let bytes): bytes
        case .file(let range): spool?.read(range)
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
    /// With the page's sentences in the spool.
    func leavingSentences(in spool: TextSpool?) -> PageReading {
        guard case .published(var draft, let findings) = self else { return self }
        draft.leaveSentences(in: spool)
        return .published(draft, findings)
    }
}

extension PageDraft {
    mutating func leaveSentences(in spool: TextSpool?) {
        let bytes = facts.sentences
        facts.sentences = []
        sentences = bytes.isEmpty ? .memory([]) : spool?.place(of: bytes) ?? .memory(bytes)
    }
}
