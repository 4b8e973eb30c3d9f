public import Markdown
public import Mustache
public import Site
public import Theme

/// What the person who builds decides about the look and the surroundings of a site.
public struct SiteOptions: Sendable {
    /// Which themes the site has.
    public enum Themes: Sendable, Equatable {
        /// Light and dark in the same files: the system's, until the reader chooses.
        case both
        /// One for everybody; there is no switch.
        case pinned(Appearance)
    }

    public var themes: Themes
    /// Pictures of the graph that lie in the site.
    public var posters: [PosterImage]
    /// Path of the web root as the server knows it, percent-encoded, with slashes at both ends: `/` or `/wiki/`. The page for addresses
    /// that lead nowhere is shown at any depth, so that its links need it; nil leaves them relative.
    public var rootPath: String?
    /// Scheme and host of the web root: `https://example.org`; nil where they are not known.
    public var origin: String?
    /// Whether each page's text lies beside it as Markdown.
    public var hasMarkdown = true
    /// Whether there is a search index beside the pages: then there is a page for it, and every page leads to it.
    public var hasSearch: Bool
    /// What readers' browsers keep for when there is no network; nil for nothing.
    public var offline: OfflineUse?
    /// What the site's settings add.
    public var extras = SiteExtras()
    /// For Mermaid fences; nil shows them as code.
    public var diagrams: DiagramMaker?
    /// A picture of a PDF's first page as PNG, nil where there is none; called with the file.
    public typealias PictureMaker = @Sendable (_ pdf: [UInt8]) -> [UInt8]?
    public var pictureOfPDF: PictureMaker?
    /// By the address of a document the path of the picture that stands for it where its address is shared.
    public var previews: [String: String] = [:]
    /// Gives back what `PageDrafting.keep` took; nil where it cannot.
    public var keptHTML: (@Sendable (Range<Int>) -> [UInt8]?)?

    /// What tells pages that are as they were in an earlier build; nil renders each.
    public var pageMemory: PageMemory?

    public init(themes: Themes = .both, posters: [PosterImage] = [], rootPath: String? = nil, origin: String? = nil, hasSearch: Bool = true)
    {
        self.themes = themes
        self.posters = posters
        self.rootPath = rootPath
        self.origin = origin
        self.hasSearch = hasSearch
    }
}

/// How the pages' documents of an earlier build are known again.
public struct PageMemory: Sendable {
    /// SHA-256 of a file of the vault by its path, as hexadecimal digits; nil where it is not known.
    public var fileHash: @Sendable (_ path: String) -> String?
    /// Told before a page's document is kept, in place of `rendered`; false where its HTML is wanted all the same.
    public var recall: @Sendable (PageIndex) -> Bool

    public init(
        fileHash: @escaping @Sendable (_ path: String) -> String?, recall: @escaping @Sendable (PageIndex) -> Bool
    ) {
        (self.fileHash, self.recall) = (fileHash, recall)
    }
}

/// One file of a graph poster.
public struct PosterImage: Sendable, Equatable {
    public enum Tier: String, Sendable, CaseIterable { case overview, regions, detail }

    public var tier: Tier
    public var appearance: Appearance
    /// From the web root, not percent-encoded; its extension says the format: `posters/overview-light.png`.
    public var path: String
    /// In px.
    public var width: Int
    public var height: Int

    public init(tier: Tier, appearance: Appearance, path: String, width: Int, height: Int) {
        self.tier = tier
        self.appearance = appearance
        self.path = path
        self.width = width
        self.height = height
    }

    var format: String { path.split(separator: ".").last.map { $0.lowercased() } ?? "" }
}

/// The project's `templates/` and `public/` folders, read and compiled once.
public struct SiteAssets: Sendable {
    var templates: TemplateSet
    let publicFiles: [(path: String, bytes: [UInt8])]

    /// - Parameters:
    ///   - templates: file names (`page.mustache`) and their bytes; other files are passed over.
    ///   - publicFiles: paths in `public/` and their bytes.
    public init(templates: [String: [UInt8]], publicFiles: [String: [UInt8]]) throws(TemplateError) {
        let sources = templates.filter { $0.key.hasSuffix(".mustache") }.map { (name: String($0.key.dropLast(9)), source: $0.value) }
        self.templates = try TemplateSet(
            sources.sorted { $0.name < $1.name }, vocabulary: Name.vocabulary, options: .init(isCompact: true))
        self.publicFiles = publicFiles.map { (path: $0.key, bytes: $0.value) }.sorted { $0.path < $1.path }
    }
}
