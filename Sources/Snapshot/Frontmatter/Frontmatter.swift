/// The YAML block at the head of a page, as far as it can be read with certainty.
public struct Frontmatter: Sendable, Equatable {
    public struct Problem: Sendable, Equatable {
        /// 1-based line in the file.
        public var line: Int
        public var message: String
        public init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    public var title: String?
    public var type: String?
    public var tags: [String] = []
    public var aliases: [String] = []
    public var sources: [String] = []
    /// Link targets as written, without brackets.
    public var related: [String] = []
    /// For each entry of `sources` and `related` its line in the file.
    public var sourceLines: [Int] = []
    public var relatedLines: [Int] = []
    public var created: CalendarDate?
    public var updated: CalendarDate?
    /// BCP 47.
    public var language: String?
    public var summary: String?
    /// Of the key `domain`; tags `domain/…` are in `tags`.
    public var domain: String?
    /// True when the page says that it is not for the public (`publish: false`, `draft: true`, `private: true`), also where
    /// the block is unreadable and one of its lines says so: in doubt a page stays private.
    public var isPrivate = false
    /// Whether a readable block says `publish: true`.
    public var isMarkedPublic = false
    /// Whether `draft: true` in a readable block is the only reason.
    public var isOnlyDraft: Bool { isPrivate && !isKeptPrivate }
    var isKeptPrivate = false
    /// Bytes before the body, 0 where there is no block.
    public var bodyOffset = 0
    /// 1-based line on which the body begins.
    public var bodyLine = 1
    public var problems: [Problem] = []

    public init() {}

    mutating func keepPrivate() { (isPrivate, isKeptPrivate) = (true, true) }
}
