/// A folder of Mustache templates, compiled once and rendered any number of times, on any thread.
///
/// The language is Mustache as of its specification 1.4 with the optional modules for inheritance and dynamic names, without lambdas.
/// A renderer of our own and not the C++ library of kainjow: that one gives an error no line and has no inheritance, so that each
/// template would have to repeat the layout (its speed was not measured). Here a name is an index, a template is a flat list of steps, a view model
/// answers from its own fields, and a name that no view has is found when the templates are compiled and not in a reader's page.
public struct TemplateSet: Sendable {
    public struct Options: Sendable {
        /// Leading white space of a template's lines is not written. For HTML, where it only costs.
        public var isCompact: Bool
        /// A partial that does not exist renders nothing, as the language has it; otherwise it is an error.
        public var allowsMissingPartials: Bool

        public init(isCompact: Bool = false, allowsMissingPartials: Bool = false) {
            self.isCompact = isCompact
            self.allowsMissingPartials = allowsMissingPartials
        }
    }

    static let suffix = ".mustache"

    public let vocabulary: Vocabulary
    private var program: Program
    /// Is shown what each template is given: for the test that compares it with the documents.
    var watch: (@Sendable (_ template: String, _ root: Value) -> Void)?

    /// - Parameter sources: template names without `.mustache`, and their text as UTF-8.
    public init(
        _ sources: [(name: String, source: [UInt8])], vocabulary: Vocabulary, options: Options = Options()
    ) throws(TemplateError) {
        var compiler = Compiler(vocabulary: vocabulary, options: options)
        try compiler.compile(sources)
        program = compiler.program
        self.vocabulary = compiler.vocabulary
    }

    /// The same templates with the texts of a view that never changes written into them: `{{name.key}}` is then no look-up any more.
    /// No view may have that name with another value.
    public func binding(_ name: String, to view: some View) -> TemplateSet {
        guard let symbol = vocabulary.names.firstIndex(of: name) else { return self }
        var bound = self
        bound.program.bind(Int32(symbol), to: view)
        return bound
    }

    /// The rendering of one template. The array may be larger than what is in it: what is kept for long is better copied.
    ///
    /// Throws where there is no such template, and where partials call each other without end.
    public func render(_ name: String, _ root: Value) throws(TemplateError) -> [UInt8] {
        guard let entry = program.entryNames[name] else {
            throw TemplateError(file: name + Self.suffix, line: 0, message: "there is no such template")
        }
        watch?(name, root)
        guard let bytes = Execution.run(program, entry: entry, root: root) else {
            throw TemplateError(
                file: name + Self.suffix, line: 0, message: "partials nest more than \(Execution.depthLimit) deep; one of them calls itself"
            )
        }
        return bytes
    }
}
