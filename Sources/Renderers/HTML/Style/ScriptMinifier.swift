/// Takes comments, line ends that say nothing and needless blanks out of a script of our own.
///
/// It knows strings, templates and regular expressions well enough for our scripts, which the tests of the site run as they leave here; it is
/// no parser of JavaScript. A line's end stays where a statement may end there without a semicolon.
enum ScriptMinifier {
    static func javaScript(_ text: [UInt8]) -> [UInt8] {
        var minifier = Minifying(bytes: text)
        minifier.run()
        return minifier.out
    }

    private struct Minifying {
        let bytes: [UInt8]
        var out: [UInt8] = []
        private var index = 0
        private var gap: UInt8?

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func run() {
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case 32, 9, 13: note(gap: 32)
                case 10: note(gap: 10)
                case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipLine()
                case UInt8(ascii: "/") where beginsExpression: copyRegularExpression()
                case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): copyString(byte)
                default:
                    put(byte)
                    index += 1
                }
            }
            out.append(10)
        }

        private var next: UInt8 { index + 1 < bytes.count ? bytes[index + 1] : 0 }

        private mutating func note(gap: UInt8) {
            if self.gap != 10 { self.gap = gap }
            index += 1
        }

        /// A byte that begins or goes on a token, with what of the gap before it is needed.
        private mutating func put(_ byte: UInt8) {
            if let gap, let last = out.last, !Self.parting.contains(last), !Self.parting.contains(byte),
                gap == 10 || !Self.isOperator(last, byte)
            {
                out.append(gap)
            } else if gap == 10, let last = out.last, Self.ending.contains(last), !Self.going.contains(byte) {
                out.append(10)
            }
            gap = nil
            if byte == UInt8(ascii: "}"), out.last == UInt8(ascii: ";") { out.removeLast() }
            out.append(byte)
        }

        /// Beside these no blank is needed.
        private static let parting = Set("{}()[];,<>=!&|?:*%~^".utf8)
        /// A blank beside an operator is needed only where two would become another one: `a + +b`.
        private static func isOperator(_ last: UInt8, _ byte: UInt8) -> Bool {
            last != byte && ("+-/".utf8.contains(last) || "+-/".utf8.contains(byte))
        }

        /// After these a line's end may end a statement, unless what follows goes on.
        private static let ending = Set(")]}".utf8)
        private static let going = Set("})],;.?:&|=".utf8)

        private mutating func skipLine() { while index < bytes.count, bytes[index] != 10 { index += 1 } }

        private var beginsExpression: Bool {
            guard let last = out.last else { return true }
            return "(,=:[!&|?{};<>".utf8.contains(last)
        }

        private mutating func copyString(_ quote: UInt8) {
            put(quote)
            index += 1
            while index < bytes.count {
                let byte = bytes[index]
                if quote == UInt8(ascii: "`"), byte == UInt8(ascii: "$"), next == UInt8(ascii: "{") {
                    copySubstitution()
                    continue
                }
                out.append(byte)
                index += 1
                if byte == UInt8(ascii: "\\"), index < bytes.count {
                    out.append(bytes[index])
                    index += 1
                } else if byte == quote {
                    return
                }
            }
        }

        /// `${…}` of a template, as it stands, with the strings in it.
        private mutating func copySubstitution() {
            var depth = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
                    copyString(byte)
                    continue
                }
                out.append(byte)
                index += 1
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                if byte == UInt8(ascii: "}"), depth == 0 { return }
            }
        }

        private mutating func copyRegularExpression() {
            put(bytes[index])
            index += 1
            var isClass = false
            while index < bytes.count {
                let byte = bytes[index]
                out.append(byte)
                index += 1
                switch byte {
                case UInt8(ascii: "\\") where index < bytes.count:
                    out.append(bytes[index])
                    index += 1
                case UInt8(ascii: "["): isClass = true
                case UInt8(ascii: "]"): isClass = false
                case UInt8(ascii: "/") where !isClass: return
                default: break
                }
            }
        }
    }
}
