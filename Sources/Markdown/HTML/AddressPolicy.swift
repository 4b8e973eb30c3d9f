/// Which addresses a page may lead to: relative ones, and the schemes below (RFC 3986, section 3.1).
enum AddressPolicy {
    enum Verdict: Equatable {
        /// No scheme: an address within the site.
        case relative
        case allowed
        /// A picture in the address itself, allowed where a picture is shown.
        case picture
        case forbidden
    }

    private static let hierarchical: [StaticString] = ["http", "https", "ftp"]
    private static let plain: [StaticString] = ["mailto", "tel", "xmpp", "geo"]
    private static let pictures: [StaticString] = [
        "data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/gif", "data:image/webp", "data:image/avif", "data:image/svg+xml",
    ]

    /// Judges as a browser reads (URL Standard, section 4.4): spaces and controls around go, tabs and line ends within go.
    static func verdict(_ address: Bytes) -> Verdict {
        guard let colon = schemeEnd(address) else { return .relative }
        var scheme: [UInt8] = []
        for byte in address.slice(0..<colon) where byte > 0x20 && byte != 0x7F {
            // No scheme that is allowed is longer; one that goes on is still judged at its colon.
            if scheme.count < 64 { scheme.append(byte.asciiLowercased) }
        }
        return scheme.isEmpty ? .forbidden : judge(scheme, address)
    }

    /// The first colon, if no character stands before it that no scheme has.
    private static func schemeEnd(_ address: Bytes) -> Int? {
        var hasBegun = false
        for (index, byte) in address.enumerated() {
            if byte <= 0x20 || byte == 0x7F {
                if hasBegun, byte == 0x20 { return nil }
                continue
            }
            hasBegun = true
            if byte == 0x3A { return index }
            if byte == 0x2F || byte == 0x3F || byte == 0x23 || byte == 0x5C { return nil }
        }
        return nil
    }

    private static func judge(_ scheme: [UInt8], _ address: Bytes) -> Verdict {
        guard scheme[0].isASCIIAlpha, scheme.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }) else {
            // `a b:c` and `ü:x` have no scheme for a browser: they are relative.
            return .relative
        }
        return scheme.withUnsafeBufferPointer { name in
            if hierarchical.contains(where: { name.equalsIgnoringCase($0) }) {
                // `http:x` would be read as an address relative to the page's own.
                let colon = address.first(0x3A) ?? 0
                return address.starts(with: "://", at: colon) ? .allowed : .forbidden
            }
            if plain.contains(where: { name.equalsIgnoringCase($0) }) { return .allowed }
            guard name.equalsIgnoringCase("data") else { return .forbidden }
            let isPicture = pictures.contains { picture in
                let length = picture.utf8CodeUnitCount
                guard address.count > length, address.slice(0..<length).equalsIgnoringCase(picture) else { return false }
                return address[length] == 0x3B || address[length] == 0x2C
            }
            return isPicture ? .picture : .forbidden
        }
    }
}
