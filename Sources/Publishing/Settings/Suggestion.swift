/// "Did you mean 'build'?" when one of `known` is a slip of the finger away from `word`.
public func suggestion(for word: String, among known: [String], prefix: String = "") -> String? {
    let allowed = max(1, min(2, word.unicodeScalars.count / 3))
    let near = known.map { (name: $0, distance: editDistance(word.lowercased(), $0)) }.filter { $0.distance <= allowed }
    guard let best = near.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
    return "Did you mean '\(prefix)\(best.name)'?"
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other (optimal string alignment).
public func editDistance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    var rows = [Array(0...b.count)]
    for i in 1...max(1, a.count) where i <= a.count {
        var row = [i]
        for j in 1...max(1, b.count) where j <= b.count {
            let substituted = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, substituted)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
