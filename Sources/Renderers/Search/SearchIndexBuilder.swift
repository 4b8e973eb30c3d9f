public import Site
internal import Snapshot
internal import Synchronization

/// Makes the search index: pages go in on any thread and in any order, files come out, the same bytes whatever the threads.
///
///     let builder = SearchIndexBuilder(frame)
///     parallelMap(pages, jobs: 8) { builder.add($0, of: site, html: rendered($0)) }
///     let files = builder.artifacts(jobs: 8)
///
/// The files lie under `assets/search/`: `index.js`, whose name is fixed, and those of this build in a folder named by their content,
/// which may be cached for ever. Each is a classic script that calls `SynapseSearch.add`, so that it loads from a folder too.
public final class SearchIndexBuilder: Sendable {
    /// Makers that no thread is using. Taken out for each page, so there are as many as there were threads at once.
    private let idle = Mutex<[IdleMaker]>([])
    private let frame: SearchFrame

    public init(_ frame: SearchFrame = SearchFrame()) { self.frame = frame }

    /// Takes a page of the site in, as it was rendered: `html` is its text alone, without the document's frame.
    public func add(_ page: PageIndex, of site: Site, html: [UInt8]) {
        let record = site.pages[page]
        let rendered = RenderedText(html)
        add(
            SearchInput(
                page: page, address: record.address, title: record.title, aliases: record.aliases, type: record.type, domain: record.domain,
                tags: record.tags, text: rendered.text, sections: rendered.sections))
    }

    /// Takes a page in.
    public func add(_ page: SearchInput) {
        let taken = idle.withLock { $0.popLast() } ?? IdleMaker()
        taken.maker.add(page)
        idle.withLock { $0.append(taken) }
    }

    /// The files of the index, sorted by path. Empties the builder.
    public func artifacts(jobs: Int = 1) -> [Artifact] {
        var makers = idle.withLock { makers in
            defer { makers = [] }
            return makers
        }
        let first = makers.popLast() ?? IdleMaker()
        for other in makers { first.maker.merge(other.maker) }
        let digests = first.maker.digests.sorted { $0.page < $1.page }
        return SearchIndex(digests, first.maker.vocabulary, frame, jobs: jobs).artifacts()
    }
}

/// Sendable because one thread at a time has it: it is either in the builder's locked list or in the hands of the thread that took it out.
private final class IdleMaker: @unchecked Sendable {
    var maker = DigestMaker()
}
