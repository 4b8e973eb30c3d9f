/// The words of one shard of a search index's lexicon (see `Lexicon` of Search): front-coded, in base64; those of `b…` are spelt backwards.
struct SearchWords {
    private(set) var words: [[UInt8]] = []

    /// Whether the file beside the index's table is one of its shards: `l0.js`, `b0.js`, ….
    static func isShard(_ name: Substring) -> Bool {
        (name.hasPrefix("l") || name.hasPrefix("b")) && name.hasSuffix(".js") && Int(name.dropFirst().dropLast(3)) != nil
    }

    /// `shard` is what the file's base64 holds.
    init(_ shard: [UInt8], isBackward: Bool) {
        var last: [UInt8] = []
        var at = 0
        while at + 2 <= shard.count {
            let shared = Int(shard[at] & 0x1F)
            let rest = Int(shard[at + 1] & 0x3F)
            at += 2
            guard shared <= last.count, at + rest <= shard.count else { return }
            last = Array(last.prefix(shared)) + shard[at..<at + rest]
            at += rest
            words.append(
                isBackward ? Array(String(String(decoding: last, as: UTF8.self).unicodeScalars.reversed().map(Character.init)).utf8) : last)
        }
    }
}

/// Places of nodes in the graph viewer's data (see `GraphBinary` of HTML): two columns of 32-bit numbers after a head of 16 bytes.
enum GraphPlaces {
    /// None where `data` is something else.
    static func all(in data: [UInt8]) -> [UInt64] {
        guard data.count >= 16, data.starts(with: "SYG1".utf8) else { return [] }
        func number(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(data[at + $1]) << UInt32(8 * $1) } }
        let nodes = Int(number(4))
        guard nodes >= 0, 16 + nodes * 8 <= data.count else { return [] }
        return (0..<nodes).map { key(number(16 + 4 * $0), number(16 + 4 * (nodes + $0))) }
    }

    static func key(_ x: UInt32, _ y: UInt32) -> UInt64 { UInt64(x) << 32 | UInt64(y) }

    static func key(_ x: Double, _ y: Double) -> UInt64 { key(Float(x).bitPattern, Float(y).bitPattern) }
}
