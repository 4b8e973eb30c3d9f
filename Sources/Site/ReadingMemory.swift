internal import Markdown
internal import Snapshot

/// What was read of pages, from one run to the next: as bytes, which only the same program reads.
public struct ReadingMemory: Sendable {
    /// Gives the bytes that an earlier run's `keep` took for this page, by its index in `VaultSnapshot.pages`; to be asked for only where
    /// page and rules are the same as then. Nil where there are none.
    public var earlier: @Sendable (_ page: Int) -> RememberedBytes?
    /// Keeps bytes and says where they begin for `TextSpool.readRemembered`; nil where it cannot.
    public var keep: @Sendable (_ page: Int, _ bytes: [UInt8]) -> Int?
    /// Whether nearly all pages are as they were.
    public var isNearlyWhole: Bool
    /// The same two for where the page's links led to. To be asked only where all names are what they were.
    public var earlierEnds: @Sendable (_ page: Int) -> [UInt8]? = { _ in nil }
    public var keepEnds: @Sendable (_ page: Int, _ bytes: [UInt8]) -> Void = { _, _ in }
    /// Told what stands for all names that links can mean: whether it is what an earlier run told.
    public var haveSameNames: @Sendable (_ checksum: UInt64) -> Bool = { _ in false }

    public init(
        isNearlyWhole: Bool = false, earlier: @escaping @Sendable (_ page: Int) -> RememberedBytes?,
        keep: @escaping @Sendable (_ page: Int, _ bytes: [UInt8]) -> Int?
    ) {
        (self.isNearlyWhole, self.earlier, self.keep) = (isNearlyWhole, earlier, keep)
    }

    /// What was read of a page earlier; where nothing was, or what was kept is damaged, what `read` reads now.
    func reading(_ page: Int, _ read: () -> PageReading) -> PageReading {
        if let kept = earlier(page), let known = PageReading(kept, record: page) { return known }
        let reading = read()
        let (bytes, sentences) = reading.encoded
        if let start = keep(page, bytes), case .published(let draft, _) = reading {
            draft.sentencesAreRemembered(at: (start + sentences.lowerBound)..<(start + sentences.upperBound))
        }
        return reading
    }
}

/// Bytes as they were kept.
public struct RememberedBytes: Sendable {
    public var bytes: [UInt8]
    /// Where they begin for `TextSpool.readRemembered`; nil where they are not there.
    public var start: Int?

    public init(_ bytes: [UInt8], at start: Int?) { (self.bytes, self.start) = (bytes, start) }
}

/// A reading as bytes. The HTML that was put aside is no part of it: where it is wanted again, the text is rendered.
extension PageReading {
    /// With the place of the links' sentences, which come last.
    var encoded: (bytes: [UInt8], sentences: Range<Int>) {
        var writer = ByteWriter(capacity: 8 << 10)
        var sentences = 0..<0
        switch self {
        case .published(let draft, let findings):
            writer.write(0)
            writer.write(draft.id)
            writer.write(draft.path)
            writer.write(draft.title)
            writer.write(draft.type)
            draft.front.write(to: &writer)
            draft.facts.write(to: &writer)
            writer.write(findings) { $0.write(to: &$1) }
            writer.write(word: checksum(draft.facts.sentences))
            writer.write(draft.facts.sentences)
            sentences = (writer.bytes.count - draft.facts.sentences.count)..<writer.bytes.count
        case .withheld(let names, let findings):
            writer.write(1)
            for text in [names.id, names.path, names.title] { writer.write(text) }
            for list in [names.aliases, names.targets, names.tags] { writer.write(list) }
            writer.write(findings) { $0.write(to: &$1) }
        case .absent(let findings):
            writer.write(2)
            writer.write(findings) { $0.write(to: &$1) }
        }
        return (writer.bytes, sentences)
    }

    /// Nil where the bytes are no reading.
    init?(_ kept: RememberedBytes, record: Int) {
        let read = try? kept.bytes.withReader { (reader) throws(ByteReader.Damage) in
            let reading = try PageReading(from: &reader, record: record, at: kept.start)
            return reader.isAtEnd ? reading : nil
        }
        guard let read else { return nil }
        self = read
    }

    private init(from reader: inout ByteReader, record: Int, at start: Int?) throws(ByteReader.Damage) {
        func findings() throws(ByteReader.Damage) -> [Finding] {
            try reader.list { (reader) throws(ByteReader.Damage) in try Finding(from: &reader) }
        }
        switch try reader.number() {
        case 0:
            let (id, path, title) = (try reader.text(), try reader.text(), try reader.text())
            let draft = PageDraft(
                record: record, id: id, path: path, title: title, type: try reader.optionalText(), front: try Frontmatter(from: &reader),
                facts: try MarkdownFacts(from: &reader))
            draft.isRemembered = true
            let noticed = try findings()
            draft.sentencesChecksum = try reader.word()
            let sentences = try reader.run()
            guard draft.facts.links.allSatisfy({ $0.sentence.lowerBound >= 0 && Int($0.sentence.upperBound) <= sentences.count }) else {
                throw ByteReader.Damage()
            }
            if let start {
                let end = start + reader.position
                draft.sentences = .remembered((end - sentences.count)..<end)
            } else {
                draft.facts.sentences = Array(sentences)
            }
            self = .published(draft, noticed)
        case 1:
            let (id, path, title) = (try reader.text(), try reader.text(), try reader.text())
            let names = PageNames(
                id: id, path: path, title: title, aliases: try reader.texts(), targets: try reader.texts(), tags: try reader.texts())
            self = .withheld(names, try findings())
        case 2: self = .absent(try findings())
        default: throw ByteReader.Damage()
        }
    }
}

extension PageDraft {
    fileprivate func sentencesAreRemembered(at range: Range<Int>) {
        sentencesChecksum = checksum(facts.sentences)
        facts.sentences = []
        sentences = .remembered(range)
    }
}

extension MarkdownFacts {
    /// All but the sentences.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(headings) {
            $1.write($0.level)
            $1.write($0.text)
            $1.write($0.id)
            $1.write($0.line)
        }
        writer.write(blocks) {
            $1.write($0.name)
            $1.write($0.id)
        }
        writer.write(anchors) {
            $1.write($0.name)
            $1.write($0.id)
        }
        writer.write(links) { $0.write(to: &$1) }
        writer.write(tags)
        writer.write(summary)
        writer.write(words)
        writer.write(problems) {
            $1.write($0.code)
            $1.write($0.line)
            $1.write($0.column)
            $1.write($0.message)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init()
        headings = try reader.list { (reader) throws(ByteReader.Damage) in
            Heading(level: try reader.number(), text: try reader.text(), id: try reader.text(), line: try reader.number())
        }
        blocks = try reader.list { (reader) throws(ByteReader.Damage) in Block(name: try reader.text(), id: try reader.text()) }
        anchors = try reader.list { (reader) throws(ByteReader.Damage) in Anchor(name: try reader.text(), id: try reader.text()) }
        links = try reader.list { (reader) throws(ByteReader.Damage) in try Link(from: &reader) }
        tags = try reader.texts()
        summary = try reader.text()
        words = try reader.number()
        problems = try reader.list { (reader) throws(ByteReader.Damage) in
            MarkdownProblem(
                code: try reader.text(), line: try reader.number(), column: try reader.number(), message: try reader.text())
        }
    }
}

extension MarkdownFacts.Link {
    private static let syntaxes: [Syntax] = [.wikilink, .embed, .link, .image]

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(Self.syntaxes.firstIndex(of: syntax) ?? 0)
        writer.write(target)
        writer.write(fragment)
        for number in [line, column, Int(sentence.lowerBound), Int(sentence.upperBound)] { writer.write(number) }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let syntax = try reader.number()
        guard Self.syntaxes.indices.contains(syntax) else { throw ByteReader.Damage() }
        let (target, fragment) = (try reader.text(), try reader.optionalText())
        let (line, column, start, end) = (try reader.number(), try reader.number(), try reader.number(), try reader.number())
        guard start >= 0, end >= start, end <= Int(Int32.max) else { throw ByteReader.Damage() }
        self.init(
            syntax: Self.syntaxes[syntax], target: target, fragment: fragment, line: line, column: column,
            sentence: Int32(start)..<Int32(end))
    }
}
