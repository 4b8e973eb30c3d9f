import CSystem
import Packing
import Site
public import Snapshot
import Synchronization

/// What every run needs beside its input.
public struct RunContext: Sendable {
    /// Threads that render; at least 1. The output does not depend on it.
    public var jobs: Int
    public var progress: RunProgress
    public var interruption: Interruption
    /// Whether `Published.rootHash` is wanted: it costs about as much as reading the output once.
    public var hashesOutput: Bool
    /// The process ends when the run has: what it holds is left for the system to take back at once, which is quicker than piece by piece.
    public var isLast = false
    /// Whether memory is worth more than the time that it takes to give it back: set for vaults of very many pages.
    var savesMemory = false
    /// Whether files of an earlier output are made again although they are current.
    public var makesAllAnew = false

    public init(
        jobs: Int = 1, progress: RunProgress = .none, interruption: Interruption = Interruption(), hashesOutput: Bool = false
    ) {
        self.jobs = max(1, jobs)
        self.hashesOutput = hashesOutput
        self.progress = progress
        self.interruption = interruption
    }
}

/// Where the bytes of files come from that are published as they are.
public struct FileReader: Sendable {
    public var vaultFile: @Sendable (_ path: String) throws -> [UInt8]
    public var publicFile: @Sendable (_ path: String) throws -> [UInt8]

    public init(
        vaultFile: @escaping @Sendable (_ path: String) throws -> [UInt8],
        publicFile: @escaping @Sendable (_ path: String) throws -> [UInt8]
    ) {
        self.vaultFile = vaultFile
        self.publicFile = publicFile
    }

    /// For artifacts that bring their bytes along.
    static let none = FileReader(vaultFile: { throw NoFile(path: $0) }, publicFile: { throw NoFile(path: $0) })

    private struct NoFile: Error { var path: String }
}

/// What a run put at its place.
public struct Published: Sendable, Equatable {
    /// Files and their bytes, the marker not counted.
    public var files: Int
    public var bytes: Int
    /// Where it was asked for: SHA-256 over what `sha256sum` prints for the files, the marker left out, sorted by the bytes of the path.
    public var rootHash: String?
    /// What was noticed while rendering, sorted.
    public var findings: [Finding]
    /// The earlier output, where it was replaced and could not be removed: a folder beside the place, which the next run removes.
    public var leftover: String?
    /// Where there is a memory: for the next build.
    var written: [BuildRecord.Output] = []

    public static func == (left: Published, right: Published) -> Bool {
        (left.files, left.bytes, left.rootHash, left.leftover) == (right.files, right.bytes, right.rootHash, right.leftover)
            && left.findings == right.findings
    }
}

/// What a folder of output gets besides its artifacts.
struct OutputExtras: Sendable {
    /// Artifacts that are made of what the others' rendering told: asked for when these are written.
    var later: LaterArtifacts?
    /// Artifacts that are made of what all others are: their paths, sorted, and a hash over their bytes.
    var closing: ClosingArtifacts?
    /// How files are packed beside their originals.
    var codings: [ContentCoding] = []
    /// What an earlier build left, and what this one leaves.
    var memory: BuildMemory?
}

/// Renders all artifacts and puts them at `path` as one folder: whole, or not at all.
///
/// An artifact that cannot be made does not stop the others, so that all of them are told at once; but the folder is then not put at
/// its place, because a site that lacks a page is worse than yesterday's. The error carries one finding for each.
///
/// - Parameter beforeCommit: the last to object.
func publish(
    _ planned: consuming [Artifact], as kind: OutputKind, to path: String, reading files: FileReader, _ context: RunContext,
    _ extras: OutputExtras = OutputExtras(), beforeCommit: () throws(PublishingError) -> Void = {}
) throws(PublishingError) -> Published {
    var artifacts = planned
    let run = try OutputRun(artifacts, as: kind, to: path, reading: files, context, extras)
    do throws(PublishingError) {
        context.returnFreedMemory()
        try run.render(artifacts)
        artifacts = []
        if let later = extras.later {
            context.returnFreedMemory()
            context.progress.begin(later.name, 0)
            try run.add(later.make(context.jobs))
        }
        if let closing = extras.closing { try run.add(closing(run.paths, run.outcome.digest ?? "")) }
        try beforeCommit()
        context.returnFreedMemory()
        return try run.commit()
    } catch {
        run.folder.discard()
        throw error
    }
}

extension RunContext {
    /// The same for a build of so many pages.
    func building(pages: Int) -> RunContext {
        var context = self
        context.savesMemory = pages > 30_000
        if context.savesMemory { syn_return_large_blocks() }
        return context
    }

    /// Between the phases of a large build: what one has freed is in pieces that the next cannot use, and would be held beside its own.
    fileprivate func returnFreedMemory() {
        if savesMemory { syn_return_freed_memory() }
    }
}

/// The making of one folder.
final class OutputRun {
    let folder: OutputFolder
    /// Of all artifacts, sorted.
    var paths: [String]
    var outcome = RenderOutcome()
    let context: RunContext
    private let place: String
    private let kind: OutputKind
    private let files: FileReader
    private let hashes: Bool
    private let codings: [ContentCoding]
    private let packing: String?
    private let memory: BuildMemory?

    init(
        _ artifacts: [Artifact], as kind: OutputKind, to path: String, reading files: FileReader, _ context: RunContext,
        _ extras: OutputExtras
    ) throws(PublishingError) {
        paths = try checkedPaths(artifacts.flatMap(\.paths))
        folder = try OutputFolder(at: path, kind: kind, interruption: context.interruption)
        (place, self.kind, self.files, self.context) = (path, kind, files, context)
        hashes = context.hashesOutput || extras.closing != nil
        codings = extras.codings
        memory = extras.memory
        packing = maker(of: codings)
    }

    func render(_ artifacts: [Artifact]) throws(PublishingError) {
        try folder.makeFolders(for: artifacts.flatMap(\.paths))
        let folder = folder
        let remembers = memory != nil
        var target = RenderTarget { (bytes, path) throws(PublishingError) in try folder.write(bytes, to: path, stamping: remembers) }
        target.memory = memory
        if !context.makesAllAnew {
            target.earlier = { folder.earlier($0) }
            target.keep = { folder.keep($0) }
        }
        target.drop = { folder.drop($0) }
        target.hashes = hashes
        if packing != nil {
            target.codings = codings
            target.taken = Set(paths)
        }
        outcome.merge(Publishing.render(artifacts, reading: files, context, into: target))
        try outcome.throwIfIncomplete(of: paths.count, at: place)
    }

    func add(_ artifacts: [Artifact]) throws(PublishingError) {
        paths = try checkedPaths(artifacts.flatMap(\.paths), besides: paths)
        try render(artifacts)
    }

    func commit() throws(PublishingError) -> Published {
        context.progress.begin("Putting \(kind.phrase) at \(place)", 0)
        let leftover = try folder.commit(files: try checkedPaths(outcome.packed, besides: paths), packing: packing)
        var published = outcome.published(leftover: leftover, hash: context.hashesOutput)
        published.written = outcome.written
        return published
    }
}

/// What packs files so; nil for none.
func maker(of codings: [ContentCoding]) -> String? { codings.isEmpty ? nil : codings.map(\.maker).joined(separator: ", ") }

typealias ClosingArtifacts = @Sendable (_ paths: [String], _ digest: String) -> [Artifact]

/// Artifacts that can be told only when others are rendered.
struct LaterArtifacts: Sendable {
    /// For the progress: what is made.
    let name: String
    let make: @Sendable (_ jobs: Int) -> [Artifact]
}

/// The paths, sorted by their bytes. A path twice, or one that would leave the folder, is a fault of the plan and ends the run.
///
/// - Parameter known: others that were checked before, sorted; the result has them too.
func checkedPaths(_ unsorted: [String], besides known: [String] = []) throws(PublishingError) -> [String] {
    if unsorted.isEmpty { return known }
    let added = unsorted.sorted(by: VaultPath.precedes)
    for path in added where path == OutputMarker.fileName || !isInside(path) {
        throw PublishingError(.badData, "Not a path of the output", at: path)
    }
    var paths: [String] = []
    paths.reserveCapacity(known.count + added.count)
    var place = 0
    for path in added {
        while place < known.count, !VaultPath.precedes(path, known[place]) {
            paths.append(known[place])
            place += 1
        }
        if paths.last == path { throw PublishingError(.badData, "Two files of the output have one path", at: path) }
        paths.append(path)
    }
    return paths + known[place...]
}

private func isInside(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
        var start = 0
        for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
            let component = bytes[start..<end]
            let isDots = component.count < 3 && component.allSatisfy { $0 == UInt8(ascii: ".") }
            if component.isEmpty || component.count > 255 || isDots { return false }
            start = end + 1
        }
        return !bytes.contains(0)
    }
}

/// Takes the bytes of one file. Called from many threads; what it throws ends the run.
/// Gives the file's stamp where that is wanted.
typealias Sink = @Sendable (_ bytes: [UInt8], _ path: String) throws(PublishingError) -> FileStamp?

/// Renders in the plan's order, so that a plan can put dear files first; one file at a time, as one may cost what thousands do.
func render(_ artifacts: [Artifact], reading files: FileReader, _ context: RunContext, into target: RenderTarget) -> RenderOutcome {
    context.progress.begin("Rendering", artifacts.count)
    let isStopped = Atomic(false)
    let parts = parallelMap(artifacts.count, jobs: context.jobs, chunk: 1) { index -> RenderOutcome in
        if isStopped.load(ordering: .relaxed) { return RenderOutcome() }
        let outcome = renderOne(artifacts[index], reading: files, into: target)
        // A disk that refuses one file will refuse the next; an interrupted run has no place to write to.
        if outcome.stop != nil { isStopped.store(true, ordering: .relaxed) }
        context.progress.advance(1)
        return outcome
    }
    return parts.reduce(into: RenderOutcome()) { $0.merge($1) }
}

private func renderOne(_ artifact: Artifact, reading files: FileReader, into target: RenderTarget) -> RenderOutcome {
    let key = target.memory == nil ? nil : artifact.key?()
    if let kept = target.remembered(artifact, key) ?? target.kept(artifact) { return kept }
    let rendering: Rendering
    do {
        rendering = try content(of: artifact, reading: files)
    } catch {
        return RenderOutcome(failures: [failure(of: artifact, error)])
    }
    var outcome = RenderOutcome(findings: rendering.findings)
    do throws(PublishingError) {
        try target.put(rendering.bytes, at: artifact.path, &outcome)
        if let companion = artifact.companion { try target.put(rendering.companion ?? [], at: companion, &outcome) }
        target.note(key, rendering.findings, &outcome)
    } catch {
        return RenderOutcome(findings: rendering.findings, stop: error)
    }
    return outcome
}

func content(of artifact: Artifact, reading files: FileReader) throws -> Rendering {
    switch artifact.content {
    case .bytes(let bytes): Rendering(bytes)
    case .vaultFile(let path): Rendering(try files.vaultFile(path))
    case .publicFile(let path): Rendering(try files.publicFile(path))
    case .rendered(let make): try make()
    }
}

func failure(of artifact: Artifact, _ error: any Error) -> Finding {
    let path = if case .vaultFile(let source) = artifact.content { source } else { "" }
    return Finding("not-rendered", .error, path: path, message: "\(artifact.path) could not be made: \(error)")
}
