/// Who is told how a run goes on. Called from many threads; the receiver draws or prints as seldom as it likes.
public struct RunProgress: Sendable {
    /// A new stage begins: what is done, for people, and of how many steps it consists; 0 where that is not known.
    public var begin: @Sendable (_ stage: String, _ steps: Int) -> Void
    /// So many steps more are done.
    public var advance: @Sendable (_ steps: Int) -> Void

    public init(begin: @escaping @Sendable (_ stage: String, _ steps: Int) -> Void, advance: @escaping @Sendable (_ steps: Int) -> Void) {
        self.begin = begin
        self.advance = advance
    }

    /// Tells nobody.
    public static let none = RunProgress(begin: { _, _ in }, advance: { _ in })
}
