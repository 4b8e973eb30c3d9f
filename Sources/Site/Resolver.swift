/// Finds what a link's text means. Built once, then only read.
///
/// The rules, first that matches: exact path, exact title, alias, title without case, file stem, slug of the stem, slug of the title.
/// Slugs are Unicode, so that a link never lands on a title that merely lost its own script.
struct Resolver: Sendable {
    /// As reports name them, in their order; a file's name stands for a source.
    enum Rule: String, Sendable {
        case path = "exact-path"
        case title = "exact-title"
        case alias
        case caseless = "without-case"
        case stem = "file-stem"
        case stemSlug = "slug-of-stem"
        case titleSlug = "slug-of-title"
        case fileName = "file-name"
    }

    struct Entry: Sendable {
        enum Kind: Sendable, Equatable { case page(PageIndex), source(SourceIndex), withheld }
        var kind: Kind
        var path: String
        var title: String
        var aliases: [String] = []
    }

    struct Match: Sendable {
        var rule: Rule
        var entry: Int
        /// Other entries that the same rule gives, in path order.
        var others: [Int]
        /// The written name and the entry's differ only by Unicode normalisation.
        var normalised = false

        /// Whether there is anything to tell of it.
        var isDoubtful: Bool { normalised || rule == .caseless || !others.isEmpty }
    }

    /// Sorted by path.
    let entries: [Entry]
    private var paths: NameIndex
    private var foldedPaths: NameIndex
    private var titles: NameIndex
    private var aliases: NameIndex
    private var foldedTitles: NameIndex
    private var stems: NameIndex
    private var stemSlugs: NameIndex
    private var titleSlugs: NameIndex
    private var fileNames: NameIndex

    init(_ entries: [Entry]) {
        self.entries = entries
        let n = entries.count
        (paths, foldedPaths, titles, aliases) = (NameIndex(reserving: n), NameIndex(reserving: n), NameIndex(reserving: n), NameIndex())
        (foldedTitles, stems, stemSlugs) = (NameIndex(reserving: n), NameIndex(reserving: n), NameIndex(reserving: n))
        (titleSlugs, fileNames) = (NameIndex(reserving: n), NameIndex())
        for (position, entry) in entries.enumerated() { add(entry, Int32(position)) }
    }

    private mutating func add(_ entry: Entry, _ position: Int32) {
        paths.add(entry.path, position)
        foldedPaths.add(entry.path.lowercased(), position)
        if case .source = entry.kind {
            fileNames.add(entry.title, position)
            fileNames.add(entry.title.lowercased(), position)
            return
        }
        let stem = stemOfPath(entry.path)
        titles.add(entry.title, position)
        foldedTitles.add(entry.title.lowercased(), position)
        stems.add(stem, position)
        stemSlugs.add(Slug.slug(stem), position)
        titleSlugs.add(Slug.slug(entry.title), position)
        for alias in entry.aliases {
            aliases.add(Slug.trimmed(alias), position)
            foldedTitles.add(Slug.trimmed(alias).lowercased(), position)
        }
    }

    /// What `[[target]]` on the page at `path` means; nil when nothing matches.
    func wikilink(_ target: String, from path: String) -> Match? {
        let name = Slug.trimmed(target)
        guard !name.isEmpty else { return nil }
        if let match = byPath(name, from: path) { return match }
        let bare = hasMarkdownExtension(name) ? String(name.dropLast(3)) : name
        if let match = match(.title, titles[name], name, from: path) { return match }
        if var match = match(.alias, aliases[name], name, from: path) {
            // A page whose title differs only in case may be meant as well: the reader of the findings decides.
            let titled = (foldedTitles[name.lowercased()]?.all ?? []).map(Int.init).filter { $0 != match.entry && !isWithheld(Int32($0)) }
            match.others = Array(Set(match.others + titled)).sorted()
            return match
        }
        if let match = match(.caseless, foldedTitles[name.lowercased()], name, from: path) { return match }
        if name.utf8.contains(UInt8(ascii: "/")), let match = byPathEnd(bare, from: path) { return match }
        if let match = match(.stem, stems[bare], bare, from: path) ?? match(.fileName, fileNames[name], name, from: path) { return match }
        let slug = Slug.slug(bare)
        return match(.stemSlug, stemSlugs[slug], slug, from: path) ?? match(.titleSlug, titleSlugs[slug], slug, from: path)
            ?? match(.fileName, fileNames[name.lowercased()], name, from: path)
    }

    /// What the relative address of `[x](target)` means. An address is a path first and a name only where no path fits.
    func address(_ target: String, from path: String) -> Match? {
        if let match = byPath(target, from: path) ?? beside(target, path) { return match }
        let match = wikilink(target.hasPrefix("/") ? String(target.dropFirst()) : target, from: path)
        // An address that merely resembles a title is a wrong address.
        return match.flatMap { $0.rule == .stemSlug || $0.rule == .titleSlug ? nil : $0 }
    }

    /// `[x](name)` for `name.md` in the page's own folder.
    private func beside(_ target: String, _ path: String) -> Match? {
        guard let full = Self.joined(Self.folder(of: path), target) else { return nil }
        return match(.path, paths[full + ".md"], full + ".md", from: path)
    }

    /// Whether a name holds a slash, and a full stop.
    private static func signs(in name: String) -> (slash: Bool, dot: Bool) {
        var name = name
        return name.withUTF8 { bytes in
            var signs = (slash: false, dot: false)
            for byte in bytes {
                if byte == UInt8(ascii: "/") { signs.slash = true }
                if byte == UInt8(ascii: ".") { signs.dot = true }
            }
            return signs
        }
    }

    private func byPath(_ target: String, from path: String) -> Match? {
        let (slashed, dotted) = Self.signs(in: target)
        // A bare word is a name, not a path: the stem's rule finds `index.md`, after the titles.
        if !slashed, !dotted { return nil }
        var candidates: [String] = []
        if let near = Self.joined(Self.folder(of: path), target) { candidates.append(near) }
        if let root = Self.joined("", target) { candidates += [root, "wiki/" + root] }
        for candidate in candidates where !candidate.isEmpty {
            for full in [candidate, candidate + ".md"] {
                if let match = match(.path, paths[full], full, from: path) { return match }
            }
        }
        guard slashed else { return nil }
        for candidate in candidates where !candidate.isEmpty {
            for full in [candidate, candidate + ".md"] {
                if let match = match(.caseless, foldedPaths[full.lowercased()], full, from: path) { return match }
            }
        }
        return nil
    }

    /// `[[folder/a]]` where the folder is not at the root: any path that ends so.
    private func byPathEnd(_ target: String, from path: String) -> Match? {
        let end = "/" + target.lowercased() + ".md"
        let stem = stemOfPath(target)
        let found = (stems[stem]?.all ?? []) + (stemSlugs[Slug.slug(stem)]?.all ?? [])
        var seen: Set<Int32> = []
        let fitting = found.filter { entries[Int($0)].path.lowercased().hasSuffix(end) && seen.insert($0).inserted }
        return match(.path, fitting, target, from: path)
    }

    private func match(_ rule: Rule, _ found: NameIndex.Bearers?, _ name: String, from path: String) -> Match? {
        guard let found else { return nil }
        if found.others.isEmpty {
            let entry = Int(found.first)
            return Match(rule: rule, entry: entry, others: [], normalised: differsOnlyInForm(name, rule, entry))
        }
        return match(rule, found.all, name, from: path)
    }

    private func match(_ rule: Rule, _ found: [Int32], _ name: String, from path: String) -> Match? {
        // A private page never competes with a public one for a name.
        let found = found.count > 1 && !found.allSatisfy(isWithheld) ? found.filter { !isWithheld($0) } : found
        guard let only = found.first else { return nil }
        if found.count == 1 { return Match(rule: rule, entry: Int(only), others: [], normalised: differsOnlyInForm(name, rule, Int(only))) }
        let order = found.map(Int.init).sorted { left, right in
            let (near, far) = (nearness(left, path), nearness(right, path))
            return near != far ? near > far : left < right
        }
        return Match(rule: rule, entry: order[0], others: order.dropFirst().sorted(), normalised: differsOnlyInForm(name, rule, order[0]))
    }

    /// Equal to Swift, unequal as bytes: the two are one text in two Unicode forms.
    private func differsOnlyInForm(_ name: String, _ rule: Rule, _ entry: Int) -> Bool {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return false }
        let real =
            switch rule {
            case .title: entries[entry].title
            case .path: entries[entry].path
            case .stem: stemOfPath(entries[entry].path)
            default: name
            }
        return name == real && !name.utf8.elementsEqual(real.utf8)
    }

    private func isWithheld(_ entry: Int32) -> Bool { entries[Int(entry)].kind == .withheld }

    /// Number of leading folders that two paths share.
    private func nearness(_ entry: Int, _ path: String) -> Int {
        let a = entries[entry].path.split(separator: "/").dropLast()
        let b = path.split(separator: "/").dropLast()
        return zip(a, b).prefix { $0 == $1 }.count
    }

    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// `target` seen from `folder`, with `.` and `..` taken out; nil where it would leave the vault.
    static func joined(_ folder: String, _ target: String) -> String? {
        if !target.utf8.contains(UInt8(ascii: "/")), target != "..", target != "." {
            return folder.isEmpty ? target : folder + "/" + target
        }
        var parts = target.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in target.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
