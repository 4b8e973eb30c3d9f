import Testing

@testable import Search

struct PassageTests {
    static func passages(_ text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBufferPointer { buffer in
            var passages: [[UInt8]] = []
            var start = 0
            while start < buffer.count {
                let end = Passages.end(buffer, start, buffer.count)
                guard end > start else {
                    Issue.record("no progress at \(start)")
                    return passages
                }
                passages.append(Array(buffer[start..<end]))
                start = end
            }
            return passages
        }
    }

    /// They are the text, none is long, none cuts a character.
    @Test(arguments: [
        String(repeating: "A sentence of some words. ", count: 40), String(repeating: "x", count: 3000),
        String(repeating: "漢字", count: 500),
        String(repeating: "知識の地図。記憶の索引。", count: 50), "one line\nanother line\n\n", String(repeating: "ab ", count: 400), "🔋",
    ])
    func areTheTextInPieces(text: String) {
        let passages = Self.passages(Array(text.utf8))
        #expect(passages.flatMap { $0 } == Array(text.utf8))
        #expect(passages.allSatisfy { $0.count <= 204 })
        #expect(passages.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\u{FFFD}") })
    }

    @Test func invalidBytesAreCutToo() {
        #expect(Self.passages(Array(repeating: 0x80, count: 5000)).allSatisfy { $0.count <= 204 })
    }

    @Test func endWithSentencesAndBlocks() {
        let text = "The first sentence is long enough to stand alone in an excerpt of its own. The second one.\nA block"
        let passages = Self.passages(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            passages == ["The first sentence is long enough to stand alone in an excerpt of its own. ", "The second one.\n", "A block"])
    }

    /// Wherever among the eight bytes that are looked at together, and however many are left.
    @Test(arguments: [". ", "! ", "? ", "\u{61F} ", "\u{3002}", "\n"]) func endWhereverASentenceDoes(mark: String) {
        for length in 70..<190 {
            for rest in [1, 5, 8, 40, 300] {
                let sentence = Array(("a.b " + String(repeating: "x", count: length - 4) + mark).utf8)
                #expect(Self.passages(sentence + Array(repeating: 0x79, count: rest)).first == sentence)
            }
        }
    }

    @Test func areCutAtTheLastBlank() {
        for blank in 70..<200 {
            let text = (0..<400).map { $0 == blank || $0 == 71 ? UInt8(ascii: " ") : UInt8(ascii: "x") }
            #expect(Self.passages(text).first?.count == max(blank, 71) + 1)
        }
    }
}
