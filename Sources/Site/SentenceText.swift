/// The sentences around all links of a site, in one run of bytes. A site has more of them than of anything else, and each is written once
/// or twice: as texts of their own they would cost more than the rest of a page.
public final class SentenceText: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]

    /// - Parameter parts: for each page the text that its sentences are parts of, in UTF-8.
    public init(_ parts: [[UInt8]]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        var starts: [Int] = []
        starts.reserveCapacity(parts.count)
        for part in parts {
            starts.append(bytes.count)
            bytes += part
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// A range of one part.
    public func sentence(_ part: Int, _ range: Range<Int32>) -> Sentence {
        Sentence(start: starts[part] + Int(range.lowerBound), count: range.upperBound - range.lowerBound)
    }

    public func text(_ sentence: Sentence) -> String {
        String(decoding: bytes[sentence.start..<(sentence.start + Int(sentence.count))], as: UTF8.self)
    }

    public func withBytes<Value>(_ sentence: Sentence, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[sentence.start..<(sentence.start + Int(sentence.count))])) }
    }

    /// All of it: for tests of what is told.
    var whole: String { String(decoding: bytes, as: UTF8.self) }
}

/// A place in `Site.sentences`.
public struct Sentence: Sendable, Equatable {
    let start: Int
    let count: Int32

    public static let none = Sentence(start: 0, count: 0)
    public var isEmpty: Bool { count == 0 }
}
