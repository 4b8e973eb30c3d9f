import Markdown
public import Mustache
public import Site
import Snapshot
public import Theme

/// Site → the files of the web site, except posters.
///
/// Templates that fail are found here and not while files are written: each is compiled, and the frames are rendered.
/// - Parameters:
///   - read: gives the Markdown of a page by its vault path.
///   - jobs: threads at most; what is made does not depend on it.
///   - rendered: is told the HTML of each page's text when it is made, on any thread: what a search index is made of.
public func htmlArtifacts(
    site: Site, read: @escaping VaultReader, theme: Theme, assets: SiteAssets,
    options: SiteOptions = SiteOptions(), jobs: Int = 1, rendered: (@Sendable (PageIndex, [UInt8]) -> Void)? = nil
) throws(TemplateError) -> [Artifact] {
    let context = try SiteContext(site: site, theme: theme, assets: assets, options: options, jobs: jobs)
    var artifacts = [context.homePage(), context.graphPage(), context.graphBenchPage(), context.notFoundPage()]
    let keys = options.pageMemory.map { PageKeys(context, jobs: jobs, fileHash: $0.fileHash) }
    let (lists, tags) = inParallel(jobs: jobs) {
        context.pageLists().flatMap { context.artifacts($0, keys) }
    } _: {
        context.tagPages(keys)
    }
    artifacts += lists + context.groupIndexes() + tags
    if site.info.showsSources { artifacts += context.sourcePages(keys, read) }
    if options.hasSearch { artifacts.append(context.searchPage()) }
    artifacts += context.pages(keys, read: read, rendered: rendered)
    artifacts += context.backlinkPages(keys) + context.historyPages() + context.offlinePage()
    artifacts += site.sources.compactMap { source in source.fileAddress.map { file($0, of: source, read) } }
    artifacts += context.graphFiles()
    artifacts.append(context.navigationFile())
    artifacts += context.files.artifacts
    artifacts.sort { VaultPath.precedes($0.path, $1.path) }
    let documents = artifacts.map(\.path).filter { $0.hasSuffix(".html") }
    let others = context.machineFiles(documents: documents, keys, read) + context.redirectPages()
    // Two runs, each in order, are merged by one pass.
    return (artifacts + others.sorted { VaultPath.precedes($0.path, $1.path) }).sorted { VaultPath.precedes($0.path, $1.path) }
}

/// A source's file as it is; a drawing without what could run where a reader opens it by itself.
private func file(_ address: String, of source: Source, _ read: @escaping VaultReader) -> Artifact {
    guard source.name.lowercased().hasSuffix(".svg") else { return Artifact(address, .vaultFile(source.path)) }
    return Artifact(
        address,
        .rendered {
            if let svg = cleanedSVG(try read(source.path)) { return Rendering(svg) }
            let finding = Finding(
                "unreadable-picture", path: source.path, message: "The file is not a well-formed SVG document; an empty picture is shown")
            return Rendering(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), findings: [finding])
        })
}
