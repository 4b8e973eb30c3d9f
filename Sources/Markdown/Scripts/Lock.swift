#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A mutex with a condition to wait for, which `Synchronization.Mutex` does not have.
final class Lock<State>: @unchecked Sendable {
    // Proof: `state` is touched only while the mutex is held.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        let status = pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, nil)
        precondition(status == 0, "no mutex")
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// With `notifying`, who waits asks again.
    func withLock<Result>(notifying: Bool = false, _ body: (inout State) -> Result) -> Result {
        lock()
        defer {
            if notifying { pthread_cond_broadcast(condition) }
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` has a result.
    func waiting<Result>(_ body: (inout State) -> Result?) -> Result {
        lock()
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            let status = pthread_cond_wait(condition, mutex)
            precondition(status == 0, "a condition that cannot be waited for")
        }
    }

    private func lock() {
        let status = pthread_mutex_lock(mutex)
        precondition(status == 0, "a mutex that cannot be locked")
    }
}
