/// What readers call the vault.
///
/// The server knows a project's name, and by default that is only the vault's id. Then the overview page is asked, which is public as
/// any page is: its title, its first heading, or the phrase in bold with which its text begins (`**Homelab Knowledge** describes …`),
/// the first of them that is more than the word "Overview". A page that is not for the public is not asked.
enum VaultTitle {
    /// The overview's vault path.
    static let page = "wiki/overview.md"

    static func title(projectName: String?, overview: [UInt8]?, vault: String) -> String {
        projectName ?? overview.flatMap { title(overview: $0) } ?? vault
    }

    static func title(overview file: [UInt8]) -> String? {
        let frontmatter = Frontmatter(of: file)
        if frontmatter.isPrivate { return nil }
        if let title = frontmatter.title.flatMap({ telling($0[...]) }) { return title }
        let body = String(decoding: file.dropFirst(frontmatter.bodyOffset), as: UTF8.self)
        for line in body.split(whereSeparator: \.isNewline).prefix(40) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("# ") {
                if let heading = telling(text.dropFirst(2)) { return heading }
            } else if !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("<!--") {
                return lead(text)
            }
        }
        return nil
    }

    /// The bold phrase at the very beginning of a paragraph.
    private static func lead(_ text: Substring) -> String? {
        guard text.hasPrefix("**") else { return nil }
        let rest = text.dropFirst(2)
        guard let end = rest.firstRange(of: "**") else { return nil }
        return telling(rest[..<end.lowerBound])
    }

    /// The text, where it is plain words, few of them, and more than the page's own kind; `Overview — Rust Brain` is about "Rust Brain".
    private static func telling(_ text: Substring) -> String? {
        var name = trimmed(text)
        if name.lowercased().hasPrefix("overview") {
            let rest = trimmed(name.dropFirst("overview".count))
            if let dash = rest.first, "—–-:".contains(dash) { name = trimmed(rest.dropFirst()) }
        }
        let markup: Set<Character> = ["[", "]", "*", "_", "`", "<", ">", "{", "}", "|", "$", "\\"]
        guard !name.isEmpty, name.count <= 80, !name.contains(where: { markup.contains($0) || $0.isNewline }) else { return nil }
        return ["overview", "synapse overview", "wiki overview", "index", "home", "untitled"].contains(name.lowercased()) ? nil : name
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
