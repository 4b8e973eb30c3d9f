internal import Foundation

/// Where a tokenizer's terms go.
protocol TermSink {
    /// `counts` is false for the lone last character of a run, which came in a pair before.
    mutating func take(_ term: FoldedTerm, counts: Bool)
}

/// UTF-8 text → folded terms. One a thread.
///
/// A term is a run of letters and digits, folded; a picture; `c++`, `c#`; or two neighbours of a script without spaces. The last
/// character of such a run comes alone too, so that a search for one character finds it wherever it stands.
/// `public/search.js` does the same to queries.
struct Tokenizer: ~Copyable {
    private var folds = FoldTable()
    /// The word so far, folded; what is beyond `TermTable.longest` bytes is not kept.
    private let word: UnsafeMutableBufferPointer<UInt8>
    private var length = 0
    /// The last character of a bigram run, folded, and how many the run has so far.
    private var previous: [UInt8] = []
    private var run = 0

    init() {
        // Room for one more scalar than is kept, and for `c++`.
        word = .allocate(capacity: TermTable.longest + 8)
        word.initialize(repeating: 0)
    }

    deinit { word.deallocate() }

    /// By byte: 0 separates, 1 to 0x7F is the folded byte of a word, 0xFF is not ASCII.
    private static let ascii: [UInt8] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
        case 0x80...: 0xFF
        default: 0
        }
    }

    /// Gives `sink` each term in order.
    mutating func scan(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some TermSink) {
        if Self.needsComposing(text) {
            // Foundation's own mapping to NFKC leaves half-width kana uncomposed.
            var copy = String(decoding: text, as: UTF8.self).decomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
            copy.withUTF8 { scanComposed($0, &sink) }
        } else {
            scanComposed(text, &sink)
        }
    }

    private mutating func scanComposed(_ text: UnsafeBufferPointer<UInt8>, _ sink: inout some TermSink) {
        Self.ascii.withUnsafeBufferPointer { table in
            var index = 0
            while index < text.count {
                let first = table[Int(text[index])]
                if first == 0 {
                    index += 1
                } else if first == 0xFF {
                    index = other(text, index, table, &sink)
                } else {
                    index = plain(text, index, table, &sink)
                }
            }
        }
    }

    /// A word that begins in ASCII, eight bytes at once; returns where the rest begins.
    private mutating func plain(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ table: UnsafeBufferPointer<UInt8>, _ sink: inout some TermSink
    ) -> Int {
        guard let base = word.baseAddress else { return text.count }
        var index = start
        var key: UInt64 = 0
        var found = 8
        while found == 8 {
            let (folded, count) = Self.fold(Self.load(text, index))
            if length < TermTable.longest {
                // There is room for a whole word of eight behind what is kept.
                UnsafeMutableRawPointer(base + length).storeBytes(of: folded.littleEndian, as: UInt64.self)
                if length == 0 { key = folded }
                length = min(length + count, TermTable.longest)
            }
            index += count
            found = count
        }
        if index < text.count, text[index] >= 0x80 { return other(text, index, table, &sink) }
        if length <= 2, index < text.count, text[index] == UInt8(ascii: "#") || text[index] == UInt8(ascii: "+") {
            index = signs(text, index, table)
            flush(&sink)
        } else {
            let term = UnsafeBufferPointer(rebasing: word[..<length])
            sink.take(length <= 8 ? FoldedTerm(short: term, key: key) : FoldedTerm(term), counts: true)
            length = 0
        }
        return index
    }

    /// Eight bytes from `index` on, the first one lowest; zeros behind the end.
    @inline(__always)
    private static func load(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt64 {
        let left = text.count - index
        guard left > 0, let base = text.baseAddress else { return 0 }
        let raw = UnsafeRawPointer(base)
        if left >= 8 { return UInt64(littleEndian: (raw + index).loadUnaligned(as: UInt64.self)) }
        if text.count >= 8 {
            return UInt64(littleEndian: (raw + (text.count - 8)).loadUnaligned(as: UInt64.self)) >> UInt64(8 * (8 - left))
        }
        return text[index...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// How many of the eight bytes, from the first, are letters and digits of ASCII; these in lower case, zeros behind them.
    @inline(__always)
    private static func fold(_ word: UInt64) -> (folded: UInt64, count: Int) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (0x7F * ones)
        let lower = low | 0x20 * ones
        // A sum reaches the highest bit of its byte where the byte is not below a bound, and never goes beyond it.
        let letters = (lower &+ 0x1F * ones) & ~(lower &+ 0x05 * ones)
        let digits = (low &+ 0x50 * ones) & ~(low &+ 0x46 * ones)
        let others = ~((letters | digits) & ~word) & (0x80 * ones)
        let folded = low | (letters & (0x80 * ones)) >> 2
        if others == 0 { return (folded, 8) }
        let bits = UInt64(others.trailingZeroBitCount & 0x38)
        return (folded & (1 << bits - 1), Int(bits >> 3))
    }

    /// `c++` and `c#` are names: signs directly behind one or two letters, when no word goes on behind them.
    private mutating func signs(_ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ table: UnsafeBufferPointer<UInt8>) -> Int {
        guard word[..<length].allSatisfy({ $0 >= UInt8(ascii: "a") }) else { return index }
        let plus = UInt8(ascii: "+")
        let count = text[index] != plus ? 1 : index + 1 < text.count && text[index + 1] == plus ? 2 : 0
        let end = index + count
        guard count > 0, end == text.count || table[Int(text[end])] == 0 || table[Int(text[end])] == 0xFF else { return index }
        for sign in text[index..<end] { append(sign) }
        return end
    }

    /// From a scalar that is not ASCII to the end of its word or run.
    private mutating func other(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ table: UnsafeBufferPointer<UInt8>, _ sink: inout some TermSink
    ) -> Int {
        var index = start
        repeat {
            let byte = text[index]
            if byte < 0x80 {
                feed(Unicode.Scalar(table[Int(byte)]), table[Int(byte)] == 0 ? .separator : .word, &sink)
                index += 1
                continue
            }
            let (scalar, width) = decode(text, index)
            index += width
            let (kind, folded, list) = folds.lookup(scalar)
            if kind == .ignored { continue }
            if let folded {
                feed(folded, kind, &sink)
            } else {
                for scalar in folds.list(list) { feed(scalar, FoldTable.kind(ofFolded: scalar), &sink) }
            }
        } while index < text.count && !(length == 0 && run == 0)
        feed(" ", .separator, &sink)
        return index
    }

    private mutating func feed(_ folded: Unicode.Scalar, _ kind: CharacterClass, _ sink: inout some TermSink) {
        switch kind {
        case .word:
            endRun(&sink)
            append(folded)
        case .bigram:
            flush(&sink)
            append(folded)
            let character = Array(word[..<length])
            length = 0
            if run > 0 { emit(previous + character, &sink, counts: true) }
            previous = character
            run += 1
        case .symbol:
            flush(&sink)
            endRun(&sink)
            append(folded)
            flush(&sink)
        case .separator, .ignored:
            flush(&sink)
            endRun(&sink)
        }
    }

    private mutating func endRun(_ sink: inout some TermSink) {
        if run > 0 { emit(previous, &sink, counts: run == 1) }
        run = 0
    }

    private mutating func flush(_ sink: inout some TermSink) {
        if length == 0 { return }
        let term = Self.stem(TermTable.cut(UnsafeBufferPointer(rebasing: word[..<length])))
        sink.take(FoldedTerm(term), counts: true)
        length = 0
    }

    private func emit(_ term: [UInt8], _ sink: inout some TermSink, counts: Bool) {
        term.withUnsafeBufferPointer { sink.take(FoldedTerm($0), counts: counts) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            append(UInt8(scalar.value))
        } else {
            for byte in String(scalar).utf8 { append(byte) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        if length < word.count {
            word[length] = byte
            length += 1
        }
    }

    /// Without the Arabic article, where at least two letters stay.
    private static func stem(_ term: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard term.count >= 8, term[0] == 0xD8, term[1] == 0xA7, term[2] == 0xD9, term[3] == 0x84 else { return term }
        return UnsafeBufferPointer(rebasing: term[4...])
    }

    /// Whether the text holds characters that mean something only together with the one before.
    private static func needsComposing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count > 2, let base = text.baseAddress else { return false }
        var index = 0
        while index < text.count - 2 {
            if index + 8 <= text.count, UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
                index += 8
                continue
            }
            let end = min(index + 8, text.count - 2)
            while index < end {
                if text[index] >= 0xE1 {
                    switch (text[index], text[index + 1], text[index + 2]) {
                    case (0xE1, 0x84...0x87, _), (0xE3, 0x82, 0x99...0x9A), (0xEF, 0xBE, 0x9E...0x9F): return true
                    default: break
                    }
                }
                index += 1
            }
        }
        return false
    }
}

/// The scalar at `index` and its length; a byte that begins none counts as U+FFFD, which is no part of a word.
func decode(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Unicode.Scalar, Int) {
    let first = text[index]
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
    for next in text[(index + 1)..<(index + length)] {
        guard next & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
        value = value << 6 | UInt32(next & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
}
