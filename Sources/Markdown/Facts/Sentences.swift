/// Sentences around links, and a page's summary.
enum Sentences {
    static let longest = 240
    /// Bytes before and after a link among which its sentence is looked for.
    private static let reach = longest * 4

    /// Text with each run of spaces as one, none at its ends.
    static func collapsed(_ bytes: Bytes) -> String {
        var result = ByteBuffer(capacity: bytes.count)
        collapse(bytes, into: &result)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    private static func collapse(_ bytes: Bytes, into result: inout ByteBuffer) {
        if isCollapsed(bytes) { return result.append(bytes) }
        var needsSpace = false
        let start = result.count
        for byte in bytes {
            if byte <= 0x20 || byte == 0x7F {
                needsSpace = result.count > start
            } else {
                if needsSpace { result.append(0x20) }
                needsSpace = false
                result.append(byte)
            }
        }
    }

    private static func isCollapsed(_ bytes: Bytes) -> Bool {
        guard let base = bytes.baseAddress, bytes.count > 0, base[0] != 0x20, base[bytes.count - 1] != 0x20 else { return false }
        var at = 0
        while at < bytes.count {
            let here = Lane.load(base + at, bytes.count - at)
            let next = at + 1 < bytes.count ? Lane.load(base + at + 1, bytes.count - at - 1) : Lane.Block()
            let found = Lane.first(here.below(0x20) .| here.equal(0x7F) .| (here.equal(0x20) .& next.equal(0x20)))
            if found < min(Lane.width, bytes.count - at) { return false }
            at += Lane.width
        }
        return true
    }

    static func summary(_ bytes: Bytes) -> String {
        let text = bytes.trimmed
        let end = cut(text, after: longest)
        if end == text.count { return collapsed(text) }
        return collapsed(text.slice(0..<cut(text, after: longest - 1))) + "\u{2026}"
    }

    /// Range of the sentence that holds offset `at`, within `bytes` from `from`.
    static func range(around at: Int, in bytes: Bytes, from: Int) -> Range<Int> {
        guard let base = bytes.baseAddress else { return at..<at }
        // A sentence without an end is cut anyway: what is far away is not looked at.
        let first = max(from, at - reach)
        let count = min(bytes.count, at + reach)
        var low = at
        while low > first {
            let width = min(Lane.width, low - first)
            let end = Lane.end(mayEnd(Lane.load(base + low - width, width)))
            low -= width - end
            if end > 0, endsSentence(bytes, low - 1) { break }
            if end > 0 { low -= 1 }
        }
        let part = bytes.slice(0..<count)
        var high = part.firstIndex(from: at, mayEnd)
        while high < count, !endsSentence(bytes, high) { high = part.firstIndex(from: high + 1, mayEnd) }
        if high < count { high += 1 }
        while low < high, base[low] <= 0x20 { low += 1 }
        return low..<high
    }

    /// Bytes with which a sentence may end: `.` `!` `?`, the last ones of `。` `！` `？`.
    @inline(__always)
    private static func mayEnd(_ lane: Lane.Block) -> Lane.Mask {
        lane.equal(0x2E) .| lane.equal(0x21) .| lane.equal(0x3F) .| lane.equal(0x82) .| lane.equal(0x81) .| lane.equal(0x9F)
    }

    /// Appends the sentence; of a long one the part around `at`, cut at words. Returns the range that was taken.
    static func append(_ range: Range<Int>, of bytes: Bytes, around at: Int, to sentences: inout ByteBuffer) -> Range<Int> {
        let sentence = bytes.slice(range)
        if cut(sentence, after: longest) == sentence.count {
            collapse(sentence, into: &sentences)
            return range
        }
        let low = wordStart(sentence, before: max(0, at - range.lowerBound), characters: longest / 3)
        let rest = sentence.slice(low..<sentence.count)
        let room = longest - (low > 0 ? 2 : 1)
        let end = cut(rest, after: room)
        if low > 0 { sentences.append("\u{2026}") }
        collapse(rest.slice(0..<end), into: &sentences)
        if end < rest.count { sentences.append("\u{2026}") }
        return range.lowerBound + low..<range.lowerBound + low + end
    }

    /// `.`, `!`, `?` before a space; their Chinese and Japanese forms anywhere.
    private static func endsSentence(_ bytes: Bytes, _ at: Int) -> Bool {
        switch bytes[at] {
        case 0x2E, 0x21, 0x3F:
            var next = at + 1
            while next < bytes.count, bytes[next] == 0x22 || bytes[next] == 0x29 || bytes[next] == 0x27 { next += 1 }
            guard next < bytes.count, bytes[next] <= 0x20 else { return next >= bytes.count }
            // "e.g. this" and "z. B. that" go on.
            let isAbbreviation = bytes[at] == 0x2E && (at < 2 || !bytes[at - 2].isASCIIAlphanumeric) && at > 0 && bytes[at - 1].isASCIIAlpha
            return !isAbbreviation && !(next + 1 < bytes.count && bytes[next + 1] &- 0x61 < 26)
        case 0x82: return at >= 2 && bytes[at - 2] == 0xE3 && bytes[at - 1] == 0x80
        case 0x81, 0x9F: return at >= 2 && bytes[at - 2] == 0xEF && bytes[at - 1] == 0xBC
        default: return false
        }
    }

    /// Offset of at most `characters` characters, moved back to the end of a word where one is near.
    private static func cut(_ bytes: Bytes, after characters: Int) -> Int {
        if bytes.count <= characters { return bytes.count }
        var seen = 0
        var at = 0
        while at < bytes.count {
            if bytes[at] & 0xC0 != 0x80 {
                if seen == characters { break }
                seen += 1
            }
            at += 1
        }
        if at == bytes.count { return at }
        var word = at
        while word > 0, bytes[word] != 0x20, at - word < 80 { word -= 1 }
        return bytes[word] == 0x20 && word > 0 ? word : at
    }

    private static func wordStart(_ bytes: Bytes, before at: Int, characters: Int) -> Int {
        var seen = 0
        var low = min(at, bytes.count)
        while low > 0, seen < characters {
            low -= 1
            if bytes[low] & 0xC0 != 0x80 { seen += 1 }
        }
        if low == 0 { return 0 }
        var word = low
        while word < at, bytes[word] != 0x20 { word += 1 }
        if word < at { return word + 1 }
        while low < at, bytes[low] & 0xC0 == 0x80 { low += 1 }
        return low
    }
}

enum WordCount {
    /// Runs of characters between spaces; of a run in Chinese or Japanese each character counts.
    static func count(_ bytes: Bytes) -> Int {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
        var words = base[0] > 0x20 ? 1 : 0
        var at = 1
        while at < bytes.count {
            // Up to 128 bytes are counted in one byte, without a branch: the compiler makes vectors of that.
            let end = min(at + 128, bytes.count)
            var begun: UInt8 = 0
            for index in at..<end {
                let here = base[index]
                let begins: UInt8 = (here > 0x20 ? 1 : 0) & (base[index - 1] <= 0x20 ? 1 : 0)
                let isWhole: UInt8 = here &- firstWhole < wholeCount ? 1 : 0
                begun &+= begins | isWhole
            }
            words += Int(begun)
            at = end
        }
        return words
    }

    /// Lead bytes of U+3000 to U+9FFF.
    private static let firstWhole: UInt8 = 0xE3
    private static let wholeCount: UInt8 = 7
}
