internal import Markdown

/// How much of the files below `raw/sources/` is published.
public enum SourceRule: String, Sendable, CaseIterable {
    /// Nothing but the pictures and recordings that pages show.
    case none
    /// A page each, with what can be shown of it; the file itself only where a page shows it.
    case link
    /// The file too, where a published page names it.
    case embed
}

/// Takes every source out of what pages tell; a link to one becomes plain text.
///
/// - Returns: those that no page shows in place.
func forgetSources(_ links: inout [PageLinks], _ references: inout [PageReferences], count: Int) -> Set<SourceIndex> {
    var shown: Set<SourceIndex> = []
    for page in links.indices {
        links[page].links = links[page].links.map { link in
            if case .media(let source, _) = link { shown.insert(source) }
            switch link {
            case .source, .preview: return .withheld
            default: return link
            }
        }
        references[page].sources.removeAll { if case .file = $0 { true } else { false } }
    }
    return Set(0..<count).subtracting(shown)
}

/// Gives each file that a published page names a place beside its source's page. What a browser would run stays out: on the site's own
/// host it could do what the site's scripts can.
func publishFiles(_ sources: inout [Source], _ pages: [Page]) {
    var named: Set<SourceIndex> = []
    for page in pages { for link in page.links { link.source.map { _ = named.insert($0) } } }
    for index in sources.indices where sources[index].present && isHarmless(sources[index]) {
        guard !sources[index].citedBy.isEmpty || named.contains(index) else { continue }
        sources[index].fileAddress = String(sources[index].address.dropLast(5))
    }
}

/// A kind that browsers show as a picture, a recording, a PDF or plain text, or save.
private func isHarmless(_ source: Source) -> Bool {
    let suffix =
        source.name.utf8.lastIndex(of: UInt8(ascii: ".")).map { source.name[source.name.utf8.index(after: $0)...].lowercased() } ?? ""
    switch source.kind {
    case .image, .audio, .video, .pdf, .table: return true
    case .text: return !["html", "htm", "xml"].contains(suffix)
    case .other:
        return ["zip", "epub", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "bib", "ics", "gz", "tar", "7z"].contains(suffix)
    }
}
