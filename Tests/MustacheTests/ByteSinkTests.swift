import Mustache
import Testing

@Suite struct ByteSinkTests {
    private static func escaped(_ text: String) -> String {
        var out = ByteSink(capacity: 0)
        out.append(escaping: text)
        return String(decoding: out.bytes, as: UTF8.self)
    }

    /// Whatever stands where in blocks of sixteen.
    @Test(arguments: ["&", "<", ">", "\"", "ä", "\u{2028}", "'", "\0"]) func escapesAtEveryPlace(mark: String) {
        let reference = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][mark] ?? mark
        for before in 0..<40 {
            for after in [0, 1, 7, 15, 16, 17] {
                let (head, tail) = (String(repeating: "a", count: before), String(repeating: "z", count: after))
                #expect(Self.escaped(head + mark + tail + mark) == head + reference + tail + reference)
            }
        }
    }

    /// Bytes with the bits of those that are looked for are not taken for them.
    @Test func escapesNothingElse() {
        let plain = (UInt8(0)..<128).filter { ![0x22, 0x26, 0x3C, 0x3E].contains($0) }
        let text = String(decoding: plain, as: UTF8.self)
        #expect(Self.escaped(text) == text)
        #expect(Self.escaped("") == "")
    }

    @Test func growsAndShrinks() {
        var out = ByteSink(capacity: 0)
        for number in 0..<300 { out.append(UInt8(truncatingIfNeeded: number)) }
        #expect(out.array == (0..<300).map { UInt8(truncatingIfNeeded: $0) })
        out.append([UInt8](repeating: 32, count: 5000))
        #expect(out.count == 5300)
        out.trimBlanks(downTo: 310)
        #expect(out.count == 310)
        out.trimBlanks()
        #expect((out.count, out.last) == (300, 43))
        out.truncate(to: 500)
        #expect(out.count == 300)
        out.truncate(to: -1)
        #expect(out.isEmpty && out.last == nil && out.array.isEmpty)
        for number in [0, 9, 10, -1, Int.min] { out.append(number: number) }
        #expect(String(decoding: out.bytes, as: UTF8.self) == "0910-1\(Int.min)")
    }

    /// Whether it finds room in the array or not.
    @Test(arguments: [0, 1, 63, 64, 65, 100, 5000]) func writesAnArray(count: Int) {
        let made = ByteSink.array(capacity: 64) { out in
            for number in 0..<count { out.append(UInt8(truncatingIfNeeded: number)) }
        }
        #expect(made == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        // Another sink may take the place of the one that was given.
        let swapped = ByteSink.array(capacity: 64) { out in
            var other = ByteSink(capacity: 0)
            swap(&other, &out)
            out.append([UInt8](repeating: 7, count: count))
        }
        #expect(swapped == [UInt8](repeating: 7, count: count))
    }
}
