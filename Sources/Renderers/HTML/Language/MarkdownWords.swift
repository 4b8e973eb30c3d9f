public import Markdown

/// How pages' texts are rendered in a site of this language.
public func markdownOptions(language: String) -> MarkdownOptions { MarkdownOptions(Language.named(language)) }

extension MarkdownOptions {
    /// For text under the title that the page's frame has; the words that the renderer writes by itself are in the site's language.
    init(_ language: Language) {
        self.init()
        isBelowTitle = true
        wording.details = language.text(.details)
        wording.footnotes = language.text(.footnotes)
        wording.backToReference = language.text(.backToReference)
        wording.table = language.text(.table)
        wording.taskDone = language.text(.taskDone)
        wording.taskOpen = language.text(.taskOpen)
        wording.embedCycle = language.text(.embedCycle)
        wording.embedTooDeep = language.text(.embedTooDeep)
        wording.embedMissing = language.text(.embedMissing)
        wording.pageTooLarge = language.text(.pageTooLarge)
        wording.addressNotAllowed = language.text(.addressNotAllowed)
        wording.page = language.text(.pageNoun)
        wording.diagram = language.text(.diagram)
        wording.diagramSource = language.text(.diagramSource)
    }
}
