/// Search for ASCII text by bytes: style sheets are long, and comparing their characters takes ten times as long.
extension Substring {
    /// Where the text stands first, which is ASCII and not empty.
    func firstRange(ofASCII text: StaticString) -> Range<Index>? {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var copy = self
        let offset = copy.withUTF8 { bytes in
            (0..<Swift.max(0, bytes.count - wanted.count + 1)).first { place in
                bytes[place] == wanted[0] && UnsafeBufferPointer(rebasing: bytes[place..<(place + wanted.count)]).elementsEqual(wanted)
            }
        }
        guard let offset else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: wanted.count)
    }
}

extension String {
    /// With each of the ASCII texts replaced.
    func replacing(ascii text: StaticString, with replacement: String) -> String {
        var out = ""
        var rest = self[...]
        while let found = rest.firstRange(ofASCII: text) {
            out += rest[..<found.lowerBound]
            out += replacement
            rest = rest[found.upperBound...]
        }
        return out + rest
    }
}
