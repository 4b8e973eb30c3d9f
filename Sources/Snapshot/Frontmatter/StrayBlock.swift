/// A block of metadata where no block has to stand: after the page's first one, after blank lines or a byte order mark at the file's
/// head. Programs that put a block of their own before a file's leave such pages, and a reader would see keys and values as text.
///
/// A rule with prose after it is none: every line of the block is a key, an entry or the continuation of one, right below the fence, and
/// one key at least is one of ours.
struct StrayBlock {
    /// From the opening fence to the end of what belongs to the block.
    var range: Range<Int>
    /// Line of the opening fence, counted from 0 at the place where the search began.
    var line: Int
    /// Line after the block, counted likewise.
    var nextLine: Int
    var isClosed: Bool

    /// Lines and bytes after which no end is looked for.
    private static let longest = (lines: 500, bytes: 64 * 1024)

    private static let keys: Set<String> = [
        "title", "type", "tags", "tag", "aliases", "alias", "sources", "source", "related", "created", "date", "updated", "modified",
        "lastmod", "lang", "language", "summary", "description", "domain", "publish", "published", "public", "private", "draft",
    ]

    /// Looks behind blank lines and byte order marks at `start`.
    init?(in file: [UInt8], from start: Int) {
        guard let fence = Self.firstLine(in: file, from: start), Block.isFence(file[fence.text], allowDots: false) else { return nil }
        self.init(in: file, fence: fence, behind: fence.number)
    }

    private init?(in file: [UInt8], fence: (text: Range<Int>, next: Int, number: Int), behind blanks: Int) {
        line = blanks
        var keys = KeyCount()
        var position = fence.next
        var number = blanks + 1
        /// Where the lines before the first blank one end.
        var paragraph: (end: Int, line: Int, keys: KeyCount)?
        while let next = Block.line(in: file, from: position), number - line <= Self.longest.lines,
            next.next - fence.next <= Self.longest.bytes
        {
            let text = file[next.text]
            if Block.isFence(text, allowDots: true) {
                guard keys.isEnough(isWhole: paragraph == nil) else { return nil }
                (range, nextLine, isClosed) = (fence.text.lowerBound..<next.next, number + 1, true)
                return
            }
            if Self.isBlank(text) {
                if paragraph == nil { paragraph = (position, number, keys) }
            } else if !keys.take(text, isFirst: number == line + 1, afterBlank: paragraph != nil) {
                break
            }
            position = next.next
            number += 1
        }
        let end = paragraph ?? (position, number, keys)
        guard position == file.count || paragraph != nil, end.keys.isEnough(isWhole: false) else { return nil }
        (range, nextLine, isClosed) = (fence.text.lowerBound..<end.end, end.line, false)
    }

    /// What stands after blank lines and byte order marks at `start`: a line without its own marks, and the number of lines before it.
    static func firstLine(in file: [UInt8], from start: Int) -> (text: Range<Int>, next: Int, number: Int)? {
        var position = start
        var number = 0
        while let line = Block.line(in: file, from: position) {
            var low = line.text.lowerBound
            while file[low..<line.text.upperBound].starts(with: [0xEF, 0xBB, 0xBF]) { low += 3 }
            if !isBlank(file[low..<line.text.upperBound]) { return (low..<line.text.upperBound, line.next, number) }
            position = line.next
            number += 1
        }
        return nil
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// The keys of the lines read so far.
    private struct KeyCount {
        private var known: Set<String> = []
        private var isLower = true

        /// Of a block with blank lines or without an end two are wanted, as programs write them: prose begins with `Summary:` too.
        func isEnough(isWhole: Bool) -> Bool { isWhole ? !known.isEmpty : known.count > 1 && isLower }

        /// False where the line is none of a block's.
        mutating func take(_ line: ArraySlice<UInt8>, isFirst: Bool, afterBlank: Bool) -> Bool {
            guard let first = line.first else { return false }
            if let colon = StrayBlock.keyEnd(line) {
                let key = String(decoding: line[line.startIndex..<colon], as: UTF8.self)
                if StrayBlock.keys.contains(key.lowercased()) {
                    known.insert(key.lowercased())
                    isLower = isLower && key == key.lowercased()
                }
                return true
            }
            if isFirst { return false }
            // A continuation, an entry, the end of a list; a comment, which after a blank line is rather a heading.
            let isEntry = first == 0x2D && line.dropFirst().first.map { $0 == 0x20 } ?? true
            return first == 0x20 || first == 0x09 || isEntry || first == 0x5D || first == 0x7D || (first == 0x23 && !afterBlank)
        }
    }

    /// Index of the colon that ends the key with which a line begins.
    private static func keyEnd(_ line: ArraySlice<UInt8>) -> Int? {
        guard let first = line.first, first | 0x20 > 0x60, first | 0x20 < 0x7B, let colon = line.firstIndex(of: 0x3A),
            colon - line.startIndex <= 40
        else { return nil }
        let isKey = line[line.startIndex..<colon].allSatisfy {
            $0 == 0x2D || $0 == 0x5F || ($0 > 0x2F && $0 < 0x3A) || ($0 | 0x20 > 0x60 && $0 | 0x20 < 0x7B)
        }
        return isKey && (colon + 1 == line.endIndex || line[colon + 1] == 0x20 || line[colon + 1] == 0x09) ? colon : nil
    }
}

extension Frontmatter {
    /// Blocks that are read after the first.
    private static let furtherBlocks = 3

    /// Takes the blocks that follow at the body's beginning: nobody wrote them to be read.
    mutating func takeFurtherBlocks(of file: [UInt8]) {
        for _ in 0..<Self.furtherBlocks {
            guard let block = StrayBlock(in: file, from: bodyOffset) else { break }
            take(block, of: file)
        }
        // A mark that stood before a block, and one alone, would make text of the heading behind it.
        if let first = StrayBlock.firstLine(in: file, from: bodyOffset), first.text.lowerBound > bodyOffset + 2,
            file[first.text.lowerBound - 3..<first.text.lowerBound].elementsEqual([0xEF, 0xBB, 0xBF])
        {
            (bodyOffset, bodyLine) = (first.text.lowerBound, bodyLine + first.number)
        }
    }

    private mutating func take(_ block: StrayBlock, of file: [UInt8]) {
        let further = Frontmatter(ofBlock: Array(file[block.range]) + (block.isClosed ? [] : Array("\n---\n".utf8)))
        let shift = bodyLine + block.line - 1
        problems.append(Problem(line: shift + 1, message: Self.placeProblem(isFirst: bodyOffset <= 3, isClosed: block.isClosed)))
        problems += further.problems.map { Problem(line: $0.line + shift, message: $0.message) }
        merge(further, shift: shift)
        bodyOffset = block.range.upperBound
        bodyLine += block.nextLine
    }

    private static func placeProblem(isFirst: Bool, isClosed: Bool) -> String {
        let place =
            isFirst
            ? "the block does not begin on line 1; it is read all the same, move it up"
            : "a second block of frontmatter: what the first leaves open is taken from it and its lines are not shown; make one of both"
        return isClosed ? place : place + "; it is never closed, close it with a line ---"
    }

    private mutating func merge(_ further: Frontmatter, shift: Int) {
        title = title ?? further.title
        type = type ?? further.type
        created = created ?? further.created
        updated = updated ?? further.updated
        language = language ?? further.language
        summary = summary ?? further.summary
        domain = domain ?? further.domain
        if tags.isEmpty { tags = further.tags }
        if aliases.isEmpty { aliases = further.aliases }
        if sources.isEmpty { (sources, sourceLines) = (further.sources, further.sourceLines.map { $0 + shift }) }
        if related.isEmpty { (related, relatedLines) = (further.related, further.relatedLines.map { $0 + shift }) }
        isMarkedPublic = isMarkedPublic || further.isMarkedPublic
        if further.isOnlyDraft { isPrivate = true } else if further.isPrivate { keepPrivate() }
    }
}

extension Frontmatter {
    /// The page with a block that stands below its heading moved up before it: nothing between two headings can be left out of a body.
    /// Lines below keep their numbers.
    static func gathered(_ file: [UInt8]) -> [UInt8] {
        let start = Block(in: file, from: file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)?.end?.offset ?? 0
        guard let heading = StrayBlock.firstLine(in: file, from: start), file[heading.text].starts(with: [0x23, 0x20]),
            let block = StrayBlock(in: file, from: heading.next), block.isClosed
        else { return file }
        let first = heading.text.lowerBound
        return Array(file[..<first]) + file[block.range] + file[first..<block.range.lowerBound] + file[block.range.upperBound...]
    }
}
