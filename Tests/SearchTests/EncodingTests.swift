import TestSupport
import Testing

@testable import Search

struct EncodingTests {
    struct Bits {
        let bytes: [UInt8]
        var at = 0
        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func read(_ width: Int) -> Int {
            var value = 0
            for _ in 0..<width {
                value = value << 1 | Int(bytes[at >> 3] >> UInt8(7 - at & 7)) & 1
                at += 1
            }
            return value
        }
        mutating func unary() -> Int {
            var count = 0
            while read(1) == 1 { count += 1 }
            return count
        }
        mutating func rice(_ k: Int) -> Int { unary() << k | read(k) }
        mutating func gamma() -> Int {
            let length = unary()
            return 1 << length | read(length)
        }
    }

    @Test func bitsReadBackAsWritten() {
        let values = [1, 2, 3, 7, 8, 100, 65_535, 65_536, 1_000_000]
        var writer = BitWriter()
        for value in values {
            writer.writeGamma(value)
            writer.writeRice(value - 1, 9)
            writer.write(value & 15, width: 4)
            writer.writeUnary(value % 70)
        }
        writer.finish()
        var bits = Bits(writer.bytes)
        for value in values {
            #expect(bits.gamma() == value)
            #expect(bits.rice(9) == value - 1)
            #expect(bits.read(4) == value & 15)
            #expect(bits.unary() == value % 70)
        }
        #expect(writer.bytes.count == (bits.at + 7) / 8)
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func base64(plain: String, coded: String) {
        var text: [UInt8] = []
        Base64.append(Array(plain.utf8), to: &text)
        #expect(String(decoding: text, as: UTF8.self) == coded)
    }

    static func decode(_ code: [UInt8], _ table: SymbolTable) -> [UInt8] {
        var text: [UInt8] = []
        var index = 0
        while index < code.count {
            guard let value = SymbolTable.digits.firstIndex(of: code[index]) else {
                text.append(code[index])
                index += 1
                continue
            }
            index += 1
            if value < table.singles {
                text += table.symbols[value]
            } else {
                let second = SymbolTable.digits.firstIndex(of: code[index]) ?? 0
                text += table.symbols[table.singles + (value - table.singles) * SymbolTable.digits.count + second]
                index += 1
            }
        }
        return text
    }

    @Test(arguments: [150, 400, 1200, 4000])
    func codedTextReadsBack(size: Int) {
        let sample = Array(
            String(repeating: "The \"quick\" brown \\fox\u{2} jumps over\u{3} the lazy dog 日本語日本語 über Straße ذاكرة\u{1}", count: 200).utf8)
        let table = SymbolTable(sample: sample, size: size)
        let others = ["", "never seen ~!@#$%^&*()", "🔋🧠 漢字", "\u{1}\u{2}\u{3}\u{4}\u{5}", "a\"b\\c"].map { Array($0.utf8) }
        for text in [sample] + others {
            var code: [UInt8] = []
            table.encode(text, to: &code)
            #expect(Self.decode(code, table) == text)
            #expect(!code.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F })
        }
        var code: [UInt8] = []
        table.encode(sample, to: &code)
        #expect(code.count * 2 < sample.count)
        #expect(table.symbols.count <= max(size, 100) && table.singles >= 0)
    }

    @Test func noSampleStillCodes() {
        let table = SymbolTable(sample: [], size: 160)
        var code: [UInt8] = []
        table.encode(Array("plain text, é".utf8), to: &code)
        #expect(Self.decode(code, table) == Array("plain text, é".utf8))
    }

    @Test func termsComeInTheOrderOfTheirBytes() {
        var table = TermTable()
        let words =
            ["zebra", "a", "aaaaaaaab", "aaaaaaaaa", "aaaaaaaa", "é", "日本", "", "a\u{0}"].filter { !$0.isEmpty }
            + (0..<5000).map { "w\($0 * 7919 % 5000)" }
        for word in words + words { word.utf8.withBuffer { _ = table.number(of: FoldedTerm($0)) } }
        #expect(table.count == Set(words).count)
        let sorted = table.sorted().map { String(decoding: table.term($0), as: UTF8.self) }
        #expect(sorted == Set(words).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test func jsonStringsHoldAnything() {
        var json = JSONText()
        json.string(Array("a\"\\\u{1}\u{1F}\n\u{7F}é".utf8))
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\"a\\\"\\\\\\u0001\\u001f\\u000a\\u007fé\"")
    }

    /// The longest symbol at each place, whatever stands behind it and however near the end is.
    @Test func symbolsAreFoundLikeByTryingAll() {
        var random = SplitMix(seed: 7)
        for _ in 0..<200 {
            func text(_ lengths: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: lengths, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
            }
            var symbols = Array(Set((0..<Int.random(in: 1...40, using: &random)).map { _ in text(1...Piece.longest) }))
            symbols.sort { $0.lexicographicallyPrecedes($1) }
            let sample = text(1...60) + [0xFF, 0, 97]
            let index = SymbolIndex(symbols.map { Piece($0) })
            sample.withUnsafeBufferPointer { bytes in
                index.withFinder { finder in
                    for place in bytes.indices {
                        let best = symbols.indices.filter { bytes[place...].starts(with: symbols[$0]) }.max {
                            symbols[$0].count < symbols[$1].count
                        }
                        let found = finder.longest(bytes, place)
                        #expect(found.symbol == best ?? -1 && found.length == best.map { symbols[$0].count } ?? 0)
                    }
                }
            }
        }
    }

    /// Bytes, order and joins of pieces are those of the bytes themselves.
    @Test func piecesAreTheirBytes() {
        var random = SplitMix(seed: 11)
        func text() -> [UInt8] {
            (0..<Int.random(in: 1...Piece.longest, using: &random)).map { _ in UInt8.random(in: 31...34, using: &random) }
        }
        for _ in 0..<3000 {
            let (left, right) = (text(), text())
            #expect(Piece(left).bytes == left)
            #expect(Piece(left).precedes(Piece(right)) == left.lexicographicallyPrecedes(right))
            #expect(Piece(left).holdsControl == left.contains(31))
            #expect(Piece(Piece(left), Piece(right))?.bytes == (left.count + right.count <= Piece.longest ? left + right : nil))
        }
    }

    @Test func theBestPiecesAreThoseThatSaveMost() {
        var gains = Gains()
        var sums: [[UInt8]: Int] = [:]
        for number in 0..<9000 {
            let bytes = Array("p\(number * 7919 % 4000)".utf8)
            gains.add(Piece(bytes), number % 300 - 5)
            sums[bytes, default: 0] += number % 300 - 5
        }
        let order = sums.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key) }.map(\.key)
        for count in [0, 1, 50, 3999, 4000, 5000] { #expect(gains.best(count).map(\.bytes) == Array(order.prefix(count))) }
    }

    @Test func pairsAreCounted() {
        var found: [[Int]] = []
        PairCounts([1, 2, 1, 2, 1, 2, 2, 2]).forEach(moreThan: 1) { found.append([$0, $1, $2]) }
        #expect(found.sorted { $0.lexicographicallyPrecedes($1) } == [[1, 2, 3], [2, 1, 2], [2, 2, 2]])
        PairCounts([]).forEach(moreThan: 0) { _, _, _ in Issue.record("no pair") }
    }

    @Test func pairsAreCountedWhenTheyAreMany() {
        // Each of 20,000 pairs of neighbours stands there twice; the seam between the rounds is one more.
        let round = (0..<20_001).map { UInt32($0) }
        var found: [Int: Int] = [:]
        PairCounts(round + round).forEach(moreThan: 1) { first, second, count in
            #expect(second == first + 1)
            found[first] = count
        }
        #expect(found.count == 20_000)
        #expect(found.values.allSatisfy { $0 == 2 })
    }
}
