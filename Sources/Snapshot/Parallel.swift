internal import Dispatch
internal import Synchronization

/// The results of two functions, side by side where there are two threads.
public func inParallel<First: Sendable, Second: Sendable>(
    jobs: Int, _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
    let made = parallelMap(2, jobs: jobs) { part -> (first: First?, second: Second?) in
        part == 0 ? (first(), nil) : (nil, second())
    }
    guard let first = made[0].first, let second = made[1].second else { preconditionFailure("both have run") }
    return (first, second)
}

/// `body(0)` to `body(count - 1)` on up to `jobs` threads; the results in the order of their indices, whatever ran when.
///
/// Indices are begun in ascending order and handed out in chunks: by default sized for many small items; 1 suits a few dear ones.
public func parallelMap<Value: Sendable>(_ count: Int, jobs: Int, chunk: Int? = nil, _ body: @Sendable (Int) -> Value) -> [Value] {
    guard count > 1, jobs > 1 else { return (0..<count).map(body) }
    let chunk = chunk ?? max(1, min(64, count / (jobs * 4)))
    let next = Atomic(0)
    return [Value](unsafeUninitializedCapacity: count) { buffer, initialised in
        // Sound because every index is taken from `next` once, so each element is written by one thread,
        // and `concurrentPerform` returns only after all of them have.
        nonisolated(unsafe) let base = buffer.baseAddress
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while true {
                let start = next.wrappingAdd(chunk, ordering: .relaxed).oldValue
                guard start < count, let base else { return }
                for index in start..<min(count, start + chunk) { (base + index).initialize(to: body(index)) }
            }
        }
        initialised = count
    }
}
