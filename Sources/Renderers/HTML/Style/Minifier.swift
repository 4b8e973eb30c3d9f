/// Takes comments and needless white space out of a style sheet of our own, and puts glyphs' places for `at(name)`.
///
/// It knows no strings with white space that counts: the sheets have none, and a test holds them to that.
enum Minifier {
    static func css(_ text: String, places: [String: Int]) -> String {
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        var isSpacePending = false
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
                index = endOfComment(bytes, index + 2)
                continue
            }
            let byte = bytes[index]
            index += 1
            if byte == 32 || byte == 10 || byte == 9 || byte == 13 {
                isSpacePending = true
                continue
            }
            if isSpacePending, let last = out.last, !"{};,>:".utf8.contains(last), !"{};,>!".utf8.contains(byte) { out.append(32) }
            isSpacePending = false
            if byte == UInt8(ascii: "}"), out.last == UInt8(ascii: ";") { out.removeLast() }
            out.append(byte)
        }
        return placingGlyphs(String(decoding: out, as: UTF8.self), places)
    }

    private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) { index += 1 }
        return index + 2
    }

    private static func placingGlyphs(_ css: String, _ places: [String: Int]) -> String {
        var out = ""
        var rest = Substring(css)
        while let start = rest.firstRange(ofASCII: "--at:at(") {
            let name = String(rest[start.upperBound...].prefix { $0 != ")" })
            out += rest[..<start.lowerBound]
            out += "--at:\(places[name] ?? 0)"
            rest = rest[rest.index(start.upperBound, offsetBy: name.count + 1)...]
        }
        return out + rest
    }
}
