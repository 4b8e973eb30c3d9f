internal import Markdown
internal import Snapshot

/// Links turned round: which pages lead to a page, and through which link first.
struct Incoming: Sendable {
    fileprivate struct Arrow {
        var from: Int32
        var to: Int32
        var isEmbed: Bool
        /// Index into the page's links; −1 for the frontmatter.
        var link: Int32
    }

    /// The arrows that end at one page.
    private struct End {
        var from: Int32
        var isEmbed: Bool
        var link: Int32
    }

    /// By page, and of one page in the order of its links; pages in the order of their titles.
    fileprivate var all: [Arrow] = []
    /// By target; of one target in the order of `all`.
    private var ends: [End]
    /// Where each target's ends begin; one longer than the number of pages.
    private var starts: [Int32]
    private let sources: [[SourceReference]]
    /// Number of pairs of pages joined by a body's links.
    private(set) var pairCount = 0

    /// - Parameter byTitle: all pages, as lists of them are ordered.
    init(links: [[ResolvedLink]], references: [PageReferences], byTitle: [PageIndex]) {
        sources = references.map { $0.sources }
        var last = [Int32](repeating: -1, count: links.count)
        for page in byTitle {
            let from = Int32(page)
            for (position, link) in links[page].enumerated() {
                let target: Int
                var isEmbed = false
                switch link {
                case .page(let index, _): target = index
                case .embed(let index, _): (target, isEmbed) = (index, true)
                default: continue
                }
                if target == page || last[target] == from { continue }
                last[target] = from
                pairCount += 1
                all.append(Arrow(from: from, to: Int32(target), isEmbed: isEmbed, link: Int32(position)))
            }
            let named = references[page].related + sources[page].compactMap { if case .page(let index) = $0 { index } else { nil } }
            for target in named where target != page && last[target] != from {
                last[target] = from
                all.append(Arrow(from: from, to: Int32(target), isEmbed: false, link: -1))
            }
        }
        starts = [Int32](repeating: 0, count: links.count + 1)
        for arrow in all { starts[Int(arrow.to) + 1] += 1 }
        for index in 0..<links.count { starts[index + 1] += starts[index] }
        var next = starts
        ends = [End](repeating: End(from: 0, isEmbed: false, link: 0), count: all.count)
        for arrow in all {
            ends[Int(next[Int(arrow.to)])] = End(from: arrow.from, isEmbed: arrow.isEmbed, link: arrow.link)
            next[Int(arrow.to)] += 1
        }
    }

    /// By the titles of the pages.
    func backlinks(of page: PageIndex, _ sentences: LinkSentences) -> [Backlink] {
        ends[Int(starts[page])..<Int(starts[page + 1])].map { end in
            let from = Int(end.from)
            if end.link < 0 { return Backlink(page: from, origin: .frontmatter, sentence: .none) }
            return Backlink(
                page: from, origin: end.isEmbed ? .embed : .body, sentence: Sentence(sentences.range(from, Int(end.link))))
        }
    }

    /// Tells each source which pages rest on it, by title.
    func cite(_ list: inout [Source], order: [Int]) {
        for (page, references) in sources.enumerated() {
            for case .file(let source) in references { list[source].citedBy.append(page) }
        }
        for index in list.indices { list[index].citedBy.sort { order[$0] < order[$1] } }
    }
}

/// Which sentence each link stands in.
struct LinkSentences: Sendable {
    /// By page: the sentences of its links.
    private let texts: [SpooledBytes]
    /// By page, where its links begin in `ranges`; one longer than the number of pages.
    private var firsts: [Int32] = [0]
    private var ranges: [Range<Int32>] = []

    init(_ drafts: [PageDraft]) {
        texts = drafts.map(\.sentences)
        firsts.reserveCapacity(drafts.count + 1)
        for draft in drafts {
            // In place: each link that is looked at by itself is counted in and out with its texts.
            draft.facts.links.withUnsafeBufferPointer { links in
                for place in links.indices { ranges.append(links[place].sentence) }
            }
            firsts.append(Int32(ranges.count))
        }
    }

    func range(_ page: PageIndex, _ link: Int) -> Range<Int32> { ranges[Int(firsts[page]) + link] }

    /// The sentences as documents want them: in the order of the pages that they lead to, so that each document needs one reading; or, where
    /// few documents will be made, as they lie, since putting them in order costs more than those few.
    func text(_ incoming: Incoming, in spool: TextSpool?, forFewDocuments: Bool, jobs: Int) -> SentenceText {
        forFewDocuments ? SentenceText(byPage: texts, spool) : ordered(incoming, spool, jobs)
    }

    /// What is in memory at a time is what a part of the pages needs, whatever their number: sentences are dealt out to parts first, and each
    /// part is put in order by itself.
    private func ordered(_ incoming: Incoming, _ spool: TextSpool?, _ jobs: Int) -> SentenceText {
        var starts = [Int](repeating: 0, count: texts.count + 1)
        for arrow in incoming.all where arrow.link >= 0 { starts[Int(arrow.to) + 1] += range(Int(arrow.from), Int(arrow.link)).count }
        for index in texts.indices { starts[index + 1] += starts[index] }
        var next = starts
        let ends = incoming.all.map { arrow in
            if arrow.link >= 0 { next[Int(arrow.to)] += range(Int(arrow.from), Int(arrow.link)).count }
            return next[Int(arrow.to)]
        }
        let dealt = parallelMap(jobs, jobs: jobs, chunk: 1) { [starts] share in
            var parts = SentenceParts(starts, spool)
            deal(incoming, (ends.count * share / jobs)..<(ends.count * (share + 1) / jobs), endingAt: ends, to: &parts, spool)
            return parts
        }
        return SentenceText(starts, SentenceParts.placed(dealt, jobs: jobs), spool)
    }

    /// - Parameter ends: arrow by arrow where its sentence ends among all.
    private func deal(
        _ incoming: Incoming, _ arrows: Range<Int>, endingAt ends: [Int], to parts: inout SentenceParts, _ spool: TextSpool?
    ) {
        var page = -1
        var bytes: [UInt8]? = []
        for number in arrows where incoming.all[number].link >= 0 {
            let arrow = incoming.all[number]
            let range = range(Int(arrow.from), Int(arrow.link))
            if range.isEmpty { continue }
            if page != Int(arrow.from) {
                page = Int(arrow.from)
                bytes = texts[page].bytes(in: spool)
            }
            parts.put(bytes?[Int(range.lowerBound)..<Int(range.upperBound)], at: ends[number] - range.count, of: Int(arrow.to))
        }
    }
}
