import Archive
public import Site
import Snapshot

/// Where the earlier nights of a site come from.
public struct HistoryRequest: Sendable {
    /// The archive's folder.
    public var store: String
    public var limits: VaultPast.Limits

    public init(store: String, limits: VaultPast.Limits = VaultPast.Limits()) {
        self.store = store
        self.limits = limits
    }
}

/// The nights of an archive up to the snapshot that is published: later ones are not its past.
///
/// The archive is shared with other readers, and is not exchanged, while the value lives.
func openPast(_ request: HistoryRequest, of snapshot: VaultSnapshot) throws(PublishingError) -> VaultPast {
    do throws(SnapshotError) {
        let store = try ArchiveStore(request.store)
        guard store.identity.vault == snapshot.manifest.vault else {
            throw SnapshotError(
                .badData, "the archive holds nights of the vault \(store.identity.vault), and this is \(snapshot.manifest.vault)",
                at: request.store, advice: "Name this vault's archive with --store.")
        }
        return past(of: try store.history(of: isWanted), request.limits, upTo: snapshot.manifest.rootHash)
    } catch {
        throw PublishingError(error)
    }
}

private let pageFolder = "snapshot/vault/"
private let pageList = LogicalPath("snapshot/pages.json")
private let graph = LogicalPath("snapshot/graph.json")

private func isWanted(_ path: LogicalPath) -> Bool {
    if path.text.utf8.starts(with: pageFolder.utf8) { return path.text.utf8.suffix(3).elementsEqual(".md".utf8) }
    return path == pageList || path == graph
}

private func past(of history: FileHistory, _ limits: VaultPast.Limits, upTo rootHash: String) -> VaultPast {
    let own = history.nights.lastIndex { $0.parts["snapshot"]?.rootHash == rootHash }
    let nights = history.nights[...(own ?? history.nights.count - 1)]
    var contents: [StoredContent] = []
    var numbers: [StoredContent: Int] = [:]
    func number(_ content: StoredContent) -> Int {
        if let known = numbers[content] { return known }
        numbers[content] = contents.count
        contents.append(content)
        return contents.count - 1
    }
    func editions(_ path: LogicalPath) -> [VaultPast.Edition] {
        (history.editions[path] ?? []).filter { $0.night < nights.count }.map { edition in
            VaultPast.Edition(night: edition.night, content: edition.content.map(number))
        }
    }
    let paths = history.editions.keys.filter { $0 != pageList && $0 != graph }.sorted()
    let files = paths.map { VaultPast.File(path: String($0.text.dropFirst(pageFolder.count)), editions: editions($0)) }
    let (lists, graphs) = (editions(pageList), editions(graph))
    return VaultPast(
        nights: nights.map { VaultPast.Night(name: $0.name.description, date: $0.name.date, moment: $0.created) },
        files: files.filter { !$0.editions.isEmpty }, pageLists: lists, graphs: graphs, sizes: contents.map(\.bytes), limits: limits,
        read: { [contents] (content) throws(SnapshotError) in try history.read(contents[content]) })
}
