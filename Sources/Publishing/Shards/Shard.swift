/// One of several independent parts of a build: the work of one task of a job array.
public struct Shard: Sendable, Equatable, Codable {
    public static let most = 10_000

    /// From 1 to `count`.
    public let number: Int
    public let count: Int

    /// Nil unless `text` is `I/N` with I from 1 to N.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Self.whole($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.most).contains(count), (1...count).contains(number)
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

    /// Digits alone: `Int` would take signs too.
    private static func whole(_ text: Substring) -> Int? { text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil }
}

/// Which part makes which artifact: the same for every part of a build, and about as much work for each.
struct ShardAssignment {
    /// What a poster costs, in other files: from a hundred in a small vault to a thousand in one of 10,000 pages. It decides about the
    /// balance alone.
    private static let posterWeight = 500

    /// By artifact, from 1.
    let numbers: [Int]

    /// - Parameter posters: how many artifacts, from the first, are the posters and their list. They share what is drawn, and the list
    ///   has a hash of each, so they are one piece of work; every other artifact is one of its own.
    init(artifacts: Int, posters: Int, shards: Int) {
        let others = artifacts - posters
        // The first part has the posters; the others make pages meanwhile.
        let meanwhile = shards == 1 ? 0 : min(others, posters * Self.posterWeight * (shards - 1))
        numbers =
            Array(repeating: 1, count: posters) + (0..<meanwhile).map { 2 + Self.place($0, shards - 1) }
            + (0..<(others - meanwhile)).map { 1 + Self.place($0, shards) }
    }

    /// In turn, forth and back: kinds of files that alternate in the plan do not fall to one part each.
    private static func place(_ index: Int, _ shards: Int) -> Int {
        let (round, place) = index.quotientAndRemainder(dividingBy: shards)
        return round.isMultiple(of: 2) ? place : shards - 1 - place
    }
}
