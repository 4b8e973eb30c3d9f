import Markdown
import Mustache
import Site

/// What a page says it rests on, as a card.
struct SourceCard: View {
    let context: SiteContext
    let base: Base
    let reference: SourceReference

    func value(_ symbol: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .href: Value(href)
        case .title: .text(title)
        case .note: .text(note)
        case .glyph: .text(glyph)
        case .isExternal: if case .url = reference { .flag(true) } else { .flag(false) }
        default: .absent
        }
    }

    private var href: String? {
        switch reference {
        case .file(let source): base.to(context.sourceHrefs[source])
        case .page(let page): base.to(context.hrefs[page])
        case .url(let url): WebAddress.isSafe(url) ? url : nil
        case .name: nil
        }
    }

    private var title: String {
        switch reference {
        case .file(let source): context.site.sources[source].name
        case .page(let page): context.title(of: page)
        case .url(let url): WebAddress.shown(url)
        case .name(let name): name
        }
    }

    private var note: String {
        switch reference {
        case .file(let source): context.note(of: context.site.sources[source])
        case .page: context.language.text(.page)
        case .url: context.language.text(.onTheWeb)
        case .name: context.language.text(.mentioned)
        }
    }

    private var glyph: String {
        switch reference {
        case .file(let source): SourceKind.glyph(context.site.sources[source].kind)
        case .page(let page): context.look(of: page).glyph
        case .url: "link"
        case .name: "wiki"
        }
    }
}

enum WebAddress {
    /// Only the web's own schemes become links.
    static func isSafe(_ url: String) -> Bool {
        let start = url.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// Without scheme and a closing slash.
    static func shown(_ url: String) -> String {
        var text = Substring(url)
        if let scheme = text.range(of: "://") { text = text[scheme.upperBound...] }
        if text.hasPrefix("www.") { text = text.dropFirst(4) }
        if text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }
}

/// Kinds of source files as readers see them.
enum SourceKind {
    static func glyph(_ kind: LinkDestination.FileKind) -> String {
        switch kind {
        case .image, .video: "image"
        case .table: "table"
        case .audio, .pdf, .text, .other: "source"
        }
    }

    static func word(_ kind: LinkDestination.FileKind) -> Word {
        switch kind {
        case .image: .image
        case .audio: .audio
        case .video: .video
        case .pdf: .pdf
        case .text: .document
        case .table: .table
        case .other: .file
        }
    }

    /// The extension, where there is one that is not the kind's own name.
    static func format(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        let format = name[name.index(after: dot)...]
        return format.utf8.count <= 5 && format.lowercased() != "pdf" ? String(format) : ""
    }
}

extension SiteContext {
    /// Kind, format and size of a source in one line.
    func note(of source: Source) -> String {
        let kind = language.phrase(.file(kind: language.text(SourceKind.word(source.kind)), format: SourceKind.format(source.name)))
        return kind + " · " + language.phrase(.bytes(source.bytes))
    }
}

/// A source in the list of sources.
struct SourceRow: View {
    let context: SiteContext
    let base: Base
    let source: SourceIndex

    func value(_ symbol: Int) -> Value {
        let record = context.site.sources[source]
        return switch Name(rawValue: symbol) {
        case .href: .text(base.to(context.sourceHrefs[source]))
        case .title: .text(record.name)
        case .note: .text(context.note(of: record))
        case .glyph: .text(SourceKind.glyph(record.kind))
        case .meta: record.citedBy.isEmpty ? .flag(false) : .text(context.count(record.citedBy.count, .pages))
        default: .absent
        }
    }
}
