/// What every request of one pull has in common.
struct Connection: Sendable {
    let address: ServerAddress
    let options: PullOptions
    let deadline: Deadline
    /// When the pull began, for `pull.json`.
    let started: WallTime

    init(_ options: PullOptions) throws(SnapshotError) {
        address = try ServerAddress(options.url, allowInsecure: options.allowInsecure)
        self.options = options
        deadline = Deadline(after: options.timeouts.total)
        started = WallTime()
    }

    /// A client with a connection of its own; one a thread.
    func client() throws(SnapshotError) -> HTTPClient {
        try HTTPClient(address, token: options.token, timeouts: options.timeouts, retries: options.retries, deadline: deadline)
    }
}
