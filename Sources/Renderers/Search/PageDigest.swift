internal import Site

/// What the index keeps of one page until all pages are known.
struct PageDigest {
    /// How often a term stands in each field of the page, in 16 bits: body 8, heading 4, title 2, alias 2, each up to its largest value.
    struct Frequencies: Equatable {
        enum Field { case body, heading, title, alias }

        var bits: UInt16 = 0

        var body: Int { Int(bits & 0xFF) }
        var heading: Int { Int(bits >> 8 & 0xF) }
        var title: Int { Int(bits >> 12 & 3) }
        var alias: Int { Int(bits >> 14) }

        mutating func count(_ field: Field) {
            switch field {
            case .body: if body < 0xFF { bits += 1 }
            case .heading: if heading < 0xF { bits += 1 << 8 }
            case .title: if title < 3 { bits += 1 << 12 }
            case .alias: if alias < 3 { bits += 1 << 14 }
            }
        }
    }

    /// A term of a title or an alias, with its place.
    struct NameTerm {
        var term: UInt32
        /// 0 for the title, from 1 for the aliases.
        var name: UInt8
        var place: UInt8
        /// Terms of the whole name.
        var length: UInt8
    }

    /// About a sentence: what an excerpt is made of.
    struct Passage {
        /// Ends in `text`; begins where the one before ends.
        var end: UInt32
        /// The page's terms up to here, in the order first met.
        var termsEnd: UInt32
        var section: UInt32
    }

    var page: PageIndex
    var address: String
    var title: String
    var type: String?
    var domain: String?
    var tags: [String]
    var sections: [SearchInput.Section]
    var text: SpooledBytes
    var passages: PassageList
    /// Numbers of the page's terms, each once: those of title, aliases and headings first, then as the body brings them.
    var terms: [UInt32]
    /// Where those begin in `terms` that only the body has.
    var bodyTermsStart: Int
    /// Beside `terms`.
    var frequencies: [Frequencies]
    var names: [NameTerm]
    /// Terms in headings and in the body, repeats included.
    var headingLength: Int
    var bodyLength: Int
    /// Of all that is shown.
    var fingerprint: UInt64

    /// More headings than are listed for their own sake.
    var hasManySections: Bool { sections.count > 60 }
}
