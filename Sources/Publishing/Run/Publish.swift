public import Site
public import Snapshot
import Synchronization

/// What every run needs beside its input.
public struct RunContext: Sendable {
    /// Threads that render; at least 1. The output does not depend on it.
    public var jobs: Int
    public var progress: Progress
    public var interruption: Interruption

    public init(jobs: Int = 1, progress: Progress = .none, interruption: Interruption = Interruption()) {
        self.jobs = max(1, jobs)
        self.progress = progress
        self.interruption = interruption
    }
}

/// Where the bytes of files come from that are published as they are.
public struct FileReader: Sendable {
    public var vaultFile: @Sendable (_ path: String) throws -> [UInt8]
    public var publicFile: @Sendable (_ path: String) throws -> [UInt8]

    public init(
        vaultFile: @escaping @Sendable (_ path: String) throws -> [UInt8], publicFile: @escaping @Sendable (_ path: String) throws -> [UInt8]
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
    /// What was noticed while rendering, sorted.
    public var findings: [Finding]
    /// The earlier output, where it was replaced and could not be removed: a folder beside the place, which the next run removes.
    public var leftover: String?
}

/// Renders all artifacts and puts them at `path` as one folder: whole, or not at all.
///
/// An artifact that cannot be made does not stop the others, so that all of them are told at once; but the folder is then not put at
/// its place, because a site that lacks a page is worse than yesterday's. The error carries one finding for each.
public func publish(
    _ artifacts: [Artifact], as kind: OutputKind, to path: String, reading files: FileReader, _ context: RunContext
) throws(PublishingError) -> Published {
    let artifacts = try sortedByPath(artifacts)
    let folder = try OutputFolder(at: path, kind: kind, interruption: context.interruption)
    do throws(PublishingError) {
        try folder.makeFolders(for: artifacts.lazy.map(\.path))
        let outcome = render(artifacts, into: folder, reading: files, context)
        try outcome.throwIfIncomplete(of: artifacts.count, at: path)
        context.progress.begin("Putting \(kind.phrase) at \(path)", 0)
        let leftover = try folder.commit(files: artifacts.map(\.path))
        return outcome.published(leftover: leftover)
    } catch {
        folder.discard()
        throw error
    }
}

/// Sorted by the bytes of the path. A path twice, or one that would leave the folder, is a fault of the plan and ends the run.
private func sortedByPath(_ artifacts: [Artifact]) throws(PublishingError) -> [Artifact] {
    let sorted = artifacts.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for (position, artifact) in sorted.enumerated() {
        let isTwice = position > 0 && sorted[position - 1].path == artifact.path
        if isTwice || artifact.path == OutputMarker.fileName || !isInside(artifact.path) {
            throw PublishingError(.badData, isTwice ? "Two files of the output have one path" : "Not a path of the output", at: artifact.path)
        }
    }
    return sorted
}

private func isInside(_ path: String) -> Bool {
    !path.utf8.contains(0)
        && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { component in
            !component.isEmpty && component.count <= 255 && !component.elementsEqual(".".utf8) && !component.elementsEqual("..".utf8)
        }
}

private func render(_ artifacts: [Artifact], into folder: OutputFolder, reading files: FileReader, _ context: RunContext) -> RenderOutcome {
    context.progress.begin("Rendering", artifacts.count)
    let gathered = Mutex(RenderOutcome())
    let isStopped = Atomic(false)
    inParallel(count: artifacts.count, jobs: context.jobs) { range in
        var part = RenderOutcome()
        for index in range where !isStopped.load(ordering: .relaxed) {
            let artifact = artifacts[index]
            do {
                let rendering = try content(of: artifact, reading: files)
                part.findings += rendering.findings
                do throws(PublishingError) {
                    try folder.write(rendering.bytes, to: artifact.path)
                } catch {
                    // A disk that refuses one file will refuse the next; an interrupted run has no place to write to.
                    isStopped.store(true, ordering: .relaxed)
                    part.stop = error
                    break
                }
                part.files += 1
                part.bytes += rendering.bytes.count
            } catch {
                part.failures.append(failure(of: artifact, error))
            }
        }
        gathered.withLock { $0.merge(part) }
        context.progress.advance(range.count)
    }
    return gathered.withLock { $0 }
}

private func content(of artifact: Artifact, reading files: FileReader) throws -> Rendering {
    switch artifact.content {
    case .bytes(let bytes): Rendering(bytes)
    case .vaultFile(let path): Rendering(try files.vaultFile(path))
    case .publicFile(let path): Rendering(try files.publicFile(path))
    case .rendered(let make): try make()
    }
}

private func failure(of artifact: Artifact, _ error: any Error) -> Finding {
    let path = if case .vaultFile(let source) = artifact.content { source } else { "" }
    return Finding("not-rendered", .error, path: path, message: "\(artifact.path) could not be made: \(error)")
}
