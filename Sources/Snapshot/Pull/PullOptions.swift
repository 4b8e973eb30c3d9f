/// What a pull is told.
public struct PullOptions: Sendable {
    /// The server: an origin, and a path before the API where a reverse proxy has one.
    public var url: String
    /// Sent to that origin only, and written nowhere.
    public var token: String?
    /// Connections at once where pages are asked for one by one; more than 4 are never used, the server gets no faster.
    public var jobs: Int
    public var timeouts: Timeouts
    public var retries: Retries
    /// Allows plain http to a host that is not this machine.
    public var allowInsecure: Bool
    /// Refuses a vault that changed while it was read, instead of writing a snapshot that is marked as mixed.
    public var requiresConsistency = false
    /// A snapshot of the same vault whose unchanged files, and whose layout where the graph is the same, are used again.
    public var since: String?
    /// Takes the server's coordinates and communities even where the graph is the same as in `since`.
    public var freshLayout = false
    /// Called by one thread at a time, in order.
    public var progress: @Sendable (PullProgress) -> Void

    public init(
        url: String, token: String? = nil, jobs: Int = 4, timeouts: Timeouts = Timeouts(), retries: Retries = Retries(),
        allowInsecure: Bool = false, progress: @escaping @Sendable (PullProgress) -> Void = { _ in }
    ) {
        self.url = url
        self.token = token
        self.jobs = jobs
        self.timeouts = timeouts
        self.retries = retries
        self.allowInsecure = allowInsecure
        self.progress = progress
    }
}

/// Where a pull is.
public struct PullProgress: Sendable, Equatable {
    public enum Stage: String, Sendable, CaseIterable {
        /// Asking who the server is, and, at the end, whether its data is still the same.
        case status
        /// Reading the page list: pages.
        case list
        /// Reading tags, graph and sources: routes.
        case data
        /// Downloading the vault's ZIP: no count.
        case archive
        /// Writing the vault's files: files.
        case files
        /// Asking for files one by one that the ZIP does not have: files.
        case single
        /// Computing places for a graph that has none: no count.
        case layout
    }

    public var stage: Stage
    public var done: Int
    /// nil where it is not known.
    public var total: Int?

    public init(_ stage: Stage, done: Int = 0, total: Int? = nil) {
        self.stage = stage
        self.done = done
        self.total = total
    }
}
