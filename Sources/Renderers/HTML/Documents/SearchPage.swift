import Mustache
public import Site
public import Theme

extension SiteContext {
    /// The page of the search: its query stands in the address, its results are put in by the script.
    func searchPage() -> Artifact {
        Artifact(
            "search.html",
            .rendered { [self] in
                let types = looks.enumerated().filter { site.types[$0.offset].type != nil }.map { index, look in
                    Fields([
                        (.name, Value(site.types[index].type)), (.label, .text(look.plural)), (.typeKey, .text(look.key)),
                        (.glyph, .text(look.glyph)),
                    ])
                }
                let fields = Fields([
                    (.hasTypes, .flag(types.count > 1)), (.types, .views(types)), (.hasDomains, .flag(site.domains.count > 1)),
                    (.hasTags, .flag(!tags.isEmpty)),
                ])
                return Rendering(
                    try render("search", at: "search.html", place: .search, title: language.text(.search), kind: .list, content: fields))
            })
    }
}

/// How a page type is shown, for what shows pages elsewhere than in documents.
public struct TypeLook: Sendable {
    /// As pages carry it; nil for those without one.
    public let type: String?
    /// In the site's language, for one page of it.
    public let label: String
    /// For several, and how many pages there are, in words.
    public let plural: String
    public let count: String
    /// Classes of its colour and of its glyph: `t-KEY`, `g-GLYPH`.
    public let key: String
    public let glyph: String
}

/// The types of a site, as `Site.types`.
public func typeLooks(of site: Site, theme: Theme) -> [TypeLook] {
    let language = Language.named(site.info.language)
    return site.types.map { group in
        let look = Look(group, theme: theme, language: language)
        return TypeLook(
            type: group.type, label: look.singular, plural: look.plural, count: language.counted(look.count, .pages), key: look.key,
            glyph: look.glyph)
    }
}

/// The words of the search script, in the site's language.
public func searchWords(of site: Site) -> [(name: String, text: String)] {
    let language = Language.named(site.info.language)
    let words: [Word] = [.searchFound, .searchNone, .searchAll, .searchHint]
    return words.map { (name: $0.rawValue, text: language.text($0)) }
}
