/// BM25F, the part that is known when the index is made (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009, section 3.6).
///
/// A term's count in each field is divided by the field's length against the average, weighted and added; the sum saturates. What comes
/// out, between 0 and 1, is stored in four bits; the query engine multiplies it by the term's rarity and needs no lengths.
struct Ranking {
    private static let titleWeight = 6.0
    private static let aliasWeight = 5.0
    private static let headingWeight = 2.5
    private static let saturation = 1.2
    /// How much a long field takes away, 0 to 1.
    private static let bodyNormalisation = 0.7
    private static let headingNormalisation = 0.4
    static let impactBits = 4

    private let averageBody: Double
    private let averageHeading: Double

    init(_ digests: [PageDigest]) {
        let count = Double(max(1, digests.count))
        averageBody = Self.rounded(max(1, Double(digests.reduce(0) { $0 + $1.bodyLength }) / count))
        averageHeading = Self.rounded(max(1, Double(digests.reduce(0) { $0 + $1.headingLength }) / count))
    }

    /// To five binary digits, which is nearer than the four bits of an impact can tell: a page that is edited changes its own impacts, and
    /// not a few of every other's.
    private static func rounded(_ value: Double) -> Double {
        let step = Double(sign: .plus, exponent: value.exponent - 4, significand: 1)
        return (value / step).rounded() * step
    }

    /// What one count in body and one in headings weigh on a page.
    func weights(of digest: PageDigest) -> (body: Double, heading: Double) {
        let body = 1 - Self.bodyNormalisation + Self.bodyNormalisation * Double(digest.bodyLength) / averageBody
        let heading = 1 - Self.headingNormalisation + Self.headingNormalisation * Double(digest.headingLength) / averageHeading
        return (1 / body, Self.headingWeight / heading)
    }

    /// 1 to 15.
    static func impact(_ counts: PageDigest.Frequencies, _ weights: (body: Double, heading: Double)) -> UInt8 {
        let sum =
            Double(counts.body) * weights.body + Double(counts.heading) * weights.heading + Double(counts.title) * titleWeight
            + Double(counts.alias) * aliasWeight
        let top = Double(1 << impactBits) - 0.001
        return UInt8(max(1, sum / (sum + saturation) * top))
    }
}
