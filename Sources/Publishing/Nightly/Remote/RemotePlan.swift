import HTML

/// What is to be sent to a place that cannot be exchanged as a whole, and in which order: at every moment in between, each page that is
/// there has what it is shown with, and no page leads to one that is not there.
///
/// What nobody names yet comes first, what names others after them, what nobody names any more goes last.
struct RemotePlan: Sendable, Equatable {
    /// Files that may come in any order.
    struct Part: Sendable, Equatable {
        var stage: Stage
        /// From the web root, sorted.
        var paths: [String]
    }

    /// In the order in which they are sent.
    enum Stage: Int, Sendable, CaseIterable {
        /// What pages are shown with and is not there yet, or has changed.
        case newAssets, changedAssets
        /// What names pages, where it is not there at all: pages work without an old one, but not without any.
        case newLists
        /// Nothing leads to these yet.
        case newPages
        case changedPages
        case changedLists
        case home
        case worker

        /// For messages.
        var phrase: String {
            switch self {
            case .newAssets: "sending new assets"
            case .changedAssets: "sending changed assets"
            case .newLists: "sending new lists"
            case .newPages: "sending new pages"
            case .changedPages: "sending changed pages"
            case .changedLists: "sending changed lists"
            case .home: "sending the home page"
            case .worker: "sending the service worker"
            }
        }

        init(_ role: FileRole, isNew: Bool) {
            switch role {
            case .lasting, .asset: self = isNew ? .newAssets : .changedAssets
            case .page: self = isNew ? .newPages : .changedPages
            case .list: self = isNew ? .newLists : .changedLists
            case .home: self = .home
            case .worker: self = .worker
            }
        }
    }

    private(set) var parts: [Part] = []
    /// Files of an earlier site that this one has not, sorted.
    let removals: [String]
    /// Files that lie there as they are to be.
    let unchanged: Int
    /// Names of this site that somebody else's files have there.
    let strangers: [String]

    /// - Parameters:
    ///   - site: content hashes by path.
    ///   - there: the same of what is there; nil for a content that nobody knows.
    ///   - owned: paths that this program has put there.
    init(site: [String: String], there: [String: String?], owned: Set<String>) {
        var stages: [Stage: [String]] = [:]
        var unchanged = 0
        for (path, hash) in site {
            guard let known = there[path] else {
                stages[Stage(FileRole(path), isNew: true), default: []].append(path)
                continue
            }
            if known == hash { unchanged += 1 } else { stages[Stage(FileRole(path), isNew: false), default: []].append(path) }
        }
        self.unchanged = unchanged
        strangers = site.keys.filter { there.keys.contains($0) && !owned.contains($0) }.sorted(by: precedes)
        removals = owned.filter { there.keys.contains($0) && site[$0] == nil }.sorted(by: precedes)
        for stage in Stage.allCases {
            if let paths = stages[stage] { parts.append(Part(stage: stage, paths: paths.sorted(by: precedes))) }
        }
    }
}

private func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
