import Mustache
import Site

/// Pages in a list: glyph, title, a line of summary, counts.
class PageRows: Rows {
    let context: SiteContext
    let base: Base
    let pages: [PageIndex]
    private let style: Style
    /// The context's own, and as long alive: all threads would count it in and out at each text.
    private let texts: Unmanaged<RowTexts>

    enum Style {
        /// Sources and links.
        case counts
        /// The day of the last change.
        case date
    }

    init(_ context: SiteContext, base: Base, pages: [PageIndex], style: Style = .counts) {
        (self.context, self.base, self.pages, self.style, texts) = (
            context, base, pages, style, Unmanaged.passUnretained(context.rowTexts)
        )
        super.init(count: pages.count)
    }

    override func value(_ symbol: Int, at place: Int) -> Value {
        let page = pages[place]
        return switch Name(rawValue: symbol) {
        case .href: .text(base.to(context.hrefs[page]))
        case .title: .text(context.titles[page])
        case .typeKey: .text(context.look(of: page).key)
        case .glyph: .text(context.look(of: page).glyph)
        case .typeLabel: .text(context.look(of: page).singular)
        case .summary: .text(summary(of: page))
        case .meta: .text(meta(of: page))
        case .number: .number(context.connections[page])
        case .date: .text(context.site.pages[page].updated?.description ?? "")
        default: .absent
        }
    }

    override func write(_ symbol: Int, at place: Int, to out: inout ByteSink) -> Bool {
        texts._withUnsafeGuaranteedRef { write(symbol, of: pages[place], $0, to: &out) }
    }

    override var size: Int { texts._withUnsafeGuaranteedRef { texts in pages.reduce(0) { $0 + texts.size(of: $1) } } }

    @inline(__always)
    private func write(_ symbol: Int, of page: PageIndex, _ texts: RowTexts, to out: inout ByteSink) -> Bool {
        switch Name(rawValue: symbol) {
        case .href: base.append(texts.text(.href, of: page), to: &out)
        case .title: out.append(texts.text(.title, of: page))
        case .typeKey: out.append(texts.keys[context.typeOfPage[page]])
        case .glyph: out.append(texts.glyphs[context.typeOfPage[page]])
        case .typeLabel: out.append(texts.labels[context.typeOfPage[page]])
        case .number: out.append(texts.text(.number, of: page))
        case .date: out.append(texts.text(.date, of: page))
        case .summary where style == .date: out.append(texts.labels[context.typeOfPage[page]])
        case .summary: out.append(escaping: context.site.pages[page].summary)
        case .meta where style == .counts: out.append(texts.text(.counts, of: page))
        default: return false
        }
        return true
    }

    override func isFilled(_ symbol: Int, at place: Int) -> Bool? {
        symbol == Name.summary.rawValue ? !summary(of: pages[place]).isEmpty : nil
    }

    private func summary(of page: PageIndex) -> String {
        style == .date ? context.look(of: page).singular : context.site.pages[page].summary
    }

    private func meta(of page: PageIndex) -> String {
        switch style {
        case .counts: context.language.counts(sources: context.site.pages[page].sources.count, links: context.connections[page])
        case .date: context.site.pages[page].updated.map(context.language.date) ?? ""
        }
    }
}

/// Pages that link to one, with the sentence that each does so in.
final class BacklinkRows: PageRows {
    private let links: ArraySlice<Backlink>
    private let sentences: SentenceBlock

    init(_ context: SiteContext, base: Base, links: ArraySlice<Backlink>, sentences: SentenceBlock) {
        (self.links, self.sentences) = (links, sentences)
        super.init(context, base: base, pages: links.map(\.page))
    }

    override func value(_ symbol: Int, at place: Int) -> Value {
        guard symbol == Name.sentence.rawValue || symbol == Name.summary.rawValue else { return super.value(symbol, at: place) }
        let link = links[links.startIndex + place]
        if link.origin == .frontmatter { return .text(context.language.text(.namedInFrontmatter)) }
        if symbol == Name.summary.rawValue, link.sentence.isEmpty { return super.value(symbol, at: place) }
        return .text(sentences.text(place))
    }

    override func write(_ symbol: Int, at place: Int, to out: inout ByteSink) -> Bool {
        guard symbol == Name.sentence.rawValue || symbol == Name.summary.rawValue else { return super.write(symbol, at: place, to: &out) }
        guard isFilled(symbol, at: place) == true else { return false }
        sentences.withBytes(place) { out.append(escaping: $0) }
        return true
    }

    override func isFilled(_ symbol: Int, at place: Int) -> Bool? {
        guard symbol == Name.sentence.rawValue || symbol == Name.summary.rawValue else { return nil }
        let link = links[links.startIndex + place]
        // What stands in a sentence's place is made by `value`.
        return link.origin == .frontmatter || link.sentence.isEmpty && symbol == Name.summary.rawValue ? nil : !link.sentence.isEmpty
    }
}

/// Related pages with their score as a share of the best one's.
final class RelatedRows: PageRows {
    private let scores: [Double]

    init(_ context: SiteContext, base: Base, related: ArraySlice<Related>) {
        let best = related.map(\.score).max() ?? 0
        scores = related.map { best > 0 ? $0.score / best : 0 }
        super.init(context, base: base, pages: related.map(\.page))
    }

    override func value(_ symbol: Int, at place: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .score: scores[place] > 0 ? .number(max(1, percent(scores[place]))) : .flag(false)
        case .scoreLabel: .text(context.language.phrase(.score(percent: percent(scores[place]))))
        default: super.value(symbol, at: place)
        }
    }
}

extension Language {
    /// What a page has of both, each only where there is some: `2 sources · 5 links`.
    func counts(sources: Int, links: Int) -> String {
        let parts = [sources > 0 ? counted(sources, .sources) : nil, links > 0 ? counted(links, .links) : nil]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}

extension SiteContext {
    func rows(_ pages: some Collection<PageIndex>, base: Base, style: PageRows.Style = .counts) -> Value {
        .list(List(PageRows(self, base: base, pages: Array(pages), style: style)))
    }
}
