/// A page's HTML whose links and tags are still open: what can be written before anyone knows where they lead, so that a page is parsed
/// once. `MarkdownRenderer.finish` closes them.
///
/// Only what nothing but a link's own tag depends on is written this way. A page with embeds, pictures of its own or links in raw HTML has
/// none, and is rendered from its text when all pages are known.
public struct UnlinkedHTML: Sendable {
    /// The number of holes, the holes, the HTML.
    public let bytes: [UInt8]

    /// As an earlier one's `bytes`.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ html: Bytes, _ holes: [LinkHole]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(MemoryLayout<Int>.stride + holes.count * MemoryLayout<LinkHole>.stride + html.count)
        withUnsafeBytes(of: holes.count) { bytes.append(contentsOf: $0) }
        holes.withUnsafeBytes { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: html)
        self.bytes = bytes
    }

    /// Nil where the bytes are not what `init` wrote.
    func withParts<Value>(_ body: (_ html: Bytes, _ holes: UnsafeRawBufferPointer) -> Value) -> Value? {
        bytes.withUnsafeBytes { bytes -> Value? in
            let head = MemoryLayout<Int>.stride
            guard bytes.count >= head else { return nil }
            let count = bytes.loadUnaligned(as: Int.self)
            guard count >= 0, count <= (bytes.count - head) / MemoryLayout<LinkHole>.stride else { return nil }
            let start = head + count * MemoryLayout<LinkHole>.stride
            let html = UnsafeRawBufferPointer(rebasing: bytes[start...]).bindMemory(to: UInt8.self)
            return body(html, UnsafeRawBufferPointer(rebasing: bytes[head..<start]))
        }
    }
}

/// Where the label of a link or a tag's name stands in the HTML.
struct LinkHole {
    var start: UInt32
    var end: UInt32
    /// Its number, or `tag`.
    var link: Int32

    static let tag: Int32 = -1
}

/// The holes of the page that is being written.
struct LinkHoles {
    /// False for a writer that knows where links lead.
    var areLeft = false
    var holes: [LinkHole] = []
    /// Holes whose label is being written: at most one.
    var open: Int?
    /// Something of the page depends on where a link leads.
    var isGivenUp = false
    /// Whether it was asked where a link leads; looked at once a block.
    var asked: Asked?

    final class Asked {
        var isAsked = false
    }
}

extension HTMLWriter {
    /// Writes `document` with its links open; nil where something depends on where they lead.
    consuming func draft(_ document: borrowing Document, title: String) -> UnlinkedHTML? {
        guard !document.holdsEmbeds, options.diagrams == nil else { return nil }
        holes.areLeft = true
        let asked = LinkHoles.Asked()
        holes.asked = asked
        let unknown = { (_: Int) -> LinkDestination in
            asked.isAsked = true
            return .withheld
        }
        let page = MarkdownPage(body: [], bodyLine: document.bodyLine, leadingTitle: title, destination: unknown)
        write(page, document)
        guard !asked.isAsked, !holes.isGivenUp, problems.isEmpty, out.count <= Int32.max else { return nil }
        return UnlinkedHTML(out.bytes, holes.holes)
    }

    /// Whether the link is written with a hole; nil for a writer that knows where links lead.
    mutating func openHole(_ node: Node, _ kind: NodeKind, _ index: Int) -> Bool? {
        if !holes.areLeft { return nil }
        guard state.anchors == 0, holes.open == nil, kind == .wikilink || (kind == .link && node.title.isEmpty) else {
            holes.isGivenUp = true
            return false
        }
        holes.holes.append(LinkHole(start: UInt32(out.count), end: 0, link: Int32(index)))
        if kind == .wikilink {
            writeLabel(WikilinkSyntax(node.literal), isEmbed: false)
            closeHole(holes.holes.count - 1)
            return false
        }
        holes.open = holes.holes.count - 1
        state.links.append(.hole)
        return true
    }

    mutating func closeHole(_ hole: Int?) {
        guard let hole else { return }
        holes.holes[hole].end = UInt32(out.count)
        holes.open = nil
    }

    /// True where a tag's name was written into a hole.
    mutating func writeTagHole(_ name: Bytes) -> Bool {
        guard holes.areLeft, state.anchors == 0 else { return false }
        let start = UInt32(out.count)
        out.append(escaping: name)
        // The name is read back from the HTML.
        if Marker.areIn(name) || out.count - Int(start) != name.count { holes.isGivenUp = true }
        holes.holes.append(LinkHole(start: start, end: UInt32(out.count), link: LinkHole.tag))
        return true
    }

    /// Within an open link only what looks the same with and without the link around it can be written.
    func isFree(_ node: Node, _ kind: NodeKind) -> Bool {
        switch kind {
        case .text: return node.literal.first(0x40) == nil
        case .softBreak, .lineBreak, .code, .emphasis, .strong, .highlight, .strikethrough, .math, .comment: return true
        default: return false
        }
    }

    /// Writes what `draft` wrote, with its links; false where one leads to what is not published, whose name must not be written.
    mutating func finish(
        _ draft: UnlinkedHTML, end: (Int) -> LinkEnd, tag: (String) -> String?
    ) -> Bool {
        let isDone = draft.withParts { html, holes -> Bool in
            var written = 0
            for hole in holes.bindMemory(to: LinkHole.self) {
                let label = html.slice(Int(hole.start)..<Int(hole.end))
                out.append(html.slice(written..<Int(hole.start)))
                written = Int(hole.end)
                if hole.link == LinkHole.tag {
                    writeTag(label, href: tag(String(decoding: label, as: UTF8.self)))
                    continue
                }
                let closer: LinkCloser
                switch end(Int(hole.link)) {
                case .site(let address): closer = openLink(address)
                case .other(.withheld): return false
                case .other(let destination): closer = openLink(destination)
                }
                out.append(label)
                closeLink(closer)
            }
            out.append(html.slice(written..<html.count))
            return true
        }
        return isDone ?? false
    }
}
