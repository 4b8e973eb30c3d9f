#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A page's Markdown as cmark is to read it: valid UTF-8, line feeds only, with `Marker` bytes in place of what cmark cannot be asked about.
struct Source: ~Copyable {
    private let storage: UnsafeMutablePointer<UInt8>
    private(set) var count: Int
    /// Whether the page has so many marks that of its end no tree is made.
    private(set) var isCut = false
    private var fullCount = 0
    /// Whether a `^` is in the text: without one there are no block ids.
    private(set) var mayHoldBlockIDs = false
    /// Whether `%` may be in what cmark reads: written, or as a reference.
    private(set) var mayHoldPercent = false
    /// The first line of what is only text.
    var cutLine: Int? { isCut ? bytes.count { $0 == 0x0A } + 1 : nil }
    /// Whether the text was not UTF-8 throughout.
    let wasInvalid: Bool

    /// The line's end or bracket that was found last, behind what looked like a footnote's reference.
    private var referenceEnd = -1

    /// Number of `<`, and of runs of `[`.
    private var openers = 0

    var bytes: Bytes { Bytes(start: storage, count: count) }
    /// What follows `bytes`.
    var rest: Bytes { Bytes(start: storage + count, count: isCut ? fullCount - count : 0) }

    init(_ body: ArraySlice<UInt8>) {
        self.init(bytes: body, repairing: true)
    }

    private init(bytes body: ArraySlice<UInt8>, repairing: Bool) {
        let dirty = repairing && body.withUnsafeBufferPointer { !TextRepair.isClean($0) }
        wasInvalid = dirty && String(validating: body, as: UTF8.self) == nil
        let clean = dirty ? body.withUnsafeBufferPointer { TextRepair.repaired($0) }[...] : body
        count = clean.count
        storage = .allocate(capacity: clean.count + Self.padding)
        clean.withUnsafeBufferPointer { if let base = $0.baseAddress { storage.update(from: base, count: $0.count) } }
        (storage + count).update(repeating: 0, count: Self.padding)
        mayHoldPercent = bytes.first(0x25) != nil || bytes.first(0x26) != nil
        mark()
        if count > BlockBudget.smallest || openers > BlockBudget.angles {
            fullCount = count
            let end = BlockBudget.apply(to: UnsafeMutableBufferPointer(start: storage, count: count))
            isCut = end < count
            count = end
        }
    }

    deinit { storage.deallocate() }

    /// Zeros after the text: sixteen bytes can be read at each of its bytes, and at the next.
    private static let padding = Lane.width + 1

    /// The first byte from `start` on that must be looked at; `count` or more where there is none.
    @inline(__always)
    private func firstWatched(from start: Int) -> Int {
        var at = start
        while at < count {
            let raw = UnsafeRawPointer(storage + at)
            let here = raw.loadUnaligned(as: Lane.Block.self)
            let next = raw.loadUnaligned(fromByteOffset: 1, as: Lane.Block.self)
            let controls = (here.below(0x20) .& .!here.equal(0x0A)) .| here.equal(0x7F)
            let openers = here.equal(0x5B) .| here.equal(0x3C) .| here.equal(0x26) .| here.equal(0x5E)
            // `$$`, `%%`, `ww`
            let pairs = (here .== next) .& ((here & 0xFE).equal(0x24) .| here.equal(0x77))
            // Beside ASCII alone, cmark's rule of emphasis is ours.
            let stars = (here.equal(0x2A) .& next.above(0x7F)) .| (here.above(0x7F) .& next.equal(0x2A))
            let found = Lane.first(controls .| openers .| pairs .| stars)
            if found < Lane.width { return at + found }
            at += Lane.width
        }
        return at
    }

    private mutating func mark() {
        var at = firstWatched(from: 0)
        while at < count {
            at = firstWatched(from: markByte(at))
        }
    }

    /// Returns where to go on.
    private mutating func markByte(_ at: Int) -> Int {
        switch storage[at] {
        case 0x5B:
            openers += 1
            return markWikilink(at)
        case 0x26: if Entities.isControl(bytes, at) { storage[at] = Marker.replaced }
        case 0x3C: openers += 1
        case 0x2A: return markStars(at)
        case 0x80...: return markStars(at + 1)
        case 0x24: return markOpening(at, 0x24, Marker.math)
        case 0x25: return markOpening(at, 0x25, Marker.comment)
        case 0x77: if beginsWebAddress(at) { storage[at] = Marker.web }
        case 0x5E: mayHoldBlockIDs = true
        case 0x00, 0x09, 0x0A, 0x0C, 0x0D: break
        default: storage[at] = Marker.replaced
        }
        return at + 1
    }

    /// `www.` at the beginning of a word. Within an address it stays: cmark takes no control byte there.
    private func beginsWebAddress(_ at: Int) -> Bool {
        guard bytes.starts(with: "www.", at: at) else { return false }
        return at == 0 || storage[at - 1].isMarkdownSpace || "*_~(".utf8.contains(storage[at - 1])
    }

    /// At a `*`; returns where to go on after its run.
    private func markStars(_ at: Int) -> Int {
        var start = at
        while start > 0, storage[start - 1] == 0x2A { start -= 1 }
        var end = at + 1
        while end < count, storage[end] == 0x2A { end += 1 }
        guard start > 0, end < count, storage[start - 1] >= 0x80 || storage[end] >= 0x80, storage[start - 1] != 0x5C else { return end }
        let flanks = EmphasisFlanks.of(start..<end, in: bytes)
        if flanks.ours != flanks.commonMark { storage[start] = Marker.star }
        return end
    }

    /// At the first `[` of a run; returns where to go on.
    private mutating func markWikilink(_ start: Int) -> Int {
        var end = start + 1
        while end < count, storage[end] == 0x5B { end += 1 }
        let first = isEscaped(start) ? start + 1 : start
        if end < count, storage[end] == 0x5E, breaksFootnote(end) { storage[end - 1] = Marker.plainBracket }
        if end - first < 2 {
            markCutCallout(start, end)
            return end
        }
        guard let close = WikilinkSyntax.end(in: bytes, from: end) else { return markCutLink(first, end) }
        if isLinkAddress(after: close) { return end }
        let opening = end - 2
        if opening > 0, opening == first, storage[opening - 1] == 0x21, !isEscaped(opening - 1) {
            storage[opening - 1] = Marker.embed
        } else {
            storage[opening] = Marker.wikilink
        }
        for index in end..<close where storage[index] == 0x7C && storage[index - 1] != 0x5C { storage[index] = Marker.pipe }
        return close + 2
    }

    /// `> [!type]` after other text: a program that made an index joined the lines of a callout.
    private func markCutCallout(_ start: Int, _ end: Int) {
        guard end < count, storage[end] == 0x21, start > 2, storage[start - 1] == 0x20, storage[start - 2] == 0x3E, !beginsLine(start - 2),
            !isEscaped(start - 2)
        else { return }
        var at = end + 1
        while at < count, at - end < 40, storage[at].isASCIIAlphanumeric || storage[at] == 0x2D { at += 1 }
        if at > end + 1, at < count, storage[at] == 0x5D { storage[start - 2] = Marker.cutCallout }
    }

    /// `[[page|lab…` at the end of a line: a program that made an index cut the sentence, and its link with it.
    private func markCutLink(_ first: Int, _ end: Int) -> Int {
        guard end < count, let line = WikilinkSyntax.cutEnd(in: bytes, from: end) else { return end }
        let opening = end - 2
        let isEmbed = opening > 0 && opening == first && storage[opening - 1] == 0x21 && !isEscaped(opening - 1)
        storage[isEmbed ? opening - 1 : opening] = isEmbed ? Marker.cutEmbed : Marker.cutLink
        for index in end..<line where storage[index] == 0x7C { storage[index] = Marker.pipe }
        return line
    }

    /// Whether what looks like a footnote's reference, `[^` at `caret`, may go over the end of a line: cmark then measures its name by
    /// columns of two lines and loses the rest of its text. A `]` that another bracket takes does not end it.
    private mutating func breaksFootnote(_ caret: Int) -> Bool {
        if referenceEnd <= caret {
            referenceEnd = caret + 1
            while referenceEnd < count {
                let byte = storage[referenceEnd]
                if byte == 0x0A || byte == 0x5B || byte == 0x5D { break }
                referenceEnd += 1
            }
        }
        return referenceEnd < count && storage[referenceEnd] != 0x5D && referenceEnd - caret < 1000
    }

    /// `[[1]](https://…)` is a link whose text is `[1]`.
    private func isLinkAddress(after close: Int) -> Bool {
        guard close + 3 < count, storage[close + 2] == 0x28 else { return false }
        let rest = bytes.slice(close + 3..<min(count, close + 16))
        return rest[0] == 0x2F || rest[0] == 0x23 || rest[0] == 0x3C || rest[0] == 0x2E || rest.starts(with: "http:")
            || rest.starts(with: "https:") || rest.starts(with: "mailto:")
    }

    /// An opening `$$` or `%%` begins its line, after the marks of quotes and lists, and does not end on it.
    private func markOpening(_ start: Int, _ byte: UInt8, _ marker: UInt8) -> Int {
        guard start + 1 < count, storage[start + 1] == byte else { return start + 1 }
        guard beginsLine(start) else { return start + 2 }
        let lineEnd = bytes.first(0x0A, from: start) ?? count
        if hasPair(byte, from: start + 2, to: lineEnd) { return start + 2 }
        if marker == Marker.math, !hasPair(byte, from: lineEnd, to: count) { return start + 2 }
        storage[start] = marker
        storage[start + 1] = marker
        return lineEnd
    }

    private func hasPair(_ byte: UInt8, from start: Int, to end: Int) -> Bool {
        let span = bytes.slice(min(start, end)..<end)
        var at = 0
        while let found = span.first(byte, from: at), found + 1 < span.count {
            if span[found + 1] == byte { return true }
            at = found + 1
        }
        return false
    }

    private func beginsLine(_ start: Int) -> Bool {
        var at = start
        while at > 0, storage[at - 1] != 0x0A {
            at -= 1
            if start - at > 64 { return false }
        }
        while at < start {
            let byte = storage[at]
            let isMark = byte == 0x20 || byte == 0x09 || byte == 0x3E
            let isBullet = (byte == 0x2D || byte == 0x2A || byte == 0x2B) && storage[at + 1] == 0x20
            let isNumber = byte.isASCIIDigit || ((byte == 0x2E || byte == 0x29) && storage[at + 1] == 0x20)
            if !isMark && !isBullet && !isNumber { return false }
            at += 1
        }
        return true
    }

    private func isEscaped(_ at: Int) -> Bool {
        var slashes = 0
        while slashes < at, storage[at - 1 - slashes] == 0x5C { slashes += 1 }
        return slashes % 2 == 1
    }
}

/// A set of ASCII bytes as two words: a constant, which no lazy initialiser guards.
struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Bytes below 64, and from 64 to 127, as bits.
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : byte < 128 ? high : 0
        return (word >> UInt64(byte & 63)) & 1 != 0
    }

    /// All C0 controls but tab, line feed, form feed and carriage return.
    static let controls: UInt64 = 0xFFFF_C9FF

    /// What is written as it is in an address: letters, digits and `-_.+!*(),%#@?=;:/$~`.
    static let address = ByteSet(low: 0xAFFF_FF3A_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
}
