import Foundation
import TestSupport

@testable import Snapshot

/// A server that serves a vault with faults and changes, and a folder to pull it into.
final class Fixture: Sendable {
    static let token = "tok-4f1c9a77e2"
    let server: TestServer
    let faults: Faults
    let folder: TemporaryFolder

    var url: String { server.url }
    var out: String { folder.file("snapshot") }
    var targets: [String] { server.requests.map(\.target) }
    var paths: [String] { server.requests.map(\.path) }

    /// `change` may replace any answer; the token is wanted as the real server wants it.
    init(
        _ recording: Recording = .night1, faults: Faults = Faults(), token: String? = Fixture.token,
        change: @escaping @Sendable (Request, Response) -> Response = { $1 }
    ) throws {
        self.faults = faults
        folder = try TemporaryFolder()
        server = try TestServer { request in
            if let token, request.path != "/status", request.headers["authorization"] != "Bearer \(token)" {
                return .json(#"{"error":"unauthorized","hint":"Provide Authorization: Bearer <token>"}"#, 401)
            }
            return faults.apply(request, change(request, recording.answer(request)))
        }
    }

    /// Quick to give up.
    func options(token: String? = Fixture.token) -> PullOptions {
        PullOptions(
            url: url, token: token,
            timeouts: Timeouts(connect: .seconds(2), idle: .seconds(5), request: .seconds(60), total: .seconds(120)),
            retries: Retries(attempts: 3, wait: .milliseconds(5), longest: .milliseconds(50)))
    }

    @discardableResult
    func pull(token: String? = Fixture.token, into folder: String? = nil) throws(SnapshotError) -> VaultSnapshot {
        try Snapshot.pull(options(token: token), to: folder ?? out)
    }

    /// What the pull fails with; nil where it does not.
    func failure(token: String? = Fixture.token) -> SnapshotError? {
        do throws(SnapshotError) {
            try pull(token: token)
            return nil
        } catch { return error }
    }
}

/// All that the root hash covers, and the manifest.
func core(_ folder: String) -> [String: [UInt8]] { tree(folder).filter { $0.key != "pull.json" } }

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }

    func replacing(_ old: String, with new: String) -> [UInt8] { Array(text.replacingOccurrences(of: old, with: new).utf8) }
}
