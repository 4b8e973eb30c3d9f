public import Markdown
internal import Snapshot

/// What the first pass keeps of one page: facts, no text. A class, since it has many parts and is handed about often.
///
/// Sendable because it changes only in the hands of the thread that made it, and later between phases that look at it, each by one thread.
final class PageDraft: @unchecked Sendable {
    /// Index into `VaultSnapshot.pages`.
    let record: Int
    let id: String
    let path: String
    let title: String
    let type: String?
    let front: Frontmatter
    var facts: MarkdownFacts
    /// Where its HTML was put aside.
    let html: Range<Int>?
    /// Once they are no longer in `facts`.
    var sentences = SpooledBytes.memory([])
    var sentencesChecksum = checksum([])
    /// Whether an earlier run read it.
    var isRemembered = false

    init(
        record: Int, id: String, path: String, title: String, type: String?, front: Frontmatter, facts: MarkdownFacts,
        html: Range<Int>? = nil
    ) {
        (self.record, self.id, self.path, self.title, self.type) = (record, id, path, title, type)
        (self.front, self.facts, self.html) = (front, facts, html)
    }

    var stem: String { stemOfPath(path) }
}

/// The outcome of reading one row of the page list.
enum PageReading: Sendable {
    case published(PageDraft, [Finding])
    /// Only the names by which others may point at it; what points at it becomes plain text.
    case withheld(PageNames, [Finding])
    /// Listed, but there is nothing to publish.
    case absent([Finding])
}

struct PageNames: Sendable {
    var id: String
    var path: String
    var title: String
    var aliases: [String]
    /// What it points at: a source that only private pages name is private too.
    var targets: [String]
    var tags: [String]
}

/// HTML is written while a page is parsed, and put aside until it is known where links lead.
public struct PageDrafting: Sendable {
    /// Those of the renderer that will finish it.
    public var options: MarkdownOptions
    /// Keeps bytes and says where; nil where it cannot.
    public var keep: @Sendable ([UInt8]) -> Range<Int>?

    public init(options: MarkdownOptions, keep: @escaping @Sendable ([UInt8]) -> Range<Int>?) {
        self.options = options
        self.keep = keep
    }
}

/// - Parameter withheld: links of the page, by their index, that lead to private pages and of which nothing may be told.
func readPage(
    _ snapshot: VaultSnapshot, _ index: Int, _ selection: PageSelection, withheld: Set<Int> = [], drafting: PageDrafting? = nil
) -> PageReading {
    let record = snapshot.pages[index]
    switch record.body {
    case .gone:
        return .absent([
            Finding(
                "page-without-file", .error, path: record.path,
                message: "the server lists the page and has no file for it; it is left out until the file is back or the row is gone")
        ])
    case .unavailable(let reason):
        return .absent([
            Finding("page-unreadable", .error, path: record.path, message: "\(reason); the page is left out, pull again to have it")
        ])
    case .present: break
    }
    let bytes: [UInt8]
    do throws(SnapshotError) {
        bytes = try snapshot.text(of: record.path)
    } catch {
        return .absent([Finding("page-unreadable", .error, path: record.path, message: "\(error.what); the page is left out, pull again")])
    }
    return readPage(record, index, bytes, selection, withheld, drafting)
}

private func readPage(
    _ record: PageRecord, _ index: Int, _ bytes: [UInt8], _ selection: PageSelection, _ withheld: Set<Int>, _ drafting: PageDrafting?
) -> PageReading {
    let front = Frontmatter(of: bytes)
    var findings = front.problems.map {
        Finding("invalid-frontmatter", path: record.path, line: $0.line, message: $0.message)
    }
    let (facts, html) = read(bytes[front.bodyOffset...], of: record, front, withheld, drafting)
    if selection.withholds(record, front, tags: facts.tags) {
        let title = front.title ?? record.title ?? stemOfPath(record.path)
        // Others may still link to it by the title that the server has.
        let aliases = front.aliases + [record.title, firstHeading(facts)].compactMap { $0 }
        let targets = front.sources + record.sources + facts.links.map { $0.target }
        let tags = front.tags + record.tags + [front.domain.map { "domain/" + $0 }].compactMap { $0 }
        return .withheld(
            PageNames(id: record.id, path: record.path, title: title, aliases: aliases, targets: targets, tags: tags), findings)
    }
    findings += facts.problems.map {
        Finding($0.code, path: record.path, line: $0.line, column: $0.column, message: $0.message)
    }
    let type = (front.type ?? record.type).map { Slug.trimmed($0).lowercased() }.flatMap { $0.isEmpty ? nil : $0 }
    if givenTitle(record, front) == nil {
        let shown = firstHeading(facts) == nil ? "the file's name" : "the first heading"
        findings.append(
            Finding(
                "page-without-title", .note, path: record.path, line: 1,
                message: "no title in the frontmatter; \(shown) is shown instead"))
    }
    if type == nil {
        findings.append(Finding("page-without-type", .note, path: record.path, line: 1, message: "no type in the frontmatter"))
    }
    return .published(
        PageDraft(
            record: index, id: record.id, path: record.path, title: title(record, front, facts), type: type, front: front, facts: facts,
            html: html), findings)
}

private func read(
    _ body: ArraySlice<UInt8>, of record: PageRecord, _ front: Frontmatter, _ withheld: Set<Int>, _ drafting: PageDrafting?
) -> (MarkdownFacts, Range<Int>?) {
    guard let drafting, withheld.isEmpty, !front.isPrivate else {
        return (markdownFacts(body, bodyLine: front.bodyLine, withheld: withheld), nil)
    }
    let reading = markdownFacts(body, bodyLine: front.bodyLine, drafting: MarkdownRenderer(options: drafting.options)) { facts in
        title(record, front, facts)
    }
    return (reading.facts, reading.draft.flatMap { drafting.keep($0.bytes) })
}

private func title(_ record: PageRecord, _ front: Frontmatter, _ facts: MarkdownFacts) -> String {
    givenTitle(record, front) ?? firstHeading(facts).flatMap { $0.isEmpty ? nil : $0 } ?? stemOfPath(record.path)
}

private func givenTitle(_ record: PageRecord, _ front: Frontmatter) -> String? {
    [front.title, record.title].compactMap { $0.map(Slug.trimmed) }.first { !$0.isEmpty }
}

private func firstHeading(_ facts: MarkdownFacts) -> String? { facts.headings.first { $0.level == 1 }?.text }

/// `snapshot` of `wiki/concepts/snapshot.md`; only `.md` counts as an extension, so that `v1.2 notes.md` keeps its dot.
func stemOfPath(_ path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return String(hasMarkdownExtension(name) ? name.dropLast(3) : name)
}

func hasMarkdownExtension(_ name: some StringProtocol) -> Bool {
    let end = name.utf8.suffix(3)
    return end.elementsEqual(".md".utf8) || end.elementsEqual(".MD".utf8) || end.elementsEqual(".Md".utf8)
}
