/// What the query engine shows of a page, as text with separators. `public/search.js` reads it (`readPage`).
///
///     page    = title ␂ address ␂ type ␂ domain { section } ␁
///     section = ␃ heading ␂ id [ ␂ text ]
///
/// In a text, ␄ stands between sentences that follow each other, ␅ before what stood further down or begins a block.
enum PageRecord {
    static let endOfPage: UInt8 = 1
    static let field: UInt8 = 2
    static let section: UInt8 = 3
    static let sentence: UInt8 = 4
    static let gap: UInt8 = 5
    static let separators: ClosedRange<UInt8> = 1...5

    /// - Parameter text: the digest's.
    static func append(_ digest: PageDigest, _ text: [UInt8], kept: [Bool], to record: inout [UInt8]) {
        append(digest.title, to: &record)
        for text in [digest.address, digest.type ?? "", digest.domain ?? ""] {
            record.append(field)
            append(text, to: &record)
        }
        let passages = digest.passages.unpacked()
        text.withUnsafeBufferPointer { text in
            var passage = 0
            for (number, value) in digest.sections.enumerated() {
                let first = passage
                while passage < passages.count, Int(passages[passage].section) == number { passage += 1 }
                let isEmpty = !kept[first..<passage].contains(true)
                if isEmpty, value.heading.isEmpty || digest.hasManySections { continue }
                record.append(section)
                append(value.heading, to: &record)
                record.append(field)
                append(value.id, to: &record)
                if isEmpty { continue }
                record.append(field)
                append(passages, first..<passage, kept, text, to: &record)
            }
        }
        record.append(endOfPage)
    }

    private static func append(
        _ passages: [PageDigest.Passage], _ range: Range<Int>, _ kept: [Bool], _ text: UnsafeBufferPointer<UInt8>, to record: inout [UInt8]
    ) {
        var isFollowing = false
        var isFirst = true
        for passage in range {
            let start = passage == 0 ? 0 : Int(passages[passage - 1].end)
            let end = Int(passages[passage].end)
            if kept[passage] {
                if !isFirst { record.append(isFollowing ? sentence : gap) }
                append(UnsafeBufferPointer(rebasing: text[start..<end]), to: &record)
                isFirst = false
            }
            isFollowing = kept[passage] && text[end - 1] != UInt8(ascii: "\n")
        }
    }

    private static func append(_ text: String, to record: inout [UInt8]) {
        text.utf8.withBuffer { append($0, to: &record) }
    }

    /// White space and control characters become single blanks, none at the ends; what is no UTF-8 becomes U+FFFD.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to record: inout [UInt8]) {
        var end = text.count
        while end > 0, text[end - 1] <= 0x20 { end -= 1 }
        let text = UnsafeBufferPointer(rebasing: text[..<end])
        if isTidy(text) { record.append(contentsOf: text) } else { appendTidied(text, to: &record) }
    }

    /// Whether text is ASCII words with one blank between them: what nearly all of it is. May deny it of text that is.
    private static func isTidy(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        var lastIsBlank: UInt64 = 1
        if let base = text.baseAddress {
            while index + 8 <= text.count {
                let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
                let blanks = ((word ^ 0x20 * ones) &- ones) & ~(word ^ 0x20 * ones) & (0x80 * ones)
                let others = word | (word &- 0x20 * ones) | (word &+ ones)
                if (others & (0x80 * ones)) | (blanks & (blanks << 8 | lastIsBlank << 7)) != 0 { return false }
                lastIsBlank = blanks >> 63
                index += 8
            }
        }
        for byte in text[index...] {
            if byte < 0x20 || byte >= 0x7F || (byte == 0x20 && lastIsBlank == 1) { return false }
            lastIsBlank = byte == 0x20 ? 1 : 0
        }
        return true
    }

    private static func appendTidied(_ text: UnsafeBufferPointer<UInt8>, to record: inout [UInt8]) {
        var blank = false
        var index = 0
        let first = record.count
        while index < text.count {
            let byte = text[index]
            if byte <= 0x20 || byte == 0x7F {
                blank = true
                index += 1
                continue
            }
            if blank, record.count > first { record.append(0x20) }
            blank = false
            if byte < 0x80 {
                record.append(byte)
                index += 1
            } else {
                let (scalar, length) = decode(text, index)
                // A line separator would be white space too, and C1 controls are nothing to show.
                if scalar == "\u{2028}" || scalar == "\u{2029}" || scalar.value < 0xA0 {
                    blank = true
                } else if scalar == "\u{FFFD}" {
                    record.append(contentsOf: [0xEF, 0xBF, 0xBD])
                } else {
                    record.append(contentsOf: text[index..<(index + length)])
                }
                index += length
            }
        }
    }
}
