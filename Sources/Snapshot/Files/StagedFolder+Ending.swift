import Synchronization

/// A process may be told to end while one of its threads is about to put a folder at its place. The thread that ends it takes the staging
/// away; what is half gone must not get to the place after that.
extension StagedFolder {
    /// Destinations whose staging is being taken away.
    private static let ending = Mutex<Set<String>>([])

    /// Runs the step that changes the destination: before the end, which waits for it, or not at all.
    static func settling<Value>(
        _ destination: String, _ step: () throws(SnapshotError) -> Value
    ) throws(SnapshotError) -> Value where Value: Sendable {
        // The lock's closure cannot carry a typed error.
        let outcome: Result<Value, SnapshotError> = ending.withLock { ending in
            guard !ending.contains(destination) else {
                return .failure(SnapshotError(.temporary, "interrupted before the output was at its place", at: destination))
            }
            do throws(SnapshotError) { return .success(try step()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// One thread at a time: of two that remove one tree, each would meet gaps that the other has made, and stop.
    private static let removal = Mutex(())

    /// False where something of it stays.
    static func removeContainer(_ container: String) -> Bool {
        removal.withLock { _ in (try? FileSystem.removeTree(container, last: ownerFile)) != nil }
    }

    /// From now on nothing more is put at the destination, until a new run begins with it.
    static func beginEnding(_ destination: String) { ending.withLock { _ = $0.insert(destination) } }
    static func beginAnew(_ destination: String) { ending.withLock { _ = $0.remove(destination) } }
}
