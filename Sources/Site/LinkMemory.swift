internal import Markdown
internal import Snapshot

/// What a page's links and the names in its frontmatter have led to.
struct PageEnds: Sendable {
    var links: PageLinks
    var references: PageReferences
}

extension ReadingMemory {
    /// What the page's links led to in an earlier run, where the page is as it was; else what `find` finds now.
    ///
    /// - Parameter sameNames: whether all that links can mean is as it was in that run.
    func ends(of draft: PageDraft, sameNames: Bool, pages: Int, sources: Int, _ find: () -> PageEnds) -> PageEnds {
        if sameNames, draft.isRemembered, let bytes = earlierEnds(draft.record), let known = PageEnds(bytes, pages: pages, sources: sources)
        {
            return known
        }
        let found = find()
        keepEnds(draft.record, found.bytes)
        return found
    }
}

extension SiteMaterial {
    func ends(of page: PageIndex, _ resolution: LinkResolution) -> PageEnds {
        PageEnds(links: resolution.links(of: page), references: references(of: page, resolution))
    }

    /// Over all that decides where a link leads, whoever holds it: names of pages and sources in their order, headings and marks in pages.
    func checksumOfNames(jobs: Int) -> UInt64 {
        let pages = parallelMap(drafts.count, jobs: jobs) { index in
            let draft = drafts[index]
            var writer = ByteWriter(capacity: 512)
            for text in [draft.path, draft.title] { writer.write(text) }
            writer.write(draft.front.aliases)
            writer.write(draft.facts.headings) {
                $1.write($0.level)
                $1.write($0.text)
                $1.write($0.id)
            }
            for (name, id) in draft.facts.blocks.map({ ($0.name, $0.id) }) + draft.facts.anchors.map({ ($0.name, $0.id) }) {
                writer.write(name)
                writer.write(id)
            }
            return checksum(writer.bytes)
        }
        var writer = ByteWriter(capacity: 8 * pages.count)
        for page in pages { writer.write(word: page) }
        writer.write(withheld.count)
        for page in withheld {
            for text in [page.path, page.title] { writer.write(text) }
            writer.write(page.aliases)
        }
        for source in sources {
            writer.write(source.path)
            writer.write(source.present)
        }
        return checksum(writer.bytes)
    }
}

extension PageEnds {
    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.write(links.links) { $0.write(to: &$1) }
        writer.write(links.findings) { $0.write(to: &$1) }
        writer.write(links.pointsAtPrivate)
        writer.write(references.sources) { $0.write(to: &$1) }
        writer.write(references.related)
        writer.write(references.findings) { $0.write(to: &$1) }
        return writer.bytes
    }

    /// Nil where the bytes are none of a site with so many pages and sources.
    init?(_ bytes: [UInt8], pages: Int, sources: Int) {
        let read = try? bytes.withReader { (reader) throws(ByteReader.Damage) in
            let ends = try PageEnds(from: &reader, EndLimits(pages: pages, sources: sources))
            return reader.isAtEnd ? ends : nil
        }
        guard let read else { return nil }
        self = read
    }

    private init(from reader: inout ByteReader, _ limits: EndLimits) throws(ByteReader.Damage) {
        func findings(_ reader: inout ByteReader) throws(ByteReader.Damage) -> [Finding] {
            try reader.list { (reader) throws(ByteReader.Damage) in try Finding(from: &reader) }
        }
        links = PageLinks(
            links: try reader.list { (reader) throws(ByteReader.Damage) in try ResolvedLink(from: &reader, limits) },
            findings: try findings(&reader), pointsAtPrivate: try reader.flag())
        references = PageReferences(
            sources: try reader.list { (reader) throws(ByteReader.Damage) in try SourceReference(from: &reader, limits) },
            related: try reader.list { (reader) throws(ByteReader.Damage) in try limits.page(&reader) }, findings: try findings(&reader))
    }
}

/// How many pages and sources there are to lead to.
private struct EndLimits {
    let pages: Int
    let sources: Int

    func page(_ reader: inout ByteReader) throws(ByteReader.Damage) -> PageIndex { try reader.number(upTo: pages - 1, "a page") }
    func source(_ reader: inout ByteReader) throws(ByteReader.Damage) -> SourceIndex { try reader.number(upTo: sources - 1, "a source") }
}

extension ResolvedLink {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .page(let page, .none):
            writer.write(0)
            writer.write(page)
        case .page(let page, .id(let id)):
            writer.write(1)
            writer.write(page)
            writer.write(id)
        case .embed(let page, let part):
            switch part {
            case .whole: writer.write(2)
            case .file: writer.write(3)
            case .section(let heading):
                writer.write(4)
                writer.write(heading)
            case .block(let name):
                writer.write(5)
                writer.write(name)
            }
            writer.write(page)
        case .source(let source):
            writer.write(6)
            writer.write(source)
        case .media(let source, let fragment):
            writer.write(7)
            writer.write(source)
            writer.write(fragment)
        case .preview(let source):
            writer.write(8)
            writer.write(source)
        case .external(let address):
            writer.write(9)
            writer.write(address)
        case .dangling(let reason):
            writer.write(10)
            writer.write(reason)
        case .withheld: writer.write(11)
        }
    }

    fileprivate init(from reader: inout ByteReader, _ limits: EndLimits) throws(ByteReader.Damage) {
        switch try reader.number() {
        case 0: self = .page(try limits.page(&reader), .none)
        case 1: self = .page(try limits.page(&reader), .id(try reader.text()))
        case 2: self = .embed(try limits.page(&reader), .whole)
        case 3: self = .embed(try limits.page(&reader), .file)
        case 4:
            let heading = try reader.number(upTo: 1 << 30, "a heading")
            self = .embed(try limits.page(&reader), .section(heading))
        case 5:
            let name = try reader.text()
            self = .embed(try limits.page(&reader), .block(name))
        case 6: self = .source(try limits.source(&reader))
        case 7: self = .media(try limits.source(&reader), fragment: try reader.optionalText())
        case 8: self = .preview(try limits.source(&reader))
        case 9: self = .external(try reader.text())
        case 10: self = .dangling(reason: try reader.text())
        case 11: self = .withheld
        default: throw ByteReader.Damage()
        }
    }
}

extension SourceReference {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .file(let source):
            writer.write(0)
            writer.write(source)
        case .page(let page):
            writer.write(1)
            writer.write(page)
        case .url(let url):
            writer.write(2)
            writer.write(url)
        case .name(let name):
            writer.write(3)
            writer.write(name)
        }
    }

    fileprivate init(from reader: inout ByteReader, _ limits: EndLimits) throws(ByteReader.Damage) {
        switch try reader.number() {
        case 0: self = .file(try limits.source(&reader))
        case 1: self = .page(try limits.page(&reader))
        case 2: self = .url(try reader.text())
        case 3: self = .name(try reader.text())
        default: throw ByteReader.Damage()
        }
    }
}
