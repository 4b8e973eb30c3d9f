import Foundation
import Mustache
import Site

/// An index of pages, in parts of a few hundred rows.
struct PageList: Sendable {
    /// Of the first part.
    var address: String
    /// Where further parts lie: `FOLDER/2.html`. No page of the vault ever lies there.
    var folder: String
    var place: Place
    var title: String
    var lede: String
    var eyebrow: Eyebrow?
    /// Whether the other types are offered beside it, and which one this is; nil is all of them.
    var chips: (isShown: Bool, type: Int?) = (false, nil)
    var pages: [PageIndex]
    /// Pages are in the order of their titles, so that first letters can head them.
    var isByTitle = false
    var style = PageRows.Style.counts

    enum Eyebrow: Sendable {
        case domain
        case community(Int)
    }

    static let partSize = 400
    /// Shorter lists need no letters.
    static let letterThreshold = 24

    func address(part: Int) -> String { part == 0 ? address : "\(folder)/\(part + 1).html" }

    var parts: [ArraySlice<PageIndex>] {
        guard pages.count > Self.partSize else { return [pages[...]] }
        return stride(from: 0, to: pages.count, by: Self.partSize).map { pages[$0..<min($0 + Self.partSize, pages.count)] }
    }
}

extension SiteContext {
    func artifacts(_ list: PageList, _ keys: PageKeys?) -> [Artifact] {
        list.parts.indices.map { part in
            var artifact = Artifact(
                list.address(part: part),
                .rendered { [self] in
                    Rendering(
                        try render(
                            "list", at: list.address(part: part), place: list.place, title: list.title, kind: .list,
                            crumbs: crumbs(list, part), description: list.lede, content: fields(list, part)))
                })
            if let keys { artifact.key = { keys.key(of: list, part: part) } }
            return artifact
        }
    }

    private func crumbs(_ list: PageList, _ part: Int) -> [Crumb] {
        let base = Base(list.address(part: part))
        var crumbs = [home(base)]
        if list.chips.type != nil { crumbs.append(Crumb(href: base.to("wiki.html"), label: language.text(.wiki))) }
        if list.place == .domains { crumbs.append(Crumb(href: base.to("domains.html"), label: language.text(.domains))) }
        if list.place == .tags { crumbs.append(Crumb(href: base.to("tags.html"), label: language.text(.tags))) }
        if list.place == .communities { crumbs.append(Crumb(href: base.to("communities.html"), label: language.text(.communities))) }
        return crumbs
    }

    private func fields(_ list: PageList, _ part: Int) -> some View {
        let base = Base(list.address(part: part))
        let parts = list.parts
        let usesLetters = list.isByTitle && list.pages.count >= PageList.letterThreshold
        let groups = usesLetters ? letters(parts[part]) : [(label: "", pages: parts[part])]
        let sections = groups.map { group in
            Fields([(.label, Value(group.label)), (.rows, rows(group.pages, base: base, style: list.style))])
        }
        let links = parts.indices.map { index in
            Fields([
                (.href, .text(base.to(Href.encode(list.address(part: index))))), (.label, .text(label(of: parts[index], list, index))),
                (.current, Value(index == part ? "page" : nil)),
            ])
        }
        let chips = list.chips.isShown ? typeChips(base, current: list.chips.type) : []
        var fields: [(Name, Value)] = [
            (.lede, .text(list.lede)), (.hasRows, .flag(!list.pages.isEmpty)), (.letters, .views(sections)),
            (.hasParts, .flag(parts.count > 1)), (.parts, .views(links)), (.hasChips, .flag(!chips.isEmpty)), (.chips, .views(chips)),
        ]
        fields.append((.orders, .views(orders(list))))
        fields.append((.eyebrow, list.eyebrow.map { .view(view($0)) } ?? .flag(false)))
        return Fields(fields)
    }

    /// How a script can sort the rows; the list's own order first, without a name.
    private func orders(_ list: PageList) -> [Fields] {
        let own = list.isByTitle ? "t" : list.style == .date ? "d" : "n"
        let all = [("t", Word.byTitle), ("d", .byDate), ("n", .byLinks)]
        return (all.filter { $0.0 == own } + all.filter { $0.0 != own }).map { name, word in
            Fields([(.name, .text(name == own ? "" : name)), (.label, .text(language.text(word)))])
        }
    }

    private func label(of pages: ArraySlice<PageIndex>, _ list: PageList, _ index: Int) -> String {
        guard list.isByTitle, let first = pages.first, let last = pages.last else { return language.number(index + 1) }
        let from = Initial.of(title(of: first))
        let to = Initial.of(title(of: last))
        return from == to ? from : "\(from)–\(to)"
    }

    private func view(_ eyebrow: PageList.Eyebrow) -> Fields {
        switch eyebrow {
        case .domain: Fields([(.eyebrow, .text(language.text(.domain))), (.glyph, .text("tag")), (.swatch, .flag(false))])
        case .community(let id):
            Fields([(.eyebrow, .text(language.text(.community))), (.glyph, .flag(false)), (.swatch, .text(Swatch.of(id)))])
        }
    }

    /// Runs of pages whose titles begin alike.
    private func letters(_ pages: ArraySlice<PageIndex>) -> [(label: String, pages: ArraySlice<PageIndex>)] {
        var groups: [(label: String, pages: ArraySlice<PageIndex>)] = []
        for place in pages.indices {
            let initial = Initial.of(title(of: pages[place]))
            if let last = groups.last, last.label == initial {
                groups[groups.count - 1].pages = pages[last.pages.startIndex...place]
            } else {
                groups.append((initial, pages[place...place]))
            }
        }
        return groups
    }

    /// One chip a type, led by one for all pages.
    func typeChips(_ base: Base, current: Int?) -> [Fields] {
        func chip(_ href: String, _ label: String, _ count: Int, _ look: Look?, isCurrent: Bool) -> Fields {
            Fields([
                (.href, .text(href)), (.label, .text(label)), (.count, .text(language.number(count))), (.glyph, Value(look?.glyph)),
                (.typeKey, Value(look?.key)), (.current, Value(isCurrent ? "page" : nil)),
            ])
        }
        let all = chip(base.to("wiki.html"), language.text(.all), site.pages.count, nil, isCurrent: current == nil)
        return [all] + looks.enumerated().map { chip(base.to($1.href), $1.plural, $1.count, $1, isCurrent: $0 == current) }
    }
}

/// What a title is filed under.
enum Initial {
    /// Its first letter, accents aside; `#` for digits and signs; one heading a script where letters are too many to head a list.
    static func of(_ title: String) -> String {
        for scalar in title.unicodeScalars where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: return String(UnicodeScalar(UInt8(scalar.value & 0xDF)))
            case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return "かな"
            case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return "漢字"
            case 0xAC00...0xD7A3, 0x1100...0x11FF: return "가나다"
            case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFF: return "ع"
            default: break
            }
            guard scalar.properties.isAlphabetic else { return "#" }
            let plain = String(scalar).decomposed.first ?? scalar
            return plain.properties.uppercaseMapping
        }
        return "#"
    }
}

extension String {
    /// Scalars in canonical decomposition.
    fileprivate var decomposed: [Unicode.Scalar] { decomposedStringWithCanonicalMapping.unicodeScalars.map { $0 } }
}
