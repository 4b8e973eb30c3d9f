internal import Foundation

/// A value that is made by the first who asks for it; others wait. A failure is kept too: everyone gets the same answer.
///
/// `@unchecked Sendable`: `result` and `make` are read and written only between `lock()` and `unlock()` of one lock that never changes, and what leaves
/// is a `Sendable` copy.
final class Once<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var result: Result<Value, any Error>?
    private var make: (@Sendable () throws -> Value)?

    init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    func value() throws -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let result { return try result.get() }
        let made = Result { try make.map { try $0() } ?? { throw CancellationError() }() }
        result = made
        // What the closure holds is not needed any more.
        make = nil
        return try made.get()
    }
}
