internal import Snapshot

/// What of earlier nights is for everybody: editions of pages as far as these were published then.
struct PastPages: Sendable {
    /// From a night on; nil content where the page was not there, or was private.
    typealias Edition = VaultPast.Edition

    /// By page of now; the edition that is still the page's is the last, where `isCurrent`.
    struct Track: Sendable {
        var editions: [Edition] = []
        var isCurrent = false
        /// Contents of editions that were private.
        var secrets: [Int] = []
    }

    private(set) var tracks: [Track]
    /// The same of pages that are no more: they count, and nothing else is told of them.
    private(set) var gone: [(path: String, editions: [Edition])] = []
    /// What no earlier version may tell: editions of pages that are private now or are no more, and of others as far as they were private.
    private(set) var secrets: [(path: String, content: Int)] = []
    private(set) var findings: [Finding] = []

    init(_ past: VaultPast, _ material: SiteMaterial, jobs: Int) {
        var places: [[UInt8]: PageIndex] = [:]
        for (index, draft) in material.drafts.enumerated() { places[Array(draft.path.utf8)] = index }
        let hidden = Set(material.withheld.map { Array($0.path.utf8) })
        let pages = past.files.filter { !$0.path.hasPrefix("raw/sources/") }
        for file in pages where hidden.contains(Array(file.path.utf8)) {
            secrets += file.editions.compactMap { edition in edition.content.map { (file.path, $0) } }
        }
        let files = pages.filter { !hidden.contains(Array($0.path.utf8)) }
        let read = parallelMap(files.count, jobs: jobs) { [places] index -> (page: PageIndex?, track: Track, findings: [Finding]) in
            let page = places[Array(files[index].path.utf8)]
            let (track, findings) = Self.track(files[index], past, of: page == nil ? nil : material.snapshot, material.selection)
            return (page, track, findings)
        }
        tracks = Array(repeating: Track(), count: material.drafts.count)
        for (file, result) in zip(files, read) {
            findings += result.findings
            secrets += result.track.secrets.map { (file.path, $0) }
            if let page = result.page {
                tracks[page] = result.track
                continue
            }
            gone.append((file.path, result.track.editions))
            // It may have been renamed and made private in one go.
            secrets += result.track.editions.compactMap { edition in edition.content.map { (file.path, $0) } }
        }
    }

    /// - Parameter snapshot: where the page is published now.
    private static func track(
        _ file: VaultPast.File, _ past: VaultPast, of snapshot: VaultSnapshot?, _ selection: PageSelection
    ) -> (Track, [Finding]) {
        var track = Track()
        var findings: [Finding] = []
        let now = snapshot.flatMap { try? $0.read(file.path) }
        for edition in file.editions {
            var content = edition.content
            var isNow = false
            if let stored = content {
                do throws(SnapshotError) {
                    let isAsLong = past.sizes[stored] == now?.count
                    let bytes = try past.read(stored)
                    isNow = isAsLong && bytes == now
                    if !isNow, selection.withholds(PageRecord(id: "", path: file.path), text: pageText(bytes)) {
                        track.secrets.append(stored)
                        content = nil
                    }
                } catch {
                    findings.append(
                        Finding(
                            "version-unreadable", path: file.path,
                            message: "the archive does not give the version of \(past.nights[edition.night].name): \(error.what)"))
                    content = nil
                }
            }
            if track.editions.last?.content == content { continue }
            track.editions.append(Edition(night: edition.night, content: content))
            track.isCurrent = isNow
        }
        if track.editions.last?.content == nil { track.isCurrent = false }
        return (track, findings)
    }

    // MARK: Nights

    /// Runs of nights on which all pages of now read the same; that of now is left out.
    func states(of past: VaultPast) -> [SiteHistory.State] {
        var begins: Set<Int> = [0]
        for track in tracks {
            for edition in track.editions where edition.night > 0 { begins.insert(edition.night) }
        }
        let order = begins.sorted()
        // The last state is that of now where no page differs from it.
        let differs = tracks.contains { !$0.isCurrent }
        return order.indices.dropLast(differs ? 0 : 1).map { place in
            let from = order[place]
            let last = place + 1 < order.count ? order[place + 1] - 1 : past.nights.count - 1
            return SiteHistory.State(from: from, last: last, missing: tracks.count { Self.content(of: $0.editions, at: from) == nil })
        }
    }

    /// Whether a page read on a night as it does now.
    func reads(_ page: PageIndex, asNowAt night: Int) -> Bool {
        let track = tracks[page]
        guard track.isCurrent, let now = track.editions.last?.content else { return false }
        return Self.content(of: track.editions, at: night) == now
    }

    static func content(of editions: [Edition], at night: Int) -> Int? { editions.last { $0.night <= night }?.content }

    /// Earlier editions of a page with their last nights, oldest first.
    func earlier(_ page: PageIndex, of past: VaultPast) -> [(content: Int, from: Int, last: Int)] {
        let track = tracks[page]
        return track.editions.indices.dropLast(track.isCurrent ? 1 : 0).compactMap { place in
            guard let content = track.editions[place].content else { return nil }
            let next = place + 1 < track.editions.count ? track.editions[place + 1].night : past.nights.count
            return (content, track.editions[place].night, next - 1)
        }
    }
}
