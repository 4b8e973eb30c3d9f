/// Filters are terms too, with a first byte that no word begins with: `␁t` type, `␁d` domain, `␁g` tag.
enum Facet {
    static func type(_ name: String) -> String { "\u{1}t" + name.lowercased() }
    static func domain(_ name: String) -> String { "\u{1}d" + name.lowercased() }
    static func tag(_ name: String) -> String { "\u{1}g" + name.lowercased() }

    static func terms(of input: SearchInput) -> [String] {
        var terms: [String] = []
        if let type = input.type { terms.append(Facet.type(type)) }
        if let domain = input.domain { terms.append(Facet.domain(domain)) }
        for tag in input.tags { terms += withParents(tag).map(Facet.tag) }
        return terms
    }

    /// `a/b/c`, `a/b`, `a`.
    static func withParents(_ tag: String) -> [String] {
        var rest = tag[...]
        var names = [tag]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            if !rest.isEmpty { names.append(String(rest)) }
        }
        return names
    }
}

/// A 64-bit number of content, to name a build of the index by. Not for security.
struct Fingerprint {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Of all that results show of a page.
    static func of(_ input: SearchInput) -> UInt64 {
        var print = Fingerprint()
        for text in [input.address, input.title, input.type ?? "", input.domain ?? ""] { print.mix(text) }
        for section in input.sections {
            print.mix(section.heading)
            print.mix(section.id)
            print.mix(UInt64(section.end))
        }
        input.text.withUnsafeBytes { print.mix($0) }
        return print.value
    }

    mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        value = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
    }

    mutating func mix(_ text: String) { text.utf8.withBuffer { mix(UnsafeRawBufferPointer($0)) } }

    mutating func mix(_ bytes: UnsafeRawBufferPointer) {
        mix(UInt64(bytes.count))
        var index = 0
        while index + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        mix(rest)
    }

    /// Eight hex digits.
    var name: String {
        let digits = String(UInt32(truncatingIfNeeded: value ^ value >> 32), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
