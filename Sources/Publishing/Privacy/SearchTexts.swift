import Foundation

/// The pages' records of a search index, which are written in the codes of a table of pieces (see `SymbolTable` of Search).
struct SearchTexts: Sendable {
    private let symbols: [[UInt8]]
    private let singles: Int
    /// Place of each printable ASCII character that a string literal takes as it is.
    private let digits: [UInt8: Int]

    /// `file` is the index's `symbols.js`; nil where it is none.
    init?(_ file: [UInt8]) {
        guard let open = file.firstRange(of: Array(",".utf8)), let close = file.lastIndex(of: UInt8(ascii: ")")),
            open.upperBound <= close,
            let text = try? JSONSerialization.jsonObject(with: Data(file[open.upperBound..<close]), options: .fragmentsAllowed) as? String
        else { return nil }
        symbols = text.split(separator: "\t", omittingEmptySubsequences: false).map { Array($0.utf8) }
        let usable = (UInt8(0x20)...0x7E).filter { $0 != 0x22 && $0 != 0x5C }
        digits = Dictionary(uniqueKeysWithValues: usable.enumerated().map { ($1, $0) })
        singles = usable.count - (max(0, symbols.count - usable.count) + usable.count - 2) / (usable.count - 1)
    }

    /// The pieces, each by itself: two that stand side by side in the table say nothing.
    var pieces: TextWords {
        var words = TextWords()
        for symbol in symbols {
            symbol.withUnsafeBufferPointer { words.append($0) }
            words.separate()
        }
        return words
    }

    /// Whether the file beside the table is one of its texts: `t0.js`, `t1.js`, ….
    static func isText(_ name: Substring) -> Bool {
        name.hasPrefix("t") && name.hasSuffix(".js") && Int(name.dropFirst().dropLast(3)) != nil
    }

    /// The text of all records of a file: `SynapseSearch.add("t0","…");`.
    func decoded(_ file: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let quotes = file.indices.filter { file[$0] == quote }
        guard quotes.count >= 4 else { return [] }
        let code = file[(quotes[2] + 1)..<quotes[quotes.count - 1]]
        var text: [UInt8] = []
        text.reserveCapacity(code.count * 3)
        var index = code.startIndex
        while index < code.endIndex {
            let byte = code[index]
            index += 1
            guard var value = digits[byte] else {
                text.append(byte)
                continue
            }
            if value >= singles, index < code.endIndex {
                value = singles + (value - singles) * digits.count + (digits[code[index]] ?? 0)
                index += 1
            }
            if symbols.indices.contains(value) { text += symbols[value] } else { text.append(0x20) }
        }
        return text
    }
}
