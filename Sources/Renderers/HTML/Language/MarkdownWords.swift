import Markdown

extension MarkdownOptions {
    /// The words that the Markdown renderer writes by itself, in the site's language.
    init(_ language: Language) {
        self.init()
        wording.details = language.text(.details)
        wording.footnotes = language.text(.footnotes)
        wording.backToReference = language.text(.backToReference)
        wording.table = language.text(.table)
        wording.taskDone = language.text(.taskDone)
        wording.taskOpen = language.text(.taskOpen)
        wording.embedCycle = language.text(.embedCycle)
        wording.embedTooDeep = language.text(.embedTooDeep)
        wording.embedMissing = language.text(.embedMissing)
        wording.addressNotAllowed = language.text(.addressNotAllowed)
        wording.page = language.text(.pageNoun)
    }
}
