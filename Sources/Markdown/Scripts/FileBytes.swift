#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

enum FileBytes {
    /// Nil where the file cannot be read, or is not one of at most 16 MB.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let step = 1 << 16
        while bytes.count < 1 << 24 {
            let part = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in count = fread(buffer.baseAddress, 1, step, file) }
            bytes += part
            if part.count < step { return ferror(file) == 0 ? bytes : nil }
        }
        return nil
    }
}

/// A mutex; `Synchronization.Mutex` needs a later macOS than the package.
final class Lock<State>: @unchecked Sendable {
    // Proof: `state` is touched only in `withLock`, which holds the mutex.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "no mutex")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        let status = pthread_mutex_lock(mutex)
        precondition(status == 0, "a mutex that cannot be locked")
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}
