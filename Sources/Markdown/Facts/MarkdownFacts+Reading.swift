/// Reads what one page says about itself. `bodyLine` is the 1-based line of the file on which `body` begins.
///
/// Of the links in `withheld` (indices into the facts' links as they are without it) nothing is told: neither target nor name is in any text,
/// and `placeholder` is the label where they have none of their own. The renderer writes the same where a destination is `.withheld`.
///
/// Pure, and safe to call from any number of threads at once.
public func markdownFacts(
    _ body: ArraySlice<UInt8>, bodyLine: Int, withheld: Set<Int> = [], placeholder: String = MarkdownWording().unpublishedPage
) -> MarkdownFacts {
    let mark = Arena.mark()
    defer { Arena.release(to: mark) }
    guard let document = Document(body, bodyLine: bodyLine, placeholder: placeholder, isWithheld: { withheld.contains($0) }) else {
        return .unreadable(bodyLine)
    }
    var reader = FactsReader(document)
    reader.read()
    return reader.facts
}

/// The same, and the page's HTML with its links open. `title` is asked for the page's title when its facts are known; nil where no HTML is
/// wanted.
public func markdownFacts(
    _ body: ArraySlice<UInt8>, bodyLine: Int, drafting renderer: MarkdownRenderer, title: (MarkdownFacts) -> String?
) -> (facts: MarkdownFacts, draft: UnlinkedHTML?) {
    let mark = Arena.mark()
    defer { Arena.release(to: mark) }
    guard let document = Document(body, bodyLine: bodyLine) else { return (.unreadable(bodyLine), nil) }
    var reader = FactsReader(document)
    reader.read()
    guard let title = title(reader.facts) else { return (reader.facts, nil) }
    return (reader.facts, reader.draft(by: renderer, title: title))
}

extension MarkdownFacts {
    fileprivate static func unreadable(_ bodyLine: Int) -> MarkdownFacts {
        var facts = MarkdownFacts()
        facts.problems = [MarkdownProblem(code: "unreadable-markdown", line: bodyLine, message: "The page's text could not be parsed.")]
        return facts
    }
}
