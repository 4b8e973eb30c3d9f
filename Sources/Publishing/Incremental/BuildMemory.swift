import CSystem
import Foundation
import Site
import Snapshot
import Synchronization

/// What one build of an output folder leaves for the next, in the program's cache: never in the output, for it holds what is private.
///
/// One run at a time has it; another builds without.
public final class BuildMemory: Sendable {
    /// What the folder that lies at the output's place was made from; nil where nobody knows, or with other settings.
    let earlier: BuildRecord?
    let recipe: String
    let past: String
    /// Real path of the output.
    let output: String
    private let folder: String
    /// Locked while the value lives.
    private let lock: Int32
    private let blobs: BlobFile
    private let blobsName: String
    /// Where the earlier build's blobs are.
    private let oldBlobs: BlobFile?
    /// Whether what is kept goes to a new file of blobs.
    private let isFresh: Bool
    /// By index in `BuildRecord.outputs`.
    private let outputPlaces: [String: Int]
    /// The output's folder; −1 where there is none.
    private let outputFolder: Int32
    private let state = Mutex(State())

    private struct State {
        var pages: [BuildRecord.Page] = []
        /// Page by page of the snapshot that is being built: its index in `BuildRecord.pages`, where it is as it was.
        var known: [Int?] = []
        var names: UInt64 = 0
    }

    /// Nil where the cache cannot be used or another run has it.
    ///
    /// - Parameters:
    ///   - output: the folder that will be built.
    ///   - recipe: stands for all that is decided before the vault is read.
    ///   - forgetting: whether what an earlier build left is passed over.
    public init?(of output: String, recipe: BuildRecipe, forgetting: Bool = false) {
        let place = realPath(output) ?? Self.absolute(output)
        guard let cache = cacheFolder() else { return nil }
        let name = sha256Hex(place.utf8).prefix(32)
        folder = "\(cache)/builds/\(name)"
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let opened = syn_open_at(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        guard opened >= 0, syn_try_lock(opened) == 0 else {
            if opened >= 0 { close(opened) }
            return nil
        }
        lock = opened
        self.output = place
        self.recipe = recipe.digest
        past = recipe.past
        let record = forgetting ? nil : readFile("\(folder)/index", atMost: 1 << 30).flatMap(BuildRecord.init)
        earlier = record?.recipe == recipe.digest ? record : nil
        outputPlaces = Dictionary(
            (earlier?.outputs ?? []).enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        outputFolder = earlier == nil ? -1 : syn_open_at(AT_FDCWD, place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        let live = earlier?.pages.reduce(0) { $0 + [$1.reading, $1.ends, $1.digest].reduce(0) { $0 + ($1?.count ?? 0) } } ?? 0
        isFresh = earlier.map { $0.blobBytes > 2 * live + (1 << 20) } ?? true
        // A name that no index names yet: a run that is killed leaves the earlier index with its own file.
        blobsName = isFresh ? "blobs-\(getpid())-\(monotonicNanoseconds())" : earlier?.blobs ?? ""
        guard let file = BlobFile(at: "\(folder)/\(blobsName)", keeping: isFresh ? 0 : earlier?.blobBytes ?? 0) else {
            close(opened)
            return nil
        }
        blobs = file
        oldBlobs = isFresh ? earlier.flatMap { [folder] in BlobFile(at: "\(folder)/\($0.blobs)", keeping: $0.blobBytes) } : file
    }

    deinit {
        if outputFolder >= 0 { close(outputFolder) }
        close(lock)
    }

    private static func absolute(_ path: String) -> String {
        let (parent, name) = splitPath(path)
        return "\(realPath(parent) ?? parent)/\(name)"
    }

    // MARK: Pages

    /// Looks which pages of the snapshot are as they were. Before anything below is asked.
    func recognise(_ snapshot: VaultSnapshot, jobs: Int) {
        let stamps = KnownInputs(earlier?.inputs ?? [])
        let old = earlier?.pages ?? []
        let found = parallelMap(snapshot.pages.count, jobs: jobs) { index -> (page: BuildRecord.Page, known: Int?) in
            let record = snapshot.pages[index]
            let key = Self.key(of: record, hash: snapshot.hash(of: record.path))
            let place = old.place(of: record.path, by: \.path)
            let isSame = place.map { old[$0].key == key && stamps.hold(record, in: snapshot) } ?? false
            return (BuildRecord.Page(path: record.path, key: key), isSame ? place : nil)
        }
        state.withLock { $0 = State(pages: found.map(\.page), known: found.map(\.known)) }
    }

    private static func key(of record: PageRecord, hash: String?) -> ArtifactKey {
        var writer = ByteWriter()
        for text in [record.id, record.path] { writer.write(text) }
        for text in [record.title, record.type, hash] { writer.write(text) }
        for list in [record.sources, record.tags] { writer.write(list) }
        writer.write(record.created)
        writer.write(record.updated)
        switch record.body {
        case .present: writer.write(0)
        case .gone: writer.write(1)
        case .unavailable(let reason): writer.write(reason)
        }
        return ArtifactKey(of: writer.bytes)
    }

    /// What the first pass over the pages is given.
    var readings: ReadingMemory {
        let known = state.withLock { state in (all: state.known.count, same: state.known.count { $0 != nil }) }
        var readings = ReadingMemory(
            isNearlyWhole: known.same * 10 >= known.all * 9,
            earlier: { self.blob(of: $0, \.reading) },
            keep: { page, bytes in
                guard let blob = self.keep(bytes) else { return nil }
                self.state.withLock { $0.pages[page].reading = blob }
                return blob.start
            })
        readings.earlierEnds = { self.blob(of: $0, \.ends)?.bytes }
        readings.keepEnds = { page, bytes in
            guard let blob = self.keep(bytes) else { return }
            self.state.withLock { $0.pages[page].ends = blob }
        }
        readings.haveSameNames = { names in
            self.state.withLock { $0.names = names }
            return self.earlier?.names == names
        }
        return readings
    }

    /// Bytes that this run's blobs hold: for `TextSpool.readRemembered`.
    func remembered(_ range: Range<Int>) -> [UInt8]? { blobs.read(range) }

    /// The kept bytes of a page that is as it was; from now on they are this run's too.
    private func blob(of page: Int, _ part: any WritableKeyPath<BuildRecord.Page, BuildRecord.Blob?> & Sendable) -> RememberedBytes? {
        guard let known = state.withLock({ $0.known[page] }), let blob = earlier?.pages[known][keyPath: part],
            let bytes = oldBlobs?.read(blob.start..<(blob.start + blob.count)), checksum(bytes) == blob.check
        else { return nil }
        let kept = isFresh ? keep(bytes) : blob
        state.withLock { $0.pages[page][keyPath: part] = kept }
        return RememberedBytes(bytes, at: kept?.start)
    }

    /// A page of the search index as it was kept, by the vault's path of the page.
    func digest(of path: String) -> RememberedBytes? { place(of: path).flatMap { blob(of: $0, \.digest) } }

    /// Where the bytes begin from now on; nil where they cannot be kept.
    func keepDigest(_ bytes: [UInt8], of path: String) -> Int? {
        guard let place = place(of: path), let blob = keep(bytes) else { return nil }
        state.withLock { $0.pages[place].digest = blob }
        return blob.start
    }

    /// Index of a page in the snapshot that is being built.
    private func place(of path: String) -> Int? {
        state.withLock { $0.pages.place(of: path, by: \.path) }
    }

    private func keep(_ bytes: [UInt8]) -> BuildRecord.Blob? {
        blobs.append(bytes).map { BuildRecord.Blob(start: $0.lowerBound, count: $0.count, check: checksum(bytes)) }
    }

    // MARK: Files

    /// A file of the earlier output, where it lies there as it was written.
    func intact(_ path: String) -> BuildRecord.Output? {
        guard let place = outputPlaces[path], let output = earlier?.outputs[place], VaultPath.same(output.path, path),
            FileStamp(path, in: outputFolder) == output.stamp
        else { return nil }
        return output
    }

    /// Whether the earlier build wrote a file there.
    func has(_ path: String) -> Bool { outputPlaces[path] != nil }

    // MARK: The end

    /// Writes down what was made. Without it the next build is a whole one; so nothing is said where the cache takes it not.
    func commit(_ made: Publication, of snapshot: VaultSnapshot, jobs: Int) {
        guard let published = made.published, published.written.count == published.files, let folder = snapshot.folder,
            let source = realPath(folder.path),
            let manifest = readFile("\(folder.path)/\(manifestName)", atMost: 1 << 30),
            let blobBytes = blobs.flush(), let marker = FileStamp("\(output)/\(OutputMarker.fileName)")
        else { return }
        guard let descriptor = Descriptor(folder.path, flags: O_RDONLY | O_DIRECTORY) else { return }
        let inputs = parallelMap(folder.files.count, jobs: jobs) { [raw = descriptor.raw] index -> BuildRecord.Input? in
            let file = folder.files[index]
            return FileStamp(file.path, in: raw).map { BuildRecord.Input(path: file.path, stamp: $0, sha256: file.sha256) }
        }
        guard !inputs.contains(where: { $0 == nil }) else { return }
        let (pages, names) = state.withLock { ($0.pages, $0.names) }
        let record = BuildRecord(
            recipe: recipe, source: source, manifestHash: sha256Hex(manifest), past: past, vault: made.vault, pageCount: made.pages,
            sourceCount: made.sources, files: published.files, bytes: published.bytes, rootHash: published.rootHash,
            findings: made.findings.all, marker: marker, inputs: inputs.compactMap(\.self),
            outputs: published.written.sorted { VaultPath.precedes($0.path, $1.path) }, pages: pages, names: names,
            blobs: blobsName, blobBytes: blobBytes)
        write(record, jobs: jobs)
    }

    /// The next build is a whole one.
    func forget() { unlinkat(lock, "index", 0) }

    /// Replaces the index, then removes the files of blobs that it does not name, and what was kept of outputs that are gone.
    func write(_ record: BuildRecord, jobs: Int = 1) {
        guard (try? replaceFile("\(folder)/place", with: Array(output.utf8), mode: 0o600)) != nil else { return }
        guard (try? replaceFile("\(folder)/index", with: record.encoded(jobs: jobs), mode: 0o600)) != nil else { return }
        for entry in entries(ofFolder: lock) ?? [] where entry.text.hasPrefix("blobs-") && entry.text != record.blobs {
            unlinkat(lock, entry.name, 0)
        }
        removeForgotten(in: splitPath(folder).folder)
    }

    private func removeForgotten(in builds: String) {
        guard let all = Descriptor(builds, flags: O_RDONLY | O_DIRECTORY) else { return }
        for entry in entries(ofFolder: all.raw) ?? [] where entry.isFolder {
            let other = "\(builds)/\(entry.text)"
            var status = stat()
            guard let place = readFile("\(other)/place"), lstat(String(decoding: place, as: UTF8.self), &status) != 0, errno == ENOENT,
                let held = Descriptor(other, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW), syn_try_lock(held.raw) == 0
            else { continue }
            removeTree(other)
        }
    }
}
