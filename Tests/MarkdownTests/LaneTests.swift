import Testing

@testable import Markdown

/// What looks at sixteen bytes at once finds what a look at each byte finds, whatever the length and wherever it stands.
@Suite struct LaneTests {
    /// All lengths around one and two lanes.
    private static let lengths = 1...40

    /// Memory of just these bytes: what reads on is found by a sanitizer.
    private func withExact<Value>(_ bytes: [UInt8], _ body: (Bytes) -> Value) -> Value {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { copy.deallocate() }
        _ = copy.initialize(from: bytes)
        return body(Bytes(copy))
    }

    @Test(arguments: Self.lengths) func loadsWhatIsThereAndZeros(_ count: Int) {
        let bytes = (1...count).map { UInt8($0) }
        let lane = withExact(bytes) { Lane.load($0.baseAddress!, count) }
        #expect((0..<Lane.width).map { lane[$0] } == (0..<Lane.width).map { $0 < count ? bytes[$0] : 0 })
    }

    @Test(arguments: Self.lengths) func findsTheFirstAndTheLast(_ count: Int) {
        for place in 0..<count {
            var bytes = [UInt8](repeating: 0x61, count: count)
            bytes[place] = 0x5B
            #expect(withExact(bytes) { $0.firstIndex(from: 0) { $0.equal(0x5B) } } == place)
            #expect(withExact(bytes) { $0.firstIndex(from: place + 1) { $0.equal(0x5B) } } == count)
            // The zeros after the end are none of the text's.
            #expect(withExact(bytes) { $0.firstIndex(from: 0) { $0.below(0x20) } } == count)
            let mask = withExact(bytes) { Lane.load($0.baseAddress!, count).equal(0x5B) }
            #expect(Lane.first(mask) == (place < Lane.width ? place : Lane.width))
            #expect(Lane.end(mask) == (place < Lane.width ? place + 1 : 0))
        }
    }

    @Test(arguments: Self.lengths) func escapesAtEveryPlace(_ count: Int) {
        let special: [(byte: UInt8, written: String)] = [
            (0x26, "&amp;"), (0x3C, "&lt;"), (0x3E, "&gt;"), (0x22, "&quot;"), (Marker.pipe, "|"), (0x01, "\u{FFFD}"), (0x7F, "\u{FFFD}"),
            (0x09, "\t"), (0x0A, "\n"),
        ]
        for place in 0..<count {
            for (byte, written) in special {
                var bytes = [UInt8](repeating: 0x61, count: count)
                bytes[place] = byte
                var out = ByteBuffer(capacity: 64)
                withExact(bytes) { out.append(escaping: $0) }
                let expected = String(repeating: "a", count: place) + written + String(repeating: "a", count: count - place - 1)
                #expect(String(decoding: out.bytes, as: UTF8.self) == expected)
            }
        }
    }

    @Test func writesEachByteOfAnAddress() {
        for byte in UInt8.min...UInt8.max where Marker.original(byte) == nil {
            var out = ByteBuffer(capacity: 64)
            withExact([0x61, byte, 0x61]) { out.append(address: $0) }
            let isPlain = byte.isASCIIAlphanumeric || "-_.+!*(),%#@?=;:/$~".utf8.contains(byte)
            let hex = String(byte, radix: 16, uppercase: true)
            let encoded = "%" + (hex.count < 2 ? "0" : "") + hex
            let written = byte == 0x26 ? "&amp;" : byte == 0x27 ? "&#x27;" : isPlain ? String(UnicodeScalar(byte)) : encoded
            #expect(String(decoding: out.bytes, as: UTF8.self) == "a\(written)a")
        }
    }

    @Test func sentencesEndWhereTheyEnd() {
        // The middle one is moved over the lanes' edges. One letter before a full stop would be an abbreviation.
        for before in 2..<42 {
            let text = String(repeating: "x", count: before) + ". Here it is, v. 1.5 of it! And what follows"
            let range = withExact(Array(text.utf8)) { Sentences.range(around: before + 6, in: $0, from: 0) }
            #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "Here it is, v. 1.5 of it!")
        }
    }

    @Test(arguments: ["a|b|c", "a", "a|", "a|b|30", "a\\|b", "|b"]) func labelsAreTheLastThatSaySomething(_ text: String) {
        let expected: [String: String?] = ["a|b|c": "c", "a": nil, "a|": nil, "a|b|30": "b", "a\\|b": "b", "|b": "b"]
        let label = withExact(Array(text.utf8)) { WikilinkSyntax($0).textLabel.map { String(decoding: $0, as: UTF8.self) } }
        #expect(label == expected[text]!)
    }
}
