/// A text as a list of numbers, one a word, so that the same words are found whatever stands between them: a title in a heading, in a
/// slug and in a data file is the same three numbers.
///
/// Words are runs of letters and digits without case (ASCII and Latin-1); a CJK character is a word by itself.
struct TextWords {
    private(set) var hashes: [UInt64] = []

    init() {}

    init(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    init(_ bytes: some ContiguousBytesCollection) { bytes.withContiguousBytes { append($0) } }

    /// No title and no run of words goes on beyond this place.
    mutating func separate() { hashes.append(0) }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var hash = Self.seed
        var isInside = false
        var index = 0
        func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
        func end() {
            if isInside { hashes.append(hash) }
            (hash, isInside) = (Self.seed, false)
        }
        func take(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            isInside = true
        }
        while index < bytes.count {
            let lead = bytes[index]
            switch lead {
            case 0x30...0x39, 0x61...0x7A: take(lead)
            case 0x41...0x5A: take(lead | 0x20)
            case 0..<0x80: end()
            // The signs of Latin-1, general punctuation and CJK punctuation part words; a smart quote is what a plain one is.
            case 0xC2:
                end()
                index += 1
            case 0xE2 where byte(index + 1) == 0x80 || byte(index + 1) == 0x81, 0xE3 where byte(index + 1) == 0x80:
                end()
                index += 2
            case 0xC3:
                take(lead)
                let next = byte(index + 1)
                take((0x80...0x9E).contains(next) && next != 0x97 ? next + 0x20 : next)
                index += 1
            case 0xE3...0xE9:
                end()
                for offset in 0..<3 { take(byte(index + offset)) }
                end()
                index += 2
            default: take(lead)
            }
            index += 1
        }
        end()
    }

    /// FNV-1a, RFC 9923.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Calls `body` with a number for every run of `length` words and the place where it begins.
    func runs(of length: Int, _ body: (_ hash: UInt64, _ start: Int) -> Void) {
        guard hashes.count >= length else { return }
        var top: UInt64 = 1
        for _ in 1..<length { top &*= Self.base }
        var sum: UInt64 = 0
        for (index, word) in hashes.enumerated() {
            if index >= length { sum &-= hashes[index - length] &* top }
            sum = sum &* Self.base &+ word
            if index >= length - 1 { body(sum, index - length + 1) }
        }
    }

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
}

/// What lends its bytes without a copy.
protocol ContiguousBytesCollection {
    func withContiguousBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value
}

extension [UInt8]: ContiguousBytesCollection {
    func withContiguousBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value { withUnsafeBufferPointer(body) }
}

extension ArraySlice<UInt8>: ContiguousBytesCollection {
    func withContiguousBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value { withUnsafeBufferPointer(body) }
}
