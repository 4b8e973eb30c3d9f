/// Words that the viewer writes by itself. `{a}` to `{d}` stand for numbers.
enum GraphWord: String, Sendable, CaseIterable {
    case shown, links, link, rank, none, unassigned, noDomain, fewer, faded, copied, exit, neighbourhood, noType
}

extension Language {
    /// The site's words for the viewer, in English until there is another language.
    func graphWord(_ word: GraphWord) -> String {
        switch word {
        case .shown: "{a} of {b} pages · {c} of {d} links"
        case .links: "{a} links"
        case .link: "1 link"
        case .rank: "{a} of {b}"
        case .none: "Nothing found"
        case .unassigned: "No community"
        case .noDomain: "No domain"
        case .noType: "Untyped"
        case .fewer: "Weak links appear when a page is pointed at"
        case .faded: "Selection cleared"
        case .copied: "Link copied"
        case .exit: "Leave full screen"
        case .neighbourhood: "{a} pages around {b}"
        }
    }
}
