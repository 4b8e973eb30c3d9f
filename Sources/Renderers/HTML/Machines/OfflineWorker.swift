public import Site

/// What readers' browsers keep of a site for when there is no network.
public enum OfflineUse: String, Sendable, CaseIterable {
    /// The frame, and the pages that were read.
    case visited
    /// Every page besides.
    case all
    /// Nothing any more: what an earlier build had them keep is taken away.
    case remove
}

/// `sw.js`, the service worker at the web root (W3C Service Workers), and the list that it works by.
///
/// The name of its cache is of all that the site is: another build is another worker, which takes what was read over and lets the rest go.
public struct OfflineWorker: Sendable {
    private let use: OfflineUse
    private let code: [UInt8]
    private let paths: [String]
    private let digest: String

    /// - Parameters:
    ///   - code: the file of `public/` that `code` names.
    ///   - paths: every file of the site, sorted.
    ///   - digest: over all of them.
    public init(_ use: OfflineUse, code: [UInt8], paths: [String], digest: String) {
        (self.use, self.code, self.paths, self.digest) = (use, code, paths, digest)
    }

    /// The worker's code, by its path in `public/`.
    public static func code(_ use: OfflineUse) -> String { use == .remove ? "offline/remove.js" : "offline/worker.js" }

    static let registration = "offline/register.js"
    /// Shown in place of pages that are not kept.
    static let page = "assets/offline.html"
    static let list = "assets/offline.json"
    static let path = "sw.js"

    public var artifacts: [Artifact] {
        let script = ScriptMinifier.javaScript(code)
        guard use != .remove else { return [Artifact(Self.path, .bytes(script))] }
        let frame = paths.filter(Self.isFrame)
        var out = Array("const synapseBuild=\"\(digest.prefix(16))\",synapseFrame=".utf8)
        ScriptText.append(Self.list(of: frame), to: &out)
        out += Array(",synapseList=\"\(use == .all ? Self.list : "")\";\n".utf8) + script
        guard use == .all else { return [Artifact(Self.path, .bytes(out))] }
        let others = paths.filter { Self.isPage($0) && !Self.isFrame($0) }
        return [Artifact(Self.path, .bytes(out)), Artifact(Self.list, .bytes(JSONLD.list(others.map { .text(Href.encode($0)) }).bytes))]
    }

    private static func list(of paths: [String]) -> ScriptText { .list(paths.map { .text(Href.encode($0)) }) }

    private static let frame: Set<String> = [
        "index.html", "wiki.html", "search.html", "404.html", page, "assets/search/index.js", "assets/mini.js", "assets/icon.svg",
    ]

    /// What every page is made of, and the pages that lead to all others.
    private static func isFrame(_ path: String) -> Bool {
        frame.contains(path) || path.hasPrefix("assets/") && !path.hasPrefix("assets/search/") && FileRole.isNamedByContent(path)
    }

    /// Documents and what they work with; pictures and the vault's own files come when they are looked at.
    private static func isPage(_ path: String) -> Bool {
        path.hasSuffix(".html") || path.hasPrefix("assets/") && (path.hasSuffix(".js") || path.hasSuffix(".css"))
    }
}

extension SiteContext {
    /// What stands in for a page that is not kept. The worker leads its links to the web root.
    func offlinePage() -> [Artifact] {
        guard let use = options.offline, use != .remove else { return [] }
        return [
            Artifact(
                OfflineWorker.page,
                .rendered { [self] in
                    Rendering(
                        try render(
                            "offline", at: OfflineWorker.page, place: .nowhere, title: language.text(.offline), kind: .lost,
                            content: Fields([])))
                })
        ]
    }
}
