import Testing
import Theme

@testable import HTML

@Suite struct MinifyingTests {
    private func script(_ text: String) -> String { String(decoding: ScriptMinifier.javaScript(Array(text.utf8)), as: UTF8.self) }

    @Test(arguments: [
        ("const a = 1;\n\n  // gone\nlet b = a + 2;", "const a=1;let b=a+2;"),
        ("if (a) {\n  b();\n}\nc();", "if(a){b();}\nc();"),
        ("x = \"a  // b\" + 'c  d';", "x=\"a  // b\"+'c  d';"),
        ("f(`a  ${ b ? `c  d` : \"}\" }  e`);", "f(`a  ${ b ? `c  d` : \"}\" }  e`);"),
        ("s.replace(/[/\"]  x/g, y); a = b / c; // d", "s.replace(/[/\"]  x/g,y);a=b/c;"),
        ("i = a - -1;", "i=a- -1;"), ("return [1];", "return[1];"), ("for (const x of y) { z(); }", "for(const x of y){z();}"),
    ]) func scriptsSayTheSameInLess(text: String, expected: String) {
        // A semicolon before a brace that closes is needless.
        #expect(script(text) == expected.replacing(";}", with: "}") + "\n")
    }

    /// Every glyph, moved, has the same steps as before, moved.
    @Test func compactPathsDrawTheSame() {
        for (place, glyph) in SiteGlyph.all.enumerated() {
            let compact = CompactPath.right(by: place * 24, glyph.path)
            let (before, after) = (PathProbe.points(glyph.path), PathProbe.points(compact))
            #expect(compact.utf8.count <= glyph.path.utf8.count + 60, "\(glyph.name)")
            #expect(before.count == after.count && !before.isEmpty, "\(glyph.name)")
            for (left, right) in zip(before, after) {
                #expect(left.letter == right.letter, "\(glyph.name)")
                #expect(
                    abs(left.x + Double(place * 24) - right.x) < 0.0011 && abs(left.y - right.y) < 0.0011, "\(glyph.name): \(left) \(right)"
                )
            }
        }
        #expect(
            CompactPath.right(by: 0, "M1 2L3 2L3 0.5z") == "M1 2H3V.5z" || CompactPath.right(by: 0, "M1 2L3 2L3 0.5z") == "M1 2 3 2 3 .5z")
    }

    @Test func valuesInTheirShortestForm() {
        #expect(CompactValues.css("a{b:0 1px rgb(15 23 41/5%)}") == "a{b:0 1px #0f17290d}")
        #expect(CompactValues.css("a{b:rgb(15 23 41)}") == "a{b:rgb(15 23 41)}")
        #expect(
            CompactValues.css("a{b:linear-gradient(to top,#111 0%,#222 50%,#333 100%);c:d}e{f:g}")
                == "a{b:linear-gradient(to top,#111,#222,#333);c:d}e{f:g}")
        #expect(CompactValues.css("a{b:linear-gradient(to top,#111 0%,#222 100%)}") == "a{b:linear-gradient(to top,#111 0%,#222 100%)}")
    }
}

/// A second reading of path data: where each command ends, absolutely. Written apart from the code that it judges.
private enum PathProbe {
    struct Point { var letter: Character, x: Double, y: Double }

    static func points(_ data: String) -> [Point] {
        let sizes: [Character: Int] = ["M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0]
        var rest = Substring(data)
        var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
        var letter: Character = "M"
        var points: [Point] = []
        func skip() { rest = rest.drop { $0 == " " || $0 == "," } }
        while true {
            skip()
            guard let first = rest.first else { return points }
            if first.isLetter {
                letter = first
                rest = rest.dropFirst()
            }
            let upper = Character(letter.uppercased())
            var values: [Double] = []
            for place in 0..<(sizes[upper] ?? 0) {
                skip()
                if upper == "A", place == 3 || place == 4 {
                    values.append(rest.first == "1" ? 1 : 0)
                    rest = rest.dropFirst()
                    continue
                }
                let match = rest.prefixMatch(of: /-?(?:\d+\.?\d*|\.\d+)/)
                values.append(match.flatMap { Double($0.output) } ?? .nan)
                rest = rest.dropFirst(match?.output.count ?? 1)
            }
            let isRelative = letter.isLowercase
            switch upper {
            case "Z": (x, y) = (startX, startY)
            case "H": x = values[0] + (isRelative ? x : 0)
            case "V": y = values[0] + (isRelative ? y : 0)
            default:
                let (endX, endY) = (values[values.count - 2], values[values.count - 1])
                (x, y) = isRelative ? (x + endX, y + endY) : (endX, endY)
            }
            if upper == "M" { (startX, startY) = (x, y) }
            points.append(Point(letter: upper == "H" || upper == "V" ? "L" : upper, x: x, y: y))
            if upper == "M" { letter = isRelative ? "l" : "L" }
        }
    }
}
