public import Site
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
}

/// Renders all artifacts and puts them at `path` as one folder: whole, or not at all.
///
/// An artifact that cannot be made does not stop the others, so that all of them are told at once; but the folder is then not put at
/// its place, because a site that lacks a page is worse than yesterday's. The error carries one finding for each.
///
/// - Parameters:
///   - later: artifacts that are made of what the others' rendering told: asked for when these are written.
///   - beforeCommit: the last to object.
public func publish(
    _ artifacts: [Artifact], as kind: OutputKind, to path: String, reading files: FileReader, _ context: RunContext,
    later: LaterArtifacts? = nil, beforeCommit: () throws(PublishingError) -> Void = {}
) throws(PublishingError) -> Published {
    var paths = try checkedPaths(artifacts.flatMap(\.paths))
    let folder = try OutputFolder(at: path, kind: kind, interruption: context.interruption)
    do throws(PublishingError) {
        try folder.makeFolders(for: paths)
        let sink: Sink = { (bytes, path) throws(PublishingError) in try folder.write(bytes, to: path) }
        var outcome = render(artifacts, reading: files, context, into: sink)
        try outcome.throwIfIncomplete(of: artifacts.count, at: path)
        if let later {
            context.progress.begin(later.name, 0)
            let more = later.make(context.jobs)
            paths = try checkedPaths(paths + more.flatMap(\.paths))
            try folder.makeFolders(for: more.flatMap(\.paths))
            outcome.merge(render(more, reading: files, context, into: sink))
            try outcome.throwIfIncomplete(of: paths.count, at: path)
        }
        try beforeCommit()
        context.progress.begin("Putting \(kind.phrase) at \(path)", 0)
        let leftover = try folder.commit(files: paths)
        return outcome.published(leftover: leftover)
    } catch {
        folder.discard()
        throw error
    }
}

/// Artifacts that can be told only when others are rendered.
public struct LaterArtifacts: Sendable {
    /// For the progress: what is made.
    let name: String
    let make: @Sendable (_ jobs: Int) -> [Artifact]
}

/// The paths, sorted by their bytes. A path twice, or one that would leave the folder, is a fault of the plan and ends the run.
private func checkedPaths(_ unsorted: [String]) throws(PublishingError) -> [String] {
    let paths = unsorted.sorted(by: VaultPath.precedes)
    for (position, path) in paths.enumerated() {
        let isTwice = position > 0 && paths[position - 1] == path
        if isTwice || path == OutputMarker.fileName || !isInside(path) {
            throw PublishingError(.badData, isTwice ? "Two files of the output have one path" : "Not a path of the output", at: path)
        }
    }
    return paths
}

private func isInside(_ path: String) -> Bool {
    !path.utf8.contains(0)
        && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { component in
            !component.isEmpty && component.count <= 255 && !component.elementsEqual(".".utf8) && !component.elementsEqual("..".utf8)
        }
}

/// Takes the bytes of one file. Called from many threads; what it throws ends the run.
typealias Sink = @Sendable (_ bytes: [UInt8], _ path: String) throws(PublishingError) -> Void

/// Renders in the plan's order, so that a plan can put dear files first; one file at a time, as one may cost what thousands do.
func render(_ artifacts: [Artifact], reading files: FileReader, _ context: RunContext, into sink: @escaping Sink) -> RenderOutcome {
    context.progress.begin("Rendering", artifacts.count)
    let isStopped = Atomic(false)
    let parts = parallelMap(artifacts.count, jobs: context.jobs, chunk: 1) { index -> RenderOutcome in
        if isStopped.load(ordering: .relaxed) { return RenderOutcome() }
        let outcome = renderOne(artifacts[index], reading: files, hashes: context.hashesOutput, into: sink)
        // A disk that refuses one file will refuse the next; an interrupted run has no place to write to.
        if outcome.stop != nil { isStopped.store(true, ordering: .relaxed) }
        context.progress.advance(1)
        return outcome
    }
    return parts.reduce(into: RenderOutcome()) { $0.merge($1) }
}

private func renderOne(_ artifact: Artifact, reading files: FileReader, hashes: Bool, into sink: Sink) -> RenderOutcome {
    let rendering: Rendering
    do {
        rendering = try content(of: artifact, reading: files)
    } catch {
        return RenderOutcome(failures: [failure(of: artifact, error)])
    }
    do throws(PublishingError) {
        var outcome = RenderOutcome(findings: rendering.findings)
        for (path, bytes) in [(artifact.path, rendering.bytes), (artifact.companion ?? "", rendering.companion ?? [])] where !path.isEmpty {
            try sink(bytes, path)
            outcome.files += 1
            outcome.bytes += bytes.count
            if hashes { outcome.hashed.append(SnapshotFile(path: path, bytes: bytes.count, sha256: sha256Hex(bytes))) }
        }
        return outcome
    } catch {
        return RenderOutcome(findings: rendering.findings, stop: error)
    }
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
