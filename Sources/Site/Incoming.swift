internal import Markdown
internal import Snapshot

/// Links turned round: which pages lead to a page, and through which link first.
struct Incoming: Sendable {
    private struct Arrow {
        var from: Int32
        var to: Int32
        /// Index into the page's links; −1 for the frontmatter.
        var link: Int32
    }

    /// Ordered by target, then by page.
    private var arrows: [(from: Int32, link: Int32)] = []
    /// Where each target's arrows begin; one longer than the number of pages.
    private var starts: [Int32]
    private let sources: [[SourceReference]]
    private let embeds: [Set<Int32>]
    /// Number of pairs of pages joined by a body's links.
    private(set) var pairCount = 0

    init(links: [[ResolvedLink]], references: [PageReferences]) {
        sources = references.map { $0.sources }
        var all: [Arrow] = []
        var embeds = [Set<Int32>](repeating: [], count: links.count)
        var last = [Int32](repeating: -1, count: links.count)
        for (page, list) in links.enumerated() {
            let from = Int32(page)
            for (position, link) in list.enumerated() {
                let target: Int
                switch link {
                case .page(let index, _): target = index
                case .embed(let index, _):
                    target = index
                    embeds[page].insert(Int32(position))
                default: continue
                }
                if target == page || last[target] == from { continue }
                last[target] = from
                pairCount += 1
                all.append(Arrow(from: from, to: Int32(target), link: Int32(position)))
            }
            let named = references[page].related + sources[page].compactMap { if case .page(let index) = $0 { index } else { nil } }
            for target in named where target != page && last[target] != from {
                last[target] = from
                all.append(Arrow(from: from, to: Int32(target), link: -1))
            }
        }
        self.embeds = embeds
        starts = [Int32](repeating: 0, count: links.count + 1)
        for arrow in all { starts[Int(arrow.to) + 1] += 1 }
        for index in 0..<links.count { starts[index + 1] += starts[index] }
        var next = starts
        arrows = [(from: Int32, link: Int32)](repeating: (0, 0), count: all.count)
        for arrow in all {
            arrows[Int(next[Int(arrow.to)])] = (arrow.from, arrow.link)
            next[Int(arrow.to)] += 1
        }
    }

    func backlinks(of page: PageIndex, sentences: LinkSentences, order: [Int]) -> [Backlink] {
        let range = Int(starts[page])..<Int(starts[page + 1])
        return arrows[range].map { arrow in
            let from = Int(arrow.from)
            if arrow.link < 0 { return Backlink(page: from, origin: .frontmatter, sentence: .none) }
            let embed = embeds[from].contains(arrow.link)
            return Backlink(page: from, origin: embed ? .embed : .body, sentence: sentences.sentence(from, Int(arrow.link)))
        }
        .sorted { order[$0.page] < order[$1.page] }
    }

    /// Tells each source which pages rest on it, by title.
    func cite(_ list: inout [Source], order: [Int]) {
        for (page, references) in sources.enumerated() {
            for case .file(let source) in references { list[source].citedBy.append(page) }
        }
        for index in list.indices { list[index].citedBy.sort { order[$0] < order[$1] } }
    }
}

/// Previous and next within a type, by title.
struct Neighbours: Sendable {
    private var previous: [PageIndex: PageIndex] = [:]
    private var next: [PageIndex: PageIndex] = [:]

    init(order groups: [TypeGroup]) {
        for group in groups {
            for (left, right) in zip(group.pages, group.pages.dropFirst()) {
                next[left] = right
                previous[right] = left
            }
        }
    }

    func around(_ page: PageIndex) -> (previous: PageIndex?, next: PageIndex?) { (previous[page], next[page]) }
}

/// Which sentence each link stands in, apart from the facts: a draft is a large value to copy for each of its links.
struct LinkSentences: Sendable {
    let text: SentenceText
    private let ranges: [[Range<Int32>]]

    init(_ drafts: [PageDraft]) {
        text = SentenceText(drafts.map { $0.facts.sentences })
        ranges = drafts.map { $0.facts.links.map { $0.sentence } }
    }

    func sentence(_ page: PageIndex, _ link: Int) -> Sentence { text.sentence(page, ranges[page][link]) }
}
