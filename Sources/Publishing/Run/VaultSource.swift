import CSystem
import Foundation
import Synchronization
public import Snapshot

/// Where a vault comes from, as the command line names it.
public enum VaultSource: Sendable, Equatable {
    case server(String)
    case folder(String)
    /// The sample vault that the program brings along.
    case sample

    public init(_ operand: String) {
        if operand == "sample" {
            self = .sample
        } else if operand.contains("://") {
            self = .server(operand)
        } else {
            self = .folder(operand)
        }
    }
}

/// How a server lets us in.
public struct ServerAccess: Sendable {
    public var token: String?
    /// Plain http to a host that is not this machine.
    public var allowsInsecure: Bool

    public init(token: String? = nil, allowsInsecure: Bool = false) {
        self.token = token
        self.allowsInsecure = allowsInsecure
    }
}

/// A vault that is open for reading. A snapshot that was only pulled for this run goes with it.
public final class OpenVault: Sendable {
    public let snapshot: VaultSnapshot
    private let temporary: TemporaryFolder?

    /// Opens a snapshot folder, or pulls a server's vault into a temporary one first.
    public init(_ source: VaultSource, access: ServerAccess, resources: Resources, _ context: RunContext) throws(PublishingError) {
        switch source {
        case .sample:
            temporary = nil
            snapshot = try openFolder(resources.sampleSnapshot)
        case .folder(let path):
            temporary = nil
            snapshot = try openFolder(path)
        case .server(let url):
            let folder = try TemporaryFolder(context.interruption)
            temporary = folder
            let path = "\(folder.path)/snapshot"
            snapshot = try pullVault(url, to: path, access: access, context)
        }
    }
}

/// Reads a server's vault into a snapshot folder at `path`.
public func pullVault(_ url: String, to path: String, access: ServerAccess, _ context: RunContext) throws(PublishingError) -> VaultSnapshot {
    let options = PullOptions(
        url: url, token: access.token, allowInsecure: access.allowsInsecure, progress: pullProgress(context.progress))
    let guardId = context.interruption.guarding { StagedFolder.discardUnfinished(for: path) }
    defer { context.interruption.release(guardId) }
    do throws(SnapshotError) {
        return try pull(options, to: path)
    } catch {
        throw PublishingError(error)
    }
}

/// A pull says where it is; a run's progress wants to hear of stages and steps.
private func pullProgress(_ progress: RunProgress) -> @Sendable (PullProgress) -> Void {
    let last = Mutex<PullProgress?>(nil)
    return { now in
        let before = last.withLock { last in
            defer { last = now }
            return last
        }
        if before?.stage != now.stage || before?.total != now.total { progress.begin(now.stage.phrase, now.total ?? 0) }
        let done = before?.stage == now.stage && before?.total == now.total ? before?.done ?? 0 : 0
        if now.done > done { progress.advance(now.done - done) }
    }
}

extension PullProgress.Stage {
    fileprivate var phrase: String {
        switch self {
        case .status: "Asking the server"
        case .list: "Reading the page list"
        case .data: "Reading the graph and the sources"
        case .archive: "Downloading the vault"
        case .files: "Writing the vault's files"
        case .single: "Reading single files"
        }
    }
}

private func openFolder(_ path: String) throws(PublishingError) -> VaultSnapshot {
    do throws(SnapshotError) {
        return try openSnapshot(path)
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
        var template = Array("\(parent)/synapse-publish-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PublishingError(.cannotCreate, failed: "cannot make a temporary folder", at: parent, advice: "Set TMPDIR to a folder with room")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.path = path
        self.interruption = interruption
        guardId = interruption.guarding { removeStaging(path) }
    }

    deinit {
        interruption.release(guardId)
        removeTree(path)
    }
}
