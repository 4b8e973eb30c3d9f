import Foundation
import TestSupport
import Testing

@testable import Snapshot

@Suite struct JSONCursorTests {
    private func read<Value>(
        _ text: String, nonFinite: Bool = false, _ body: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(JSONFailure) -> Value {
        try Array(text.utf8).withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, acceptsNonFinite: nonFinite, body) }
    }

    private func string(_ text: String) throws(JSONFailure) -> String {
        try read(text) { (cursor) throws(JSONFailure) in try cursor.string() }
    }

    private func double(_ text: String, nonFinite: Bool = false) throws(JSONFailure) -> Double {
        try read(text, nonFinite: nonFinite) { (cursor) throws(JSONFailure) in try cursor.double() }
    }

    private func isValid(_ bytes: [UInt8]) -> Bool {
        (try? bytes.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try cursor.skip() }
        }) != nil
    }

    private func isValid(_ text: String) -> Bool { isValid(Array(text.utf8)) }

    // MARK: Text

    @Test(arguments: [
        (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e4\u4E2d""#, "ä中"),
        (#""\ud83d\udd0b!""#, "🔋!"), (#""\u0000""#, "\0"), ("\"النسخ 🔋 §\"", "النسخ 🔋 §"), (#"  "x"  "#, "x"),
    ])
    func textIsRead(_ json: String, _ expected: String) throws {
        #expect(Array(try string(json).utf8) == Array(expected.utf8))
    }

    /// Text is looked through eight bytes at once: what ends it, escapes it, spoils it or is not ASCII is found at each place of such a word.
    @Test(arguments: 0..<20) func eachPlaceOfTextIsLookedAt(_ place: Int) throws {
        let good: [(json: [UInt8], text: [UInt8])] =
            ["", " ", "!", "#", "[", "]", "ä", "§中", "🔋"].map { (Array($0.utf8), Array($0.utf8)) } + [(Array(#"\n"#.utf8), [0x0A])]
        let bad: [[UInt8]] = [
            [0x0A], [0x1F], [0], [0x22], [0x5C, 0x78], [0x80], [0xC3], [0xF0, 0x9F, 0x94], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
        ]
        for rest in 0..<10 {
            func surrounded(_ bytes: [UInt8]) -> [UInt8] {
                Array(repeating: 0x61, count: place) + bytes + Array(repeating: 0x7F, count: rest)
            }
            func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22] + surrounded(bytes) + [0x22] }
            for (json, text) in good {
                let read = try quoted(json).withBytes { (bytes) throws(JSONFailure) in
                    try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try cursor.string() }
                }
                #expect(Array(read.utf8) == surrounded(text))
                #expect(isValid(quoted(json)))
            }
            for bytes in bad {
                #expect(throws: JSONFailure.self) {
                    try quoted(bytes).withBytes { (bytes) throws(JSONFailure) in
                        try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try cursor.string() }
                    }
                }
                #expect(!isValid(quoted(bytes)))
            }
        }
    }

    @Test(arguments: [
        #"""#, #""abc"#, #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#,
        #""\udc00""#, #""\ud800\ud800""#, "\"a\nb\"", "\"a\0b\"", "\"\\u\"", #""a" "b""#, "'a'", "nul", "nulll", "truee", "fals",
    ])
    func brokenTextIsRefused(_ json: String) {
        #expect(throws: JSONFailure.self) { try string(json) }
        #expect(!isValid(json))
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE4, 0xB8, 0x22], [0xEF, 0xBB, 0xBF, 0x31],
    ])
    func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
        #expect(!isValid(bytes))
    }

    // MARK: Numbers

    @Test(arguments: [
        ("0", 0), ("-0", -0.0), ("1", 1), ("-12", -12), ("1.5", 1.5), ("1e3", 1000), ("1E+3", 1000), ("25e-1", 2.5), ("0.1", 0.1),
        ("8.933071036777093", 8.933071036777093), ("5e-324", .leastNonzeroMagnitude), ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("9007199254740993", 9_007_199_254_740_992), ("123456789012345678901234567890", 1.2345678901234568e29), ("1e999", .infinity),
        ("-1e999", -.infinity), ("1e-999", 0), ("1e99999999999999999999", .infinity), ("0e99999999999999999999", 0),
    ])
    func numbersAreTheNearestDoubles(_ json: String, _ expected: Double) throws {
        #expect(try double(json) == expected)
    }

    @Test(arguments: [
        "", "-", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "0x10", "1_000", "--1", "1.e3", "NaN", "Infinity", "-Infinity", "1 2",
    ])
    func whatIsNoNumberIsRefused(_ json: String) {
        #expect(throws: JSONFailure.self) { try double(json) }
        #expect(!isValid(json))
    }

    @Test func nonFiniteNumbersAreReadWhereTheyAreExpected() throws {
        #expect(try double("NaN", nonFinite: true).isNaN)
        #expect(try double("Infinity", nonFinite: true) == .infinity)
        #expect(try double("-Infinity", nonFinite: true) == -.infinity)
        #expect(throws: JSONFailure.self) { try double("Nan", nonFinite: true) }
    }

    @Test func everyDoubleComesBackAsItself() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(try double(value.description) == value)
            // The same number with another count of digits, against the C library.
            let text = String(format: "%.\(random.next() % 25)e", value)
            #expect(try double(text) == strtod(text, nil), "\(text)")
        }
    }

    @Test(arguments: [("3", 3), ("3.0", 3), ("3e2", 300), ("-7", -7), ("9007199254740992", 9_007_199_254_740_992)])
    func wholeNumbers(_ json: String, _ expected: Int) throws {
        #expect(try read(json) { (cursor) throws(JSONFailure) in try cursor.int() } == expected)
    }

    @Test(arguments: ["3.5", "1e300", "1e999", "9007199254740994", "\"3\"", "null"])
    func whatIsNoWholeNumberIsRefused(_ json: String) {
        #expect(throws: JSONFailure.self) { try read(json) { (cursor) throws(JSONFailure) in try cursor.int() } }
    }

    // MARK: Structure

    @Test(arguments: [
        "[1,]", "[,1]", "[1 2]", "[", "]", "[1", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}",
        "[1}", "{\"a\":1]",
        "{} {}", "[] x", "\u{A0}[]", "[1]\0",
    ])
    func brokenStructureIsRefused(_ json: String) {
        #expect(!isValid(json))
    }

    @Test(arguments: ["[]", "{}", " [ 1 , [ ] , { } ] ", "{\"a\":{\"b\":[null,true,false]}}", "\t\r\n0\n", "null"])
    func soundStructureIsTaken(_ json: String) {
        #expect(isValid(json))
    }

    @Test func nestingHasALimit() {
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(isValid(deep(JSONCursor.depthLimit)))
        #expect(!isValid(deep(JSONCursor.depthLimit + 1)))
        #expect(!isValid(String(repeating: "{\"a\":", count: 1_000_000)))
        // Siblings are not depth.
        #expect(isValid("[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]"))
    }

    @Test func membersComeInOrderAndUnknownOnesAreSkipped() throws {
        var keys: [String] = []
        var found = 0
        try read(#"{"b":[1,{"x":"}"}],"a":2,"c":null}"#) { (cursor) throws(JSONFailure) in
            try cursor.object { (cursor, key) throws(JSONFailure) in
                keys.append(key)
                if key == "a" { found = try cursor.int() } else { try cursor.skip() }
            }
        }
        #expect(keys == ["b", "a", "c"])
        #expect(found == 2)
    }

    @Test func looseTextTakesWhatPeopleWrite() throws {
        func loose(_ json: String) throws -> [String] { try read(json) { (cursor) throws(JSONFailure) in try cursor.looseStrings() } }
        #expect(try loose(#"["a", 3, 4.50, true, null, {"x":1}, ["y"]]"#) == ["a", "3", "4.50", "true"])
        #expect(try loose("null") == [])
        #expect(try loose("\"one\"") == ["one"])
        #expect(try loose("7") == ["7"])
    }

    /// Cut and altered documents are refused or read, and never read beyond their end or crash; what is taken, Foundation takes too.
    @Test func alteredDocumentsDoNoHarm() {
        let seed = Array(#"{"id":"a\u00e9\ud83d\udd0b","n":[-1.5e3,0,12],"t":true,"o":{"k":null,"l":[[],{}]}}"#.utf8)
        #expect(isValid(seed))
        for end in 0..<seed.count { #expect(!isValid(Array(seed[..<end]))) }
        var random = SplitMix(seed: 11)
        let alphabet = Array("{}[]\",:\\u0dD8e+-.1tfn \u{7F}".utf8) + [0x00, 0xC3, 0xFF]
        for _ in 0..<30_000 {
            var bytes = seed
            for _ in 0...(random.next() % 3) {
                bytes[Int(random.next() % UInt64(bytes.count))] = alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            if isValid(bytes) {
                let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                #expect(other != nil || String(decoding: bytes, as: UTF8.self).contains("e"), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
