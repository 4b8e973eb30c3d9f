internal import Foundation

/// UTF-8 text → folded terms. One a thread.
///
/// A term is a run of letters and digits, folded; a picture; `c++`, `c#`; or two neighbours of a script without spaces. The last
/// character of such a run comes alone too, so that a search for one character finds it wherever it stands.
/// `public/search.js` does the same to queries.
struct Tokenizer {
    /// `counts` is false for the lone last character of a longer run.
    typealias Emit = (_ term: UnsafeBufferPointer<UInt8>, _ counts: Bool) -> Void

    private var folds = FoldTable()
    private var word: [UInt8] = []
    /// The last character of a bigram run, folded, and how many the run has so far.
    private var previous: [UInt8] = []
    private var run = 0

    /// By byte: 0 separates, 1 to 0x7F is the folded byte of a word, 0xFF is not ASCII.
    private static let ascii: [UInt8] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
        case 0x80...: 0xFF
        default: 0
        }
    }

    /// Calls `emit` for each term in order.
    mutating func scan(_ text: UnsafeBufferPointer<UInt8>, emit: Emit) {
        if Self.needsComposing(text) {
            var copy = String(decoding: text, as: UTF8.self).precomposedStringWithCompatibilityMapping
            copy.withUTF8 { scanComposed($0, emit) }
        } else {
            scanComposed(text, emit)
        }
    }

    private mutating func scanComposed(_ text: UnsafeBufferPointer<UInt8>, _ emit: Emit) {
        Self.ascii.withUnsafeBufferPointer { table in
            var index = 0
            while index < text.count {
                let first = table[Int(text[index])]
                if first == 0 {
                    index += 1
                } else {
                    index = first == 0xFF ? other(text, index, table, emit) : plain(text, index, table, emit)
                }
            }
        }
    }

    /// A word that begins in ASCII; returns where the rest begins.
    private mutating func plain(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ table: UnsafeBufferPointer<UInt8>, _ emit: Emit
    ) -> Int {
        var index = start
        var folded = table[Int(text[index])]
        while folded != 0, folded != 0xFF {
            word.append(folded)
            index += 1
            folded = index < text.count ? table[Int(text[index])] : 0
        }
        if folded == 0xFF { return other(text, index, table, emit) }
        if word.count <= 2 { index = signs(text, index, table) }
        flush(emit)
        return index
    }

    /// `c++` and `c#` are names: signs directly behind one or two letters, when no word goes on behind them.
    private mutating func signs(_ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ table: UnsafeBufferPointer<UInt8>) -> Int {
        guard index < text.count, word.allSatisfy({ $0 >= UInt8(ascii: "a") }) else { return index }
        let plus = UInt8(ascii: "+")
        let length = text[index] == UInt8(ascii: "#") ? 1 : text[index] == plus && index + 1 < text.count && text[index + 1] == plus ? 2 : 0
        let end = index + length
        guard length > 0, end == text.count || table[Int(text[end])] == 0 else { return index }
        word.append(contentsOf: text[index..<end])
        return end
    }

    /// From a scalar that is not ASCII to the end of its word or run.
    private mutating func other(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ table: UnsafeBufferPointer<UInt8>, _ emit: Emit
    ) -> Int {
        var index = start
        repeat {
            let byte = text[index]
            if byte < 0x80 {
                feed(Unicode.Scalar(table[Int(byte)]), table[Int(byte)] == 0 ? .separator : .word, emit)
                index += 1
                continue
            }
            let (scalar, length) = decode(text, index)
            index += length
            let (kind, folded, list) = folds.lookup(scalar)
            if kind == .ignored || kind == .composing { continue }
            if let folded {
                feed(folded, kind, emit)
            } else {
                for scalar in folds.list(list) { feed(scalar, FoldTable.kind(ofFolded: scalar), emit) }
            }
        } while index < text.count && !(word.isEmpty && run == 0)
        feed(" ", .separator, emit)
        return index
    }

    private mutating func feed(_ folded: Unicode.Scalar, _ kind: CharacterClass, _ emit: Emit) {
        switch kind {
        case .word:
            endRun(emit)
            append(folded)
        case .bigram:
            flush(emit)
            append(folded)
            if run > 0 {
                let length = previous.count
                previous.append(contentsOf: word)
                previous.withUnsafeBufferPointer { emit($0, true) }
                previous.removeFirst(length)
            } else {
                previous = word
            }
            word.removeAll(keepingCapacity: true)
            run += 1
        case .symbol:
            flush(emit)
            endRun(emit)
            append(folded)
            flush(emit)
        case .separator, .ignored, .composing:
            flush(emit)
            endRun(emit)
        }
    }

    private mutating func endRun(_ emit: Emit) {
        if run > 0 { previous.withUnsafeBufferPointer { emit($0, run == 1) } }
        run = 0
    }

    private mutating func flush(_ emit: Emit) {
        if word.isEmpty { return }
        word.withUnsafeBufferPointer { emit(Self.stem(TermTable.cut($0)), true) }
        word.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            word.append(UInt8(scalar.value))
        } else {
            word.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Without the Arabic article, where at least two letters stay.
    private static func stem(_ term: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard term.count >= 8, term[0] == 0xD8, term[1] == 0xA7, term[2] == 0xD9, term[3] == 0x84 else { return term }
        return UnsafeBufferPointer(rebasing: term[4...])
    }

    /// Whether the text holds characters that mean something only together with the one before.
    private static func needsComposing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count > 2 else { return false }
        for index in 0..<(text.count - 2) where text[index] >= 0xE1 {
            switch (text[index], text[index + 1], text[index + 2]) {
            case (0xE1, 0x84...0x87, _), (0xE3, 0x82, 0x99...0x9A), (0xEF, 0xBE, 0x9E...0x9F): return true
            default: break
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
