internal import Dispatch
internal import Synchronization

/// Passes the bytes of files on to where they go, in order, on a thread of its own: what follows is unpacked meanwhile.
///
/// Bytes are handed over in batches, so that the threads meet a few hundred times and not at every small file.
final class WriteBehind {
    private enum Step: Sendable {
        /// The next so many bytes of the batch.
        case write(any ArchiveTarget, Int)
        case end(any ArchiveTarget, problem: String?)
    }

    private struct Batch: Sendable {
        var bytes: [UInt8] = []
        var steps: [Step] = []

        func run() throws(SnapshotError) {
            var start = 0
            for step in steps {
                switch step {
                case .write(let target, let count):
                    let part = start..<start + count
                    try bytes.withBytes { (bytes) throws(SnapshotError) in try target.write(UnsafeRawBufferPointer(rebasing: bytes[part])) }
                    start = part.upperBound
                case .end(let target, let problem): try target.end(problem: problem)
                }
            }
        }
    }

    /// What the two threads share.
    private final class Shared: Sendable {
        let failure = Mutex<SnapshotError?>(nil)
        /// Batches that may be under way.
        let room = DispatchSemaphore(value: 2)
    }

    private static let fullBatch = 256 << 10
    /// Each file of a batch is open: three batches of 32 files are far from what a system allows.
    private static let mostSteps = 64

    private let queue = DispatchQueue(label: "synapse-publish.write-behind")
    private let shared = Shared()
    private var batch = Batch()

    /// Throws what went wrong with a file before.
    func write(_ bytes: UnsafeRawBufferPointer, to target: any ArchiveTarget) throws(SnapshotError) {
        batch.bytes.append(contentsOf: bytes)
        try add(.write(target, bytes.count))
    }

    func end(_ target: any ArchiveTarget, problem: String?) throws(SnapshotError) { try add(.end(target, problem: problem)) }

    private func add(_ step: Step) throws(SnapshotError) {
        batch.steps.append(step)
        if batch.bytes.count >= Self.fullBatch || batch.steps.count >= Self.mostSteps { try handOver() }
    }

    private func handOver() throws(SnapshotError) {
        if let failure = shared.failure.withLock({ $0 }) { throw failure }
        shared.room.wait()
        queue.async { [batch, shared] in
            defer { shared.room.signal() }
            guard shared.failure.withLock({ $0 == nil }) else { return }
            do throws(SnapshotError) { try batch.run() } catch { shared.failure.withLock { $0 = error } }
        }
        batch = Batch()
    }

    /// Returns when everything is where it goes, or throws the first error.
    func finish() throws(SnapshotError) {
        try handOver()
        queue.sync {}
        if let failure = shared.failure.withLock({ $0 }) { throw failure }
    }
}
