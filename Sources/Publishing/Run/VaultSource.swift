import CSystem
import Foundation
public import Snapshot
import Synchronization

/// Where a vault comes from, as the command line names it.
public enum VaultSource: Sendable, Equatable {
    case server(String)
    /// A snapshot folder.
    case folder(String)
    /// A vault that lies on this disk: its folder, or a ZIP of it.
    case vault(String)
    /// The sample vault that the program brings along.
    case sample

    public init(_ operand: String) {
        if operand == "sample" {
            self = .sample
        } else if operand.contains("://") {
            self = .server(operand)
        } else {
            self = isLocalVault(operand) ? .vault(operand) : .folder(operand)
        }
    }
}

/// How a vault is read.
public struct VaultAccess: Sendable {
    /// For a server.
    public var token: String?
    /// Plain http to a host that is not this machine.
    public var allowsInsecure: Bool
    /// Refuses a vault that changed while it was read, and a snapshot of one.
    public var requiresConsistency: Bool
    /// For a pull: a snapshot whose unchanged files and, where the graph is the same, whose layout are used again.
    public var since: String?
    /// For a pull: takes the server's layout in any case.
    public var freshLayout = false

    public init(token: String? = nil, allowsInsecure: Bool = false, requiresConsistency: Bool = false) {
        self.token = token
        self.allowsInsecure = allowsInsecure
        self.requiresConsistency = requiresConsistency
    }
}

/// A vault that is open for reading. A snapshot that was only pulled for this run goes with it.
public final class OpenVault: Sendable {
    public let snapshot: VaultSnapshot
    private let temporary: TemporaryFolder?
    private let failures = ReadFailures()

    /// Opens a snapshot folder, or makes one first: of a server's vault a temporary one, of a vault on this disk one in the cache.
    public init(_ source: VaultSource, access: VaultAccess, resources: Resources, _ context: RunContext) throws(PublishingError) {
        let opened: VaultSnapshot
        switch source {
        case .sample:
            temporary = nil
            opened = try openFolder(resources.sampleSnapshot, jobs: context.jobs)
        case .folder(let path):
            temporary = nil
            opened = try openFolder(path, jobs: context.jobs)
        case .server(let url):
            let folder = try TemporaryFolder(context.interruption)
            temporary = folder
            opened = try pullVault(.server(url), to: "\(folder.path)/snapshot", access: access, context)
        case .vault(let vault):
            (opened, temporary) = try openLocal(vault, access, context)
        }
        guard opened.manifest.consistent || !access.requiresConsistency else {
            throw PublishingError(
                .badData, "The snapshot is mixed: the vault changed while it was read", at: opened.manifest.source,
                advice: "Pull again when nobody writes to it, or run without --strict", findings: opened.findings)
        }
        snapshot = opened.noting(failures)
    }

    /// A vault that needs no snapshot folder.
    init(reading live: VaultSnapshot) {
        temporary = nil
        snapshot = live.noting(failures)
    }

    /// Throws `badData` when a file that the snapshot lists could not be read since it was opened: what is made without it would lack
    /// a page, and nobody would know.
    func throwIfDamaged() throws(PublishingError) { try failures.throwIfAny() }
}

/// Files of a snapshot that could not be read, from whatever thread.
private final class ReadFailures: Sendable {
    private let reasons = Mutex<[String: SnapshotError]>([:])

    func note(_ path: String, _ error: SnapshotError) { reasons.withLock { $0[path] = error } }

    func throwIfAny() throws(PublishingError) {
        let findings = reasons.withLock { reasons in
            reasons.map { Finding("damaged-snapshot", .error, path: $0.key, message: $0.value.what) }.sorted()
        }
        guard let first = findings.first else { return }
        let others = findings.count > 1 ? ", and \(findings.count - 1) more" : ""
        throw PublishingError(
            .badData, "The snapshot is damaged: \(first.message)\(others)", at: first.path,
            advice: "Pull it again; `snapshot verify` lists all that differs", findings: findings)
    }
}

extension VaultSnapshot {
    /// The same snapshot, which also tells `failures` what it could not read.
    fileprivate func noting(_ failures: ReadFailures) -> VaultSnapshot {
        let read = read
        return VaultSnapshot(
            manifest: manifest, pages: pages, graph: graph, sources: sources, dashboard: dashboard, findings: findings, folder: folder,
            read: { (path) throws(SnapshotError) in
                do throws(SnapshotError) {
                    return try read(path)
                } catch {
                    failures.note(path, error)
                    throw error
                }
            })
    }
}

func openFolder(_ path: String, jobs: Int = 1) throws(PublishingError) -> VaultSnapshot {
    do throws(SnapshotError) {
        return try openSnapshot(path, jobs: jobs)
    } catch {
        throw PublishingError(error)
    }
}

/// A folder that goes with its owner, and with an interruption.
final class TemporaryFolder: Sendable {
    let path: String
    private let interruption: Interruption
    private let guardId: Int

    init(_ interruption: Interruption) throws(PublishingError) {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        self.interruption = interruption
        (path, guardId) = try interruption.making { () throws(PublishingError) in
            try Self.make(in: parent)
        } undo: {
            removeStaging($0)
        }
    }

    private static func make(in parent: String) throws(PublishingError) -> String {
        var template = Array("\(parent)/synapse-publish-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PublishingError(
                .cannotCreate, failed: "cannot make a temporary folder", at: parent, advice: "Set TMPDIR to a folder with room")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        interruption.release(guardId)
        removeTree(path)
    }
}
