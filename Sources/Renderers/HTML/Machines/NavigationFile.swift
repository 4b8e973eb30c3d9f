import Site

extension SiteContext {
    /// `assets/nav.js`: the tree of the rail. Its code, then all pages by title, `[title, href]`, and by the address of each type's and
    /// domain's page the numbers of theirs. One file for the whole site, fetched when a reader opens a branch.
    func navigationFile() -> Artifact {
        Artifact(
            "assets/nav.js",
            .rendered { [self] in
                let order = byTitle(Array(site.pages.indices))
                var numbers = [Int](repeating: 0, count: site.pages.count)
                for (number, page) in order.enumerated() { numbers[page] = number }
                let pages = order.map { ScriptText.list([.text(titles[$0]), .text(hrefs[$0])]) }
                let groups = site.types.map { ($0.address, $0.pages) } + site.domains.map { ($0.address, $0.pages) }
                let map = groups.map { address, pages in
                    (Href.encode(address), ScriptText.list(pages.map { numbers[$0] }.sorted().map { ScriptText.number($0) }))
                }
                var out = files.navigation
                out += Array("synapseNav.add(".utf8)
                ScriptText.append(.list(pages), to: &out)
                out.append(UInt8(ascii: ","))
                ScriptText.append(.object(map), to: &out)
                out += Array(");\n".utf8)
                return Rendering(out)
            })
    }
}
