/// Which passages of a page are kept to make excerpts of.
///
/// The whole text would be larger than an index may be. What a search shows a page for is mostly a term that few other pages have, so
/// passages are kept for the rare terms that they bring, and the first of each section for its own sake.
struct Excerpts {
    /// A term of this many pages or fewer counts in full: each of its pages is among the first results for it.
    private static let shown = 10.0
    /// What the first passage of a section is worth, in rare terms.
    private static let opening = 1.5
    /// Bytes that a page may always keep, and that none exceeds.
    private static let least = 500
    private static let most = 20_000

    let index: InvertedIndex
    /// The part of each page's text that may be kept, 0 to 1.
    let share: Double

    /// Bytes of a page's text that are kept at most.
    static func budget(_ digest: PageDigest, _ share: Double) -> Int {
        min(digest.text.count, most, max(least, Int(Double(digest.text.count) * share)))
    }

    func budget(_ digest: PageDigest) -> Int { Self.budget(digest, share) }

    /// For each passage whether it is kept.
    func choose(_ digest: PageDigest) -> [Bool] {
        let budget = budget(digest)
        // Headings are shown beside their passages; on a page that has very many, a log, they count too.
        var unpaid = digest.hasManySections ? digest.sections.map { $0.heading.utf8.count + $0.id.utf8.count } : []
        if unpaid.isEmpty, digest.text.count <= budget { return Array(repeating: true, count: digest.passages.count) }
        var kept = Array(repeating: false, count: digest.passages.count)
        var left = budget
        for (passage, length, section) in ranked(digest) {
            let cost = length + (unpaid.isEmpty ? 0 : unpaid[section])
            guard cost <= left else { continue }
            kept[passage] = true
            left -= cost
            if !unpaid.isEmpty { unpaid[section] = 0 }
        }
        return kept
    }

    /// Passages with their lengths and sections, the most worth a byte first.
    private func ranked(_ digest: PageDigest) -> [(passage: Int, length: Int, section: Int)] {
        var start = 0
        var firstTerm = digest.bodyTermsStart
        var section: UInt32?
        var worths: [(worth: Double, passage: Int, length: Int, section: Int)] = []
        worths.reserveCapacity(digest.passages.count)
        for (number, passage) in digest.passages.unpacked().enumerated() {
            var worth = section == passage.section ? 0 : Self.opening
            for term in digest.terms[firstTerm..<Int(passage.termsEnd)] {
                worth += min(1, Self.shown / Double(index.frequency(Int(term))))
            }
            let length = Int(passage.end) - start
            worths.append((worth / Double(length + 24), number, length, Int(passage.section)))
            section = passage.section
            start = Int(passage.end)
            firstTerm = Int(passage.termsEnd)
        }
        worths.sort { $0.worth != $1.worth ? $0.worth > $1.worth : $0.passage < $1.passage }
        return worths.map { ($0.passage, $0.length, $0.section) }
    }
}
