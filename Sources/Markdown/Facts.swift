/// What one page's Markdown says about itself, found without rendering. Places are in the file: 1-based lines and columns.
public struct MarkdownFacts: Sendable, Equatable {
    /// In document order; `id` is what the rendered heading carries.
    public var headings: [Heading] = []
    public var blocks: [Block] = []
    /// Wikilinks, embeds, Markdown links and images of the body in document order: the order `MarkdownRenderer` asks for them.
    public var links: [Link] = []
    /// Tags written in the text, without `#`, in document order.
    public var tags: [String] = []
    /// Text of the first paragraph, at most 240 characters, cut at a word.
    public var summary = ""
    public var words = 0
    public var problems: [MarkdownProblem] = []
    /// The sentences that hold links, one after the other, as UTF-8; `Link.sentence` is a range in it.
    public var sentences: [UInt8] = []

    /// Ids that raw HTML of the page gives, as written and as they are rendered.
    public var anchors: [Anchor] = []

    public init() {}

    public struct Anchor: Sendable, Equatable {
        public var name: String
        public var id: String
        public init(name: String, id: String) {
            self.name = name
            self.id = id
        }
    }

    public struct Heading: Sendable, Equatable {
        /// 1 to 6.
        public var level: Int
        /// Plain text.
        public var text: String
        /// Unique within the page; Unicode kept.
        public var id: String
        public var line: Int

        public init(level: Int, text: String, id: String, line: Int) {
            self.level = level
            self.text = text
            self.id = id
            self.line = line
        }
    }

    /// A block marked `^name`.
    public struct Block: Sendable, Equatable {
        public var name: String
        public var id: String
        public init(name: String, id: String) {
            self.name = name
            self.id = id
        }
    }

    public struct Link: Sendable, Equatable {
        public enum Syntax: Sendable, Equatable {
            /// `[[…]]`
            case wikilink
            /// `![[…]]`
            case embed
            /// `[…](…)`, `<a href>`, reference links
            case link
            /// `![…](…)`, `<img src>`
            case image
        }

        public var syntax: Syntax
        /// As written, without the fragment; percent-decoded for Markdown links. Empty for a link within the page.
        public var target: String
        /// What follows the first `#`, as written (`h`, `h1#h2`, `^block`, `page=3`); nil where there is no `#`.
        public var fragment: String?
        public var line: Int
        public var column: Int
        /// Bytes of `MarkdownFacts.sentences`.
        public var sentence: Range<Int32>

        public init(syntax: Syntax, target: String, fragment: String? = nil, line: Int = 0, column: Int = 0, sentence: Range<Int32> = 0..<0)
        {
            self.syntax = syntax
            self.target = target
            self.fragment = fragment
            self.line = line
            self.column = column
            self.sentence = sentence
        }
    }

    /// The sentence around a link, as plain text, at most 240 characters.
    public func sentence(of link: Link) -> String {
        String(decoding: sentences[Int(link.sentence.lowerBound)..<Int(link.sentence.upperBound)], as: UTF8.self)
    }
}

/// Something in a page's text that a person should know: markup that was made harmless, an embed that was cut, …
public struct MarkdownProblem: Sendable, Equatable {
    /// Kebab case, stable: `unsafe-html`, `unsafe-url`, `unclosed-comment`, …
    public var code: String
    public var line: Int
    public var column: Int
    public var message: String

    public init(code: String, line: Int, column: Int = 0, message: String) {
        self.code = code
        self.line = line
        self.column = column
        self.message = message
    }
}
