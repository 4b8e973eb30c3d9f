/// Limits of time for a pull.
public struct Timeouts: Sendable {
    /// To reach the server.
    public var connect: Duration
    /// Without a byte, or with a trickle, in the middle of an answer.
    public var idle: Duration
    /// One whole answer.
    public var request: Duration
    /// The whole pull.
    public var total: Duration

    public init(
        connect: Duration = .seconds(10), idle: Duration = .seconds(60), request: Duration = .seconds(900), total: Duration = .seconds(3600)
    ) {
        self.connect = connect
        self.idle = idle
        self.request = request
        self.total = total
    }
}

/// How often and how slowly a failed request is tried again. Every request of a pull only reads, so all are safe to repeat.
public struct Retries: Sendable {
    /// Tries in all, the first one included.
    public var attempts: Int
    /// The first wait; each following one is twice as long, up to `longest`. A random half keeps many clients apart.
    public var wait: Duration
    public var longest: Duration

    public init(attempts: Int = 5, wait: Duration = .milliseconds(250), longest: Duration = .seconds(30)) {
        self.attempts = max(1, attempts)
        self.wait = wait
        self.longest = longest
    }

    /// The wait after the failed try `attempt`, counted from 1.
    func pause(after attempt: Int) -> Duration {
        let whole = min(wait * (1 << min(attempt - 1, 16)), longest)
        return whole / 2 + whole / 2 * Double.random(in: 0...1)
    }
}

/// The moment at which a pull gives up.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    init(after duration: Duration) { end = ContinuousClock.now.advanced(by: duration) }

    var remaining: Duration { ContinuousClock.now.duration(to: end) }
}

extension Duration {
    /// Whole milliseconds, at least 1.
    var milliseconds: Int { max(1, Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)) }
}
