import CSystem
import Synchronization

/// A wish to stop, from a signal or a caller, and what must be undone when it comes.
///
/// The undoing is done by the thread that wishes, because the others may be deep in a picture that takes seconds.
public final class Interruption: Sendable {
    private struct State {
        var undo: [(id: Int, action: @Sendable () -> Void)] = []
        var nextId = 0
        var isRequested = false
        /// The output is at its place and nothing new was begun: too late to stop.
        var isCommitted = false
    }

    private let state = Mutex(State())
    /// The same as `State.isRequested`, readable without the lock: workers ask between any two files.
    private let flag = Atomic(false)

    public init() {}

    private let ordinary = Atomic(false)

    /// For a run that nothing else ends: an interruption is then no failure.
    public func isOrdinaryEnd() -> Bool { ordinary.load(ordering: .relaxed) }
    public func expectAsEnd() { ordinary.store(true, ordering: .relaxed) }

    public var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Runs everything that was registered, newest first. Later registrations run at once; later commits are refused.
    ///
    /// - Returns: false where it came too late: the output is at its place, and what is left to do is short and harmless.
    @discardableResult
    public func request() -> Bool {
        let actions: [@Sendable () -> Void]? = state.withLock { state in
            if state.isCommitted && state.undo.isEmpty { return nil }
            state.isRequested = true
            flag.store(true, ordering: .sequentiallyConsistent)
            defer { state.undo = [] }
            return state.undo.map(\.action)
        }
        guard let actions else { return false }
        for action in actions.reversed() { action() }
        // A thread may have been on its way to make a folder anew; by now it has failed, or waits for the network.
        usleep(50_000)
        for action in actions.reversed() { action() }
        return true
    }

    /// Makes something together with the registration of its undoing: no interruption comes between.
    func making<Value>(
        _ make: () throws(PublishingError) -> Value, undo: @escaping @Sendable (Value) -> Void
    ) throws(PublishingError) -> (Value, id: Int) where Value: Sendable {
        let outcome: Result<(Value, Int), PublishingError> = state.withLock { state in
            guard !state.isRequested else { return .failure(.interrupted) }
            do throws(PublishingError) {
                let value = try make()
                state.nextId += 1
                state.isCommitted = false
                state.undo.append((state.nextId, { undo(value) }))
                return .success((value, state.nextId))
            } catch {
                return .failure(error)
            }
        }
        let (value, id) = try outcome.get()
        return (value, id)
    }

    /// Registers what an interruption must undo.
    public func guarding(_ action: @escaping @Sendable () -> Void) -> Int {
        let (id, late) = state.withLock { state in
            state.nextId += 1
            state.isCommitted = false
            if !state.isRequested { state.undo.append((state.nextId, action)) }
            return (state.nextId, state.isRequested)
        }
        if late { action() }
        return id
    }

    public func release(_ id: Int) {
        state.withLock { $0.undo.removeAll { $0.id == id } }
    }

    /// Runs the step after which there is nothing to undo. An interruption comes before it, and then it is not run, or after it.
    func committing(_ id: Int, _ step: () throws(PublishingError) -> Void) throws(PublishingError) {
        // The lock's closure cannot carry a typed error, so the outcome travels as a value.
        let outcome: Result<Void, PublishingError> = state.withLock { state in
            guard !state.isRequested else { return .failure(.interrupted) }
            do throws(PublishingError) {
                try step()
            } catch {
                return .failure(error)
            }
            state.undo.removeAll { $0.id == id }
            state.isCommitted = true
            return .success(())
        }
        try outcome.get()
    }
}

extension PublishingError {
    static var interrupted: PublishingError {
        PublishingError(.interrupted, "Interrupted", advice: "The previous output is as it was")
    }
}
