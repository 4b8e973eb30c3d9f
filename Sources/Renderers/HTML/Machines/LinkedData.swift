import Mustache
import Site
import Snapshot

/// What a document is about, in the terms of schema.org, as JSON-LD.
struct LinkedData {
    let context: SiteContext

    /// Home: the site, and its search where its address is known.
    func home() -> [UInt8] {
        var object = website
        object.insert(("@context", .text("https://schema.org")), at: 0)
        object.append(("inLanguage", .text(context.site.info.language)))
        if let date = context.site.info.date { object.append(("dateModified", .text(date.description))) }
        if context.options.hasSearch, let search = context.absolute("search.html") {
            object.append(
                (
                    "potentialAction",
                    .object([
                        ("@type", .text("SearchAction")), ("target", .text(search + "?q={search_term_string}")),
                        ("query-input", .text("required name=search_term_string")),
                    ])
                ))
        }
        return JSONLD.object(object).bytes
    }

    /// A page of the vault: a text, and the kind of thing that its type says it is about. Written field by field: there is one on each page.
    func page(_ index: PageIndex) -> [UInt8] {
        let page = context.site.pages[index]
        let name = page.title
        var out = ByteSink(capacity: 1024)
        out.append("{\"@context\":\"https://schema.org\"")
        out.append(field: "@type", Self.kind(page.type))
        out.append(field: "name", name)
        out.append(field: "headline", name)
        if !page.summary.isEmpty { out.append(field: "description", page.summary) }
        if !page.aliases.isEmpty { out.append(field: "alternateName", .list(page.aliases.map(JSONLD.text))) }
        out.append(field: "inLanguage", page.language ?? context.site.info.language)
        if let created = page.created { out.append(field: "dateCreated", created.description) }
        if let updated = page.updated { out.append(field: "dateModified", updated.description) }
        if !page.tags.isEmpty { out.append(field: "keywords", .list(page.tags.map(JSONLD.text))) }
        if let about = Self.about(page.type) { out.append(field: "about", .object([("@type", .text(about)), ("name", .text(name))])) }
        let citations = page.sources.compactMap(citation)
        if !citations.isEmpty { out.append(field: "citation", .list(citations)) }
        out.append(field: "isPartOf", .object(website))
        if let url = context.absolute(context.hrefs[index]) {
            out.append(field: "url", url)
            out.append(field: "breadcrumb", breadcrumb(index))
        }
        out.append("}")
        return out.array
    }

    private var website: [(String, JSONLD)] {
        var object: [(String, JSONLD)] = [("@type", .text("WebSite")), ("name", .text(context.site.info.title))]
        if let url = context.absolute("") { object.append(("url", .text(url))) }
        return object
    }

    private static func kind(_ type: String?) -> String {
        switch type {
        case "overview", "index": "CollectionPage"
        default: "Article"
        }
    }

    private static func about(_ type: String?) -> String? {
        switch type {
        case "concept": "DefinedTerm"
        case "entity": "Thing"
        case "source": "CreativeWork"
        case "query": "Question"
        default: nil
        }
    }

    private func citation(_ reference: SourceReference) -> JSONLD? {
        let name: String
        var url: String?
        switch reference {
        case .file(let source): (name, url) = (context.site.sources[source].name, context.absolute(context.sourceHrefs[source]))
        case .page(let page): (name, url) = (context.titles[page], context.absolute(context.hrefs[page]))
        case .url(let address):
            guard WebAddress.isSafe(address) else { return nil }
            (name, url) = (WebAddress.shown(address), address)
        case .name(let text): name = text
        }
        return .object([("@type", .text("CreativeWork")), ("name", .text(name))] + (url.map { [("url", .text($0))] } ?? []))
    }

    private func breadcrumb(_ index: PageIndex) -> JSONLD {
        let look = context.look(of: index)
        let steps = [
            (context.language.text(.home), ""), (look.plural, look.href), (context.titles[index], context.hrefs[index]),
        ]
        let items = steps.enumerated().map { place, step in
            JSONLD.object([
                ("@type", .text("ListItem")), ("position", .number(place + 1)), ("name", .text(step.0)),
                ("item", .text(context.absolute(step.1) ?? "")),
            ])
        }
        return .object([("@type", .text("BreadcrumbList")), ("itemListElement", .list(items))])
    }
}

/// JSON that may stand in an HTML document's `<script>`: no `<`, no `>`, no `&`.
enum JSONLD {
    case text(String)
    case number(Int)
    case list([JSONLD])
    case object([(String, JSONLD)])

    var bytes: [UInt8] {
        var out = ByteSink(capacity: 1024)
        write(to: &out)
        return out.array
    }

    func write(to out: inout ByteSink) {
        switch self {
        case .text(let text): out.append(json: text)
        case .number(let number): out.append(number: number)
        case .list(let items):
            out.append(UInt8(ascii: "["))
            for place in items.indices {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                items[place].write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let fields):
            out.append(UInt8(ascii: "{"))
            for place in fields.indices {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                out.append(json: fields[place].0)
                out.append(UInt8(ascii: ":"))
                fields[place].1.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }
}

extension ByteSink {
    /// A further field of an object. The name is as JSON has it.
    fileprivate mutating func append(field name: StaticString, _ value: JSONLD) {
        append(",\"")
        append(name)
        append("\":")
        value.write(to: &self)
    }

    fileprivate mutating func append(field name: StaticString, _ text: String) { append(field: name, .text(text)) }

    /// A text of JSON, in quotation marks.
    mutating func append(json text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var start = 0
            while true {
                let end = ByteScan.first(in: bytes, from: start) {
                    ($0 .< ByteScan.Block(repeating: 0x20)) .| ByteScan.equal($0, UInt8(ascii: "&"), folding: 4)
                        .| ByteScan.equal($0, UInt8(ascii: ">"), folding: 2) .| ByteScan.equal($0, UInt8(ascii: "\\"))
                        .| ByteScan.equal($0, 0x7F)
                }
                append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                guard end < bytes.count else { break }
                appendJSON(escaping: bytes[end])
                start = end + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSON(escaping byte: UInt8) {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            append(UInt8(ascii: "\\"))
            append(byte)
        } else {
            append(text: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
        }
    }
}
