internal import Markdown
public import Snapshot

/// Which pages are for the public, beside what each says of itself.
public struct PageSelection: Sendable, Equatable {
    /// Pages by what they are and where they lie. Names are compared without case.
    public struct Filter: Sendable, Equatable {
        public var types: [String]
        /// From the vault's root or from `wiki/`: `concepts`, `wiki/concepts`.
        public var folders: [String]
        /// Of a nested tag also those below it: `work` takes `work/plans` in.
        public var tags: [String]

        public init(types: [String] = [], folders: [String] = [], tags: [String] = []) {
            self.types = types
            self.folders = folders
            self.tags = tags
        }

        public var isEmpty: Bool { types.isEmpty && folders.isEmpty && tags.isEmpty }

        /// What a page is, in lowercase.
        struct Traits {
            var type: String
            var path: String
            var tags: [String]
        }

        /// List by list whether it names the page; an empty list says nothing.
        func verdicts(_ page: Traits) -> [Bool] {
            var verdicts: [Bool] = []
            if !types.isEmpty { verdicts.append(types.contains { $0.lowercased() == page.type }) }
            if !folders.isEmpty { verdicts.append(folders.contains { Self.lies(page.path, in: Self.folder($0)) }) }
            if !tags.isEmpty {
                verdicts.append(
                    tags.contains { wanted in page.tags.contains { Self.lies($0, in: wanted.lowercased()) || $0 == wanted.lowercased() } })
            }
            return verdicts
        }

        private static func lies(_ path: String, in folder: String) -> Bool {
            folder.isEmpty || (path.hasPrefix(folder) && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
        }

        private static func folder(_ written: String) -> String {
            withoutRoot(written.split(separator: "/").joined(separator: "/").lowercased())
        }

        static func withoutRoot(_ path: String) -> String {
            path == "wiki" ? "" : path.hasPrefix("wiki/") ? String(path.dropFirst(5)) : path
        }
    }

    /// Where it is not empty, a page has to be named by each of its lists.
    public var only = Filter()
    /// What one of these lists names stays private.
    public var except = Filter()
    /// Whether pages marked `draft: true` are published.
    public var drafts = false
    /// Whether only pages marked `publish: true` are.
    public var marked = false

    public init() {}

    /// Whether a page stays private.
    ///
    /// - Parameter tags: those of the text.
    func withholds(_ record: PageRecord, _ front: Frontmatter, tags: @autoclosure () -> [String]) -> Bool {
        if front.isPrivate, !(drafts && front.isOnlyDraft) { return true }
        if marked, !front.isMarkedPublic { return true }
        if only.isEmpty, except.isEmpty { return false }
        let domain = front.domain.map { "domain/" + $0 }
        let written = (front.tags.isEmpty ? record.tags : front.tags) + tags() + [domain].compactMap { $0 }
        let page = Filter.Traits(
            type: Slug.trimmed(front.type ?? record.type ?? "").lowercased(), path: Filter.withoutRoot(record.path.lowercased()),
            tags: written.map { $0.lowercased() })
        return !only.verdicts(page).allSatisfy { $0 } || except.verdicts(page).contains(true)
    }
}

extension PageSelection {
    /// Whether the page whose file is `text` stays private.
    public func withholds(_ record: PageRecord, text: [UInt8]) -> Bool {
        let front = Frontmatter(of: text)
        return withholds(record, front, tags: markdownFacts(text[min(front.bodyOffset, text.count)...], bodyLine: front.bodyLine).tags)
    }
}
