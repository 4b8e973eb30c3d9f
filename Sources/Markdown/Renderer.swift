/// Words that the renderer puts into a page by itself, in the site's language.
public struct MarkdownWording: Sendable, Equatable {
    public var details = "Details"
    public var footnotes = "Footnotes"
    public var backToReference = "Back to reference"
    public var table = "Table"
    public var taskDone = "Done"
    public var taskOpen = "To do"
    public var embedCycle = "This embed is left out: it would show itself again."
    public var embedTooDeep = "This embed is left out: embeds are nested too deep."
    public var embedMissing = "The text of this embed could not be read."
    public var pageTooLarge = "The rest of this page is too large to be laid out. It is shown as plain text."
    public var addressNotAllowed = "address not allowed"
    public var page = "page"
    /// Instead of the name of a page that is not published, where a link gives no label of its own.
    public var unpublishedPage = "unpublished page"
    /// Instead of a description of a picture that was made of a diagram's text, and the label of that text.
    public var diagram = "Diagram"
    public var diagramSource = "Diagram as text"

    public init() {}
}

public struct MarkdownOptions: Sendable, Equatable {
    public var wording = MarkdownWording()
    /// How deep embeds may be nested.
    public var embedDepth = 5
    /// How many embeds one page may show, those in embedded pages included.
    public var embedCount = 200
    /// Whether the frame around the text has the page's level-1 heading: those of the text then begin at level 2, and none is more than
    /// one level deeper than the one before it.
    public var isBelowTitle = false

    /// Whether code is coloured, and formulas become MathML; without their scripts both are shown as written.
    public var highlightsCode = true
    public var setsFormulas = true
    public var scripts = ScriptFiles()
    /// For Mermaid fences; without one they are shown as code.
    public var diagrams: DiagramMaker?

    public init() {}
}

/// Writes pages' bodies as HTML: parts for inside an `<article>`, without the page's frame.
///
/// One a task. Same page, same bytes, whatever was rendered before.
public final class MarkdownRenderer {
    let options: MarkdownOptions
    let scripts: Scripts

    public init(options: MarkdownOptions = MarkdownOptions()) {
        self.options = options
        scripts = Scripts(options.scripts)
    }

    /// Appends the HTML of `page` to `html`. What a page's own text has wrong is in its facts; what comes back here arose in rendering.
    public func render(_ page: MarkdownPage, into html: inout [UInt8]) -> [MarkdownProblem] {
        let mark = Arena.mark()
        defer { Arena.release(to: mark) }
        var writer = HTMLWriter(self, capacity: page.body.count * 2)
        scripts.beginPage()
        writer.writePage(page)
        html.append(contentsOf: writer.out.bytes)
        return writer.problems
    }

    /// The page's HTML as far as it does not depend on other pages; nil where nothing is to be had without them.
    func draft(_ document: borrowing Document, title: String) -> UnlinkedHTML? {
        scripts.beginPage()
        return HTMLWriter(self, capacity: document.source.bytes.count * 2).draft(document, title: title)
    }

    /// Appends the HTML of a page that was drafted with the same options: the bytes that `render` gives where `end` and `tag` say the same
    /// as its `MarkdownPage`. `room` is about how many bytes the addresses of its links have. False, and nothing is appended, where the page has to be rendered from its text.
    public func finish(
        _ draft: UnlinkedHTML, room: Int = 0, end: (Int) -> LinkEnd, tag: (String) -> String?, into html: inout [UInt8]
    ) -> Bool {
        var writer = HTMLWriter(self, capacity: draft.bytes.count + room)
        guard writer.finish(draft, end: end, tag: tag) else { return false }
        html.append(contentsOf: writer.out.bytes)
        return true
    }
}
