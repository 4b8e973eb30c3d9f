internal import Site

/// Where the pages of a site lie, as links from a poster.
struct PageAddresses: Sendable {
    /// Address of each page, from the root of the site.
    private let addresses: [String]
    /// What stands before them: nil where the site is not known.
    private let prefix: String?

    init(_ site: Site, prefix: String?) {
        addresses = site.pages.map(\.address)
        self.prefix = prefix
    }

    /// The page's address from the poster's place, percent-encoded (RFC 3986, 3.3) component by component.
    func href(_ page: Int) -> String? {
        guard let prefix, addresses.indices.contains(page) else { return nil }
        var encoded = prefix
        for byte in addresses[page].utf8 {
            let isPlain =
                byte < 0x80
                && (byte == 0x2F || "-._~!$&'()*+,;=:@".utf8.contains(byte) || Character(UnicodeScalar(byte)).isLetter
                    || Character(UnicodeScalar(byte)).isNumber)
            if isPlain {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
