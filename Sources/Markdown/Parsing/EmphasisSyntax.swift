import CCmark

/// Emphasis beside Chinese, Japanese and Korean, which set no spaces: by CommonMark (0.29, section 6.4) the `**` of `は**「x」**は` neither
/// opens nor closes, since a bracket is on its inner side and a letter on the other, and would be shown. Here a character of these scripts
/// counts as what it is: an edge on either side.
struct EmphasisFlanks: Equatable {
    var canOpen: Bool
    var canClose: Bool

    /// What stands beside a run of marks.
    private struct Side {
        var isSpace: Bool
        var isPunctuation: Bool
        var isEastAsian = false
    }

    /// Of the run at `run`, by our rule and by CommonMark's.
    static func of(_ run: Range<Int>, in text: Bytes) -> (ours: EmphasisFlanks, commonMark: EmphasisFlanks) {
        let (before, after) = (side(before: run.lowerBound, in: text), side(after: run.upperBound, in: text))
        return (
            EmphasisFlanks(canOpen: isEdge(outer: before, inner: after), canClose: isEdge(outer: after, inner: before)),
            EmphasisFlanks(
                canOpen: !after.isSpace && (!after.isPunctuation || before.isSpace || before.isPunctuation),
                canClose: !before.isSpace && (!before.isPunctuation || after.isSpace || after.isPunctuation))
        )
    }

    private static func isEdge(outer: Side, inner: Side) -> Bool {
        !inner.isSpace && (!inner.isPunctuation || inner.isEastAsian || outer.isSpace || outer.isPunctuation || outer.isEastAsian)
    }

    private static func side(before at: Int, in text: Bytes) -> Side {
        var start = at - 1
        while start > 0, at - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start < 0 ? Side(isSpace: true, isPunctuation: false) : side(text.slice(start..<at))
    }

    private static func side(after at: Int, in text: Bytes) -> Side {
        var end = at + 1
        while end < text.count, end - at < 4, text[end] & 0xC0 == 0x80 { end += 1 }
        return at >= text.count ? Side(isSpace: true, isPunctuation: false) : side(text.slice(at..<end))
    }

    private static func side(_ character: Bytes) -> Side {
        let first = Marker.original(character[0]) ?? character[0]
        if first < 0x80 { return Side(isSpace: first.isMarkdownSpace, isPunctuation: first.isASCIIPunctuation) }
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else {
            return Side(isSpace: false, isPunctuation: false)
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return Side(isSpace: true, isPunctuation: false)
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation:
            return Side(isSpace: false, isPunctuation: true, isEastAsian: isEastAsian(scalar))
        default: return Side(isSpace: false, isPunctuation: false, isEastAsian: isEastAsian(scalar))
        }
    }

    /// Han, kana, Hangul, their punctuation and their wide forms.
    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

extension InlineScanner {
    /// At a run of `*` that `Source` marked, because cmark would judge it by another rule: pushed as cmark pushes its own.
    func stars() -> OpaquePointer? {
        var end = start + 1
        while end < text.count, text[end] == 0x2A { end += 1 }
        let flanks = EmphasisFlanks.of(start..<end, in: text).ours
        let stars = [UInt8](repeating: 0x2A, count: end - start)
        guard let node = stars.withUnsafeBufferPointer({ plainText($0, end: end) }) else { return nil }
        if flanks.canOpen || flanks.canClose {
            cmark_inline_parser_push_delimiter(scanner, 0x2A, flanks.canOpen ? 1 : 0, flanks.canClose ? 1 : 0, node)
        }
        return node
    }
}
