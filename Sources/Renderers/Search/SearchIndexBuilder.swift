public import Site
internal import Snapshot
internal import Synchronization

/// Makes the search index: pages go in on any thread and in any order, files come out, the same bytes whatever the threads.
///
///     let builder = SearchIndexBuilder(frame)
///     parallelMap(pages, jobs: 8) { builder.add($0, of: site, html: rendered($0)) }
///     let files = builder.artifacts(jobs: 8)
///
/// The files lie under `assets/search/`: `index.js`, whose name is fixed, and the others in folders named by what they hold,
/// which may be cached for ever. Each is a classic script that calls `SynapseSearch.add`, so that it loads from a folder too.
public final class SearchIndexBuilder: Sendable {
    /// Makers that no thread is using. Taken out for each page, so there are as many as there were threads at once.
    private let idle = Mutex<[IdleMaker]>([])
    let frame: SearchFrame
    /// Where the pages' text waits.
    let spool: TextSpool?

    public init(_ frame: SearchFrame = SearchFrame(), spool: TextSpool? = nil) { (self.frame, self.spool) = (frame, spool) }

    /// Takes a page of the site in, as it was rendered: `html` is its text alone, without the document's frame.
    public func add(_ page: PageIndex, of site: Site, html: [UInt8]) {
        add(SearchInput(page, of: site, html: html))
    }

    /// Takes a page in.
    public func add(_ page: SearchInput) { withOne { $0.add(page) } }

    /// The files of the index, sorted by path. Empties the builder.
    public func artifacts(jobs: Int = 1) -> [Artifact] {
        let (digests, vocabulary) = withAll { ($0.digests.sorted { $0.page < $1.page }, $0.vocabulary) }
        idle.withLock { $0 = [] }
        return SearchIndex(consume digests, vocabulary, frame, spool, jobs: jobs).artifacts()
    }

    /// Calls `body` with a maker that no other thread has.
    func withOne<Failure: Error>(_ body: (inout DigestMaker) throws(Failure) -> Void) throws(Failure) {
        let taken = idle.withLock { $0.popLast() } ?? IdleMaker()
        defer { idle.withLock { $0.append(taken) } }
        try body(&taken.maker)
        taken.maker.leaveText(in: spool)
    }

    /// Calls `body` with one maker that has all pages.
    func withAll<Value, Failure: Error>(_ body: (borrowing DigestMaker) throws(Failure) -> Value) throws(Failure) -> Value {
        var makers = idle.withLock { makers in
            defer { makers = [] }
            return makers
        }
        let all = makers.popLast() ?? IdleMaker()
        for other in makers { all.maker.merge(&other.maker) }
        defer { idle.withLock { $0.append(all) } }
        return try body(all.maker)
    }
}

/// Sendable because one thread at a time has it: it is either in the builder's locked list or in the hands of the thread that took it out.
private final class IdleMaker: @unchecked Sendable {
    var maker = DigestMaker()
}
