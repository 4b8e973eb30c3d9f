import Mustache
import Site

/// One page in a list: glyph, title, a line of summary, counts.
struct RowView: View {
    let context: SiteContext
    let base: Base
    let page: PageIndex
    var style = Style.counts

    enum Style {
        /// Sources and links.
        case counts
        /// The day of the last change.
        case date
    }

    func value(_ symbol: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .href: .text(base.to(context.hrefs[page]))
        case .title: .text(context.titles[page])
        case .typeKey: .text(context.look(of: page).key)
        case .glyph: .text(context.look(of: page).glyph)
        case .typeLabel: .text(context.look(of: page).singular)
        case .summary: .text(summary)
        case .meta: .text(meta)
        case .number: .number(context.connections[page])
        case .date: Value(context.site.pages[page].updated?.description)
        default: .absent
        }
    }

    private var summary: String {
        style == .date ? context.look(of: page).singular : context.site.pages[page].summary
    }

    private var meta: String {
        switch style {
        case .counts:
            var parts: [String] = []
            let sources = context.site.pages[page].sources.count
            if sources > 0 { parts.append(context.count(sources, .sources)) }
            if context.connections[page] > 0 { parts.append(context.count(context.connections[page], .links)) }
            return parts.joined(separator: " · ")
        case .date: return context.site.pages[page].updated.map(context.language.date) ?? ""
        }
    }
}

extension SiteContext {
    func rows(_ pages: some Collection<PageIndex>, base: Base, style: RowView.Style = .counts) -> Value {
        let pages = Array(pages)
        return .list(List(count: pages.count) { .view(RowView(context: self, base: base, page: pages[$0], style: style)) })
    }
}
