internal import Synchronization

/// What every request of one pull has in common.
struct Connection: Sendable {
    let address: ServerAddress
    let options: PullOptions
    let deadline: Deadline
    /// When the pull began, for `pull.json`.
    let started: WallTime
    /// Sent by all clients, repeated ones included.
    let requests = RequestCount()

    init(_ options: PullOptions) throws(SnapshotError) {
        address = try ServerAddress(options.url, allowInsecure: options.allowInsecure)
        self.options = options
        deadline = Deadline(after: options.timeouts.total)
        started = WallTime()
    }

    /// A client with a connection of its own; one a thread.
    func client() throws(SnapshotError) -> HTTPClient {
        try HTTPClient(
            address, token: options.token, timeouts: options.timeouts, retries: options.retries, deadline: deadline, counting: requests)
    }
}

/// How many requests were sent, by whatever thread.
final class RequestCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
