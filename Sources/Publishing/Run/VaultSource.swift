import CSystem
import Foundation
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

/// Reads a server's vault into a snapshot folder at `path` and opens it.
public func pullVault(_ url: String, to path: String, access: ServerAccess, _ context: RunContext) throws(PublishingError) -> VaultSnapshot {
    context.progress.begin("Reading \(url)", 0)
    try pullSnapshot(url, to: path, access: access, context)
    return try openFolder(path)
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
