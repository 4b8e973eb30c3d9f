import Foundation
public import Site
public import Snapshot

/// What a search for traces of private pages looked at and found.
public struct PrivacyProof: Sendable {
    /// Pages of the snapshot that are not for the public.
    public var privatePages: Int
    /// Files searched, and what was searched for: names, addresses, ids, links; and runs of words.
    public var files: Int
    public var names: Int
    public var runs: Int
    /// One for each trace in each file, at the file's path in the site.
    public var leaks: [Finding]
    /// What is written on pictures is known by where they come from.
    public var pictures: PictureCounts
    /// One for each picture of which nobody knows what is written on it.
    public var unread: [Finding]
}

/// Searches every file of a site for traces of the snapshot's private pages: id, address, title and aliases, runs of six words, links out
/// of the vault, and the names and bytes of files that no public page names. Names of files, text with and without tags, attributes,
/// scripts' data, feeds, pictures' and documents' text, the search index's words and records and the graph's places are searched. How the
/// site was made is not asked: which pages are private is read from the pages themselves, and from the settings, whose `selection` is
/// asked page by page.
///
/// - Parameter known: SHA-256 of pictures that the program brings along.
public func checkPrivacy(
    of site: String, against snapshot: VaultSnapshot, selection: PageSelection = PageSelection(), knownPictures known: Set<String> = [],
    _ context: RunContext
) throws(PublishingError) -> PrivacyProof {
    guard isFolder(site) else { throw PublishingError(.noInput, "There is no such folder", at: site, advice: "Build the site first") }
    try refusePart(site)
    let traces: PrivateTraces
    do throws(SnapshotError) { traces = try PrivateTraces(snapshot, selection: selection) } catch { throw PublishingError(error) }
    let files = try siteFiles(site)
    context.progress.begin("Searching \(site)", files.count)
    let tables = Dictionary(
        uniqueKeysWithValues: files.filter { $0.hasSuffix("/symbols.js") }.compactMap { name in
            readFile("\(site)/\(name)").flatMap { SearchTexts($0) }.map { (name.dropLast("symbols.js".count), $0) }
        })
    let given = known.union(traces.pictures)
    let searched = parallelMap(files.count, jobs: context.jobs) { index in
        context.progress.advance(1)
        return FileSearch(traces, files[index], in: site, tables, given)
    }
    let unread = searched.compactMap(\.unread)
    if let first = unread.first {
        throw PublishingError(.inputOutput, "A file of the site cannot be read", at: first, advice: "Check the site as its owner")
    }
    return PrivacyProof(
        privatePages: traces.pages, files: files.count, names: traces.sequences.count, runs: traces.runs.count,
        leaks: leaks(searched, traces).sorted(), pictures: PictureCounts(searched.compactMap(\.picture)),
        unread: traces.pages == 0
            ? [] : searched.compactMap { file in file.picture?.finding(file.name) }.filter { $0.severity != .error }.sorted())
}

private func siteFiles(_ site: String) throws(PublishingError) -> [String] {
    guard let walker = FileManager.default.enumerator(atPath: site) else {
        throw PublishingError(.inputOutput, "The folder cannot be listed", at: site)
    }
    var files: [String] = []
    while let name = walker.nextObject() as? String {
        let kind = walker.fileAttributes?[.type] as? FileAttributeType
        if kind == .typeRegular || kind == .typeSymbolicLink { files.append(name) }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// A single word that stands on nearly every page is the site's own (a private page called "Search"); elsewhere it is a trace.
private func leaks(_ searched: [FileSearch], _ traces: PrivateTraces) -> [Finding] {
    let pages = searched.count { $0.name.hasSuffix(".html") }
    var spread: [Int: Int] = [:]
    for file in searched where file.name.hasSuffix(".html") { for index in file.sequences { spread[index, default: 0] += 1 } }
    return searched.flatMap { file in
        let kept = file.sequences.filter { !traces.sequences[$0].isWeak || (spread[$0] ?? 0) * 10 < pages * 9 }
        return kept.map { index in
            let sequence = traces.sequences[index]
            return leak(sequence.kind, of: sequence.page, in: file.name)
        } + file.runs.sorted().map { leak(.words, of: $0, in: file.name) } + file.others
    }
}

private func leak(_ kind: PrivateTraces.Kind, of page: String, in file: String) -> Finding {
    Finding(kind.code, .error, path: file, message: "\(kind.noun) of \(page), which is not for the public, can be found here")
}

/// What one file holds.
private struct FileSearch: Sendable {
    let name: String
    /// Positions in the traces' sequences, ascending.
    var sequences: [Int] = []
    /// Private pages of which six words stand here in a row.
    var runs: Set<String> = []
    var others: [Finding] = []
    /// Where it is a picture.
    var picture: PictureStanding?
    /// The file, where it could not be read.
    var unread: String?

    init(_ traces: PrivateTraces, _ name: String, in site: String, _ tables: [Substring: SearchTexts], _ given: Set<String>) {
        self.name = name
        guard let bytes = readFile("\(site)/\(name)", atMost: 1 << 32) else {
            unread = "\(site)/\(name)"
            return
        }
        if let page = traces.addresses[name.precomposedStringWithCanonicalMapping.lowercased()] {
            others.append(leak(.address, of: page, in: name))
        }
        if !traces.attachments.isEmpty, let source = traces.attachments[sha256Hex(bytes)] {
            others.append(
                Finding(
                    "private-attachment", .error, path: name,
                    message: "this is \(source), which only pages name that are not for the public"))
        }
        picture = PictureStanding(bytes, given: given)
        if traces.pages > 0, let finding = picture?.finding(name), finding.severity == .error { others.append(finding) }
        var found: Set<Int> = []
        let file = name.split(separator: "/").last ?? ""
        let table = tables[name.dropLast(file.count)]
        var readings = [TextWords(name)]
        let isOwnDocument = bytes.starts(with: "%PDF".utf8) && traces.documents.contains(sha256Hex(bytes))
        let isTable = file == "symbols.js" && table != nil
        let published = isTable || isOwnDocument ? nil : PublishedText(bytes, name: name)
        readings += published?.readings ?? []
        if isTable, let table { readings.append(table.pieces) }
        if table != nil, SearchWords.isShard(file), let published {
            readings.append(lexicon(published.hidden, isBackward: file.hasPrefix("b"), traces))
        }
        for place in Set(published?.hidden.flatMap(GraphPlaces.all) ?? []) {
            if let page = traces.nodes[place] { others.append(leak(.node, of: page, in: name)) }
        }
        if SearchTexts.isText(file), let table { readings.append(TextWords(table.decoded(bytes))) }
        for words in readings {
            for (place, word) in words.hashes.enumerated() {
                guard let candidates = traces.byFirst[word] else { continue }
                for index in candidates where words.hashes[place...].starts(with: traces.sequences[index].words) { found.insert(index) }
            }
            words.runs(of: PrivateTraces.runLength) { hash, _ in if let page = traces.runs[hash] { runs.insert(page) } }
        }
        sequences = found.sorted()
    }

    /// The words of a shard, each by itself; those that only private pages have are traces already.
    private mutating func lexicon(_ shards: [[UInt8]], isBackward: Bool, _ traces: PrivateTraces) -> TextWords {
        var single = TextWords()
        for word in shards.flatMap({ SearchWords($0, isBackward: isBackward).words }) {
            if let page = traces.words[word] { runs.insert(page) }
            word.withUnsafeBufferPointer { single.append($0) }
            single.separate()
        }
        return single
    }
}
