import CSystem
import Foundation
import Site
import Snapshot
import Synchronization

/// One version of a site, asked file by file.
protocol PreviewContent: Sendable {
    /// Nil where the site has no such file. `path` is from the root.
    func file(_ path: String) throws -> PreviewFile?
    /// Whether files lie packed beside their originals.
    var isPacked: Bool { get }
}

extension PreviewContent {
    var isPacked: Bool { false }
}

enum PreviewFile {
    case bytes([UInt8])
    /// An open file; whoever gets it closes it.
    case open(descriptor: Int32, size: Int, tag: String)
}

/// A folder that was built. Links in it are not followed.
struct BuiltFolder: PreviewContent {
    let root: String
    let isPacked: Bool

    init(root: String) {
        self.root = root
        isPacked = OutputMarker(inFolder: root)?.packing != nil
    }

    func file(_ path: String) throws -> PreviewFile? {
        var folder = syn_open_at(AT_FDCWD, root, O_RDONLY | O_DIRECTORY, 0)
        let components = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for (place, name) in components.enumerated() {
            guard folder >= 0 else { return nil }
            let isLast = place == components.count - 1
            let next = syn_open_at(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY), 0)
            close(folder)
            folder = next
        }
        guard folder >= 0 else { return nil }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(folder)
            return nil
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let tag = [Int(status.st_ino), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)].map { String($0, radix: 36) }.joined(
            separator: "-")
        return .open(descriptor: folder, size: Int(status.st_size), tag: tag)
    }
}

/// A plan whose files are made when they are asked for: what nobody looks at costs nothing.
final class RenderedSite: PreviewContent {
    private struct Entry {
        let artifact: Artifact
        let isCompanion: Bool
    }

    private let entries: [String: Entry]
    private let artifacts: [Artifact]
    private let files: FileReader
    private let later: LaterArtifacts?
    /// What was asked for once.
    private let made = Mutex<[String: [UInt8]]>([:])
    private let condition = NSCondition()
    // Files that follow from all others; touched only while `condition` is locked.
    private nonisolated(unsafe) var laterFiles: [String: [UInt8]]?

    init(_ plan: Plan, reading files: FileReader) {
        var entries: [String: Entry] = [:]
        for artifact in plan.artifacts {
            entries[artifact.path] = Entry(artifact: artifact, isCompanion: false)
            if let companion = artifact.companion { entries[companion] = Entry(artifact: artifact, isCompanion: true) }
        }
        self.entries = entries
        artifacts = plan.artifacts
        self.files = files
        later = plan.extras.later
    }

    func file(_ path: String) throws -> PreviewFile? {
        if let known = made.withLock({ $0[path] }) { return .bytes(known) }
        guard let entry = entries[path] else { return path.hasPrefix("assets/search/") ? laterFile(path).map(PreviewFile.bytes) : nil }
        let rendering = try content(of: entry.artifact, reading: files)
        let bytes = entry.isCompanion ? rendering.companion ?? [] : rendering.bytes
        made.withLock { $0[path] = bytes }
        return .bytes(bytes)
    }

    private func laterFile(_ path: String) -> [UInt8]? {
        let end = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while laterFiles == nil, condition.wait(until: end) {}
        return laterFiles?[path]
    }

    /// Renders every page for what follows from all of them, keeping none, and gives what was noticed. Ends early where `isStale` says so.
    ///
    /// Sources and posters are left out: each may cost what hundreds of pages do.
    func finish(jobs: Int, isStale: @escaping @Sendable () -> Bool) -> [Finding] {
        let wanted = artifacts.filter { artifact in
            if case .rendered = artifact.content { return !artifact.path.hasPrefix("raw/") && !artifact.path.hasPrefix("posters/") }
            return false
        }
        let parts = parallelMap(wanted.count, jobs: jobs, chunk: 1) { [files] index -> [Finding] in
            if isStale() { return [] }
            do {
                return try Indexing.$isOn.withValue(true) { try content(of: wanted[index], reading: files).findings }
            } catch {
                return [failure(of: wanted[index], error)]
            }
        }
        var found: [String: [UInt8]] = [:]
        if !isStale(), let later {
            for artifact in later.make(jobs) {
                if let rendering = try? content(of: artifact, reading: files) { found[artifact.path] = rendering.bytes }
            }
        }
        condition.lock()
        laterFiles = found
        condition.broadcast()
        condition.unlock()
        return parts.flatMap { $0 }
    }
}
