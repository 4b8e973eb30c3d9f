internal import Synchronization

/// A value that is made by the first who asks for it; others wait. A failure is kept too: everyone gets the same answer.
final class Once<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open(@Sendable () throws -> Value)
        case made(Result<Value, any Error>)
    }

    private let state: Mutex<State>

    init(_ make: @escaping @Sendable () throws -> Value) { state = Mutex(.open(make)) }

    func value() throws -> Value {
        let result: Result<Value, any Error> = state.withLock { state in
            switch state {
            case .made(let result): return result
            case .open(let make):
                let result = Result { try make() }
                // What the closure holds is not needed any more.
                state = .made(result)
                return result
            }
        }
        return try result.get()
    }
}
