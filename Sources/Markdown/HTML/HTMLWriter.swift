/// Writes one page, and within it the pages that it embeds.
struct HTMLWriter: ~Copyable {
    private let renderer: MarkdownRenderer
    var out: ByteBuffer
    var problems: [MarkdownProblem] = []
    /// Pages that are being shown, the host first.
    var shown: [(key: Int?, part: LinkDestination.Embed.Part)] = []
    var embeds = 0
    /// Bytes of the pages that were read for them.
    var embeddedBytes = 0
    /// Level of the heading written last outside of embeds: those of an embed go below it.
    var headingLevel = 1
    /// Line of the host's embed that is being shown.
    var embedLine = 0
    var state = PageState()
    /// Where links stay open.
    var holes = LinkHoles()

    /// Containers nested deeper are written without their tags: browsers stop at some 500 open elements.
    static let deepest = 100

    init(_ renderer: MarkdownRenderer, capacity: Int) {
        self.renderer = renderer
        out = ByteBuffer(capacity: capacity)
    }

    var options: MarkdownOptions { renderer.options }
    var scripts: Scripts { renderer.scripts }

    mutating func writePage(_ page: MarkdownPage) {
        guard let document = read(page) else { return }
        write(page, document)
    }

    mutating func write(_ page: MarkdownPage, _ document: borrowing Document) {
        shown.append((page.key, .whole))
        state = PageState(page, isEmbedded: false)
        for heading in document.headings { _ = state.identifiers.claim(heading.id) }
        write(document.root, of: document)
        writeRest(of: document)
        writeFootnotes(of: document)
        shown.removeLast()
    }

    func read(_ page: MarkdownPage) -> Document? {
        // Headings need their ids, and so their labels, before anything is written; the destination of other links is asked for only once.
        Document(page.body, bodyLine: page.bodyLine, placeholder: options.wording.unpublishedPage, inHeadingsOnly: true) {
            page.destination($0) == .withheld
        }
    }

    /// Writes a subtree, without recursion.
    mutating func write(_ root: Node, of document: borrowing Document) {
        var walk = TreeWalk(root)
        var goesOn = walk.step()
        while goesOn {
            let node = walk.node
            if walk.isEntering {
                goesOn = enter(node, depth: walk.depth, of: document) ? walk.step() : walk.stepOver()
            } else {
                leave(node, depth: walk.depth, of: document)
                goesOn = walk.step()
            }
        }
        closeRaw(deeperThan: -1)
    }

    /// True where the walk goes on below `node`, and `leave` is to be called.
    private mutating func enter(_ node: Node, depth: Int, of document: borrowing Document) -> Bool {
        if let end = state.hiddenEnd {
            if node == end { state.hiddenEnd = nil }
            return false
        }
        let kind = node.kind
        if holes.open != nil, !isFree(node, kind) { holes.isGivenUp = true }
        if holes.isGivenUp { return false }
        switch kind {
        case .text:
            prepareForLine(node, depth)
            writeText(node.literal)
        case .softBreak, .lineBreak: return writeBreak(node, kind, depth, of: document)
        case .code: writeCode(node, depth)
        case .emphasis, .strong, .highlight, .strikethrough:
            prepareForLine(node, depth)
            if depth < Self.deepest { out.append(HTMLTags.opening(kind)) }
            return true
        case .link, .wikilink, .image, .embed: return enterLink(node, kind, depth, of: document)
        case .htmlInline: return writeInlineHTML(node, depth)
        case .tag, .math, .displayMath, .comment, .footnoteReference, .inlineFootnote: writeInline(node, kind, depth, of: document)
        default: return enterBlock(node, kind, depth, of: document)
        }
        return false
    }

    private mutating func leave(_ node: Node, depth: Int, of document: borrowing Document) {
        closeRaw(deeperThan: depth)
        let kind = node.kind
        switch kind {
        case .emphasis, .strong, .highlight, .strikethrough: if depth < Self.deepest { out.append(HTMLTags.closing(kind)) }
        case .link: leaveLink()
        default: leaveBlock(node, kind, depth, of: document)
        }
    }

    mutating func report(_ code: String, _ line: Int, _ message: String) {
        if problems.count < 200 { problems.append(MarkdownProblem(code: code, line: line, message: message)) }
    }

    /// A new line, unless one has just begun.
    mutating func beginLine() {
        if let last = out.last, last != 0x0A { out.append(0x0A) }
    }
}

/// What is open while a page is written.
struct PageState {
    var page: MarkdownPage?
    var isEmbedded = false
    var identifiers = IdentifierSet()
    /// Tags of links that are open, the innermost last.
    var links: [LinkCloser] = []
    /// Open `<a>`: there is none within one.
    var anchors = 0
    var raw: [OpenRawElement] = []
    var callouts: [OpenCallout] = []
    var footnotes = FootnoteList()
    /// The paragraph that is being written in pieces, because a page is embedded in it.
    var split: SplitParagraph?
    /// Prefix of the ids of footnotes.
    var footnotePrefix = ""
    /// Of the table's cell that is being written.
    var column = 0
    /// The highest heading level of an embedded page's part.
    var topLevel = 1
    /// The node up to which nothing is shown: the end of a `<script>` and its like.
    var hiddenEnd: Node?

    init() {}

    init(_ page: MarkdownPage, isEmbedded: Bool) {
        self.page = page
        self.isEmbedded = isEmbedded
    }
}

enum LinkCloser {
    case none, anchor
    /// It is not known yet where the link leads.
    case hole
    case dangling(reason: String)
}

enum HTMLTags {
    static func opening(_ kind: NodeKind) -> StaticString {
        switch kind {
        case .emphasis: "<em>"
        case .strong: "<strong>"
        case .highlight: "<mark>"
        default: "<del>"
        }
    }

    static func closing(_ kind: NodeKind) -> StaticString {
        switch kind {
        case .emphasis: "</em>"
        case .strong: "</strong>"
        case .highlight: "</mark>"
        default: "</del>"
        }
    }
}
