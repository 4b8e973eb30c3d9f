import CSystem
import Foundation
import HTML
import Site
import Synchronization

/// Bytes in a file that only grows, from many threads: what grows with the vault should not stay in memory.
///
/// Small runs of bytes are written together: a page has several, and a call of the system for each costs more than its bytes.
final class BlobFile: Sendable {
    private struct State {
        /// Bytes that are in the file.
        var written: Int
        /// Those that follow them.
        var waiting: [UInt8] = []
        /// Once the disk has refused: what waits stays in memory, and nothing comes to it.
        var isFull = false
    }

    private let descriptor: Int32
    private let state: Mutex<State>
    private static let batch = 256 << 10

    /// A file without a name, which goes with its owner: the pages' HTML between the two passes over a vault. Nil where none can be made:
    /// then pages are parsed twice.
    init?() {
        var template = Array("\(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")/synapse-publish-XXXXXX".utf8CString)
        state = Mutex(State(written: 0))
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// The file at the path, of which the first `bytes` bytes count. Nil where it cannot be opened.
    init?(at path: String, keeping bytes: Int) {
        state = Mutex(State(written: bytes))
        descriptor = syn_open_at(AT_FDCWD, path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where the bytes are from now on; nil where the disk takes no more.
    func append(_ bytes: [UInt8]) -> Range<Int>? {
        state.withLock { state in
            if state.isFull { return nil }
            let start = state.written + state.waiting.count
            state.waiting += bytes
            if state.waiting.count >= Self.batch { write(&state) }
            return start..<(start + bytes.count)
        }
    }

    /// How many bytes the file has, when all of them are in it; nil where the disk takes no more.
    func flush() -> Int? {
        state.withLock { state in
            write(&state)
            return state.isFull ? nil : state.written
        }
    }

    private func write(_ state: inout State) {
        var done = 0
        while done < state.waiting.count {
            let count = state.waiting.withUnsafeBytes { bytes in
                pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(state.written + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                state.isFull = true
                return
            }
            done += count
        }
        state.written += done
        state.waiting.removeAll(keepingCapacity: true)
    }

    /// Nil where they cannot be read.
    func read(_ range: Range<Int>) -> [UInt8]? {
        let waiting = state.withLock { state -> [UInt8]? in
            let place = (range.lowerBound - state.written)..<(range.upperBound - state.written)
            return place.lowerBound >= 0 && place.upperBound <= state.waiting.count ? Array(state.waiting[place]) : nil
        }
        if let waiting { return waiting }
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound)))
        }
        return bytes.count == range.count ? bytes : nil
    }

    /// For text that is not kept in memory; `memory` is where more of it is.
    func spool(_ memory: BuildMemory?) -> TextSpool {
        var spool = TextSpool(keep: { self.append($0) }, read: { self.read($0) })
        if let memory { spool.readRemembered = { memory.remembered($0) } }
        return spool
    }

    /// For a site in a language whose pages are finished with `diagrams`.
    func drafting(_ rules: SiteRules, hasDiagrams: Bool) -> PageDrafting? {
        hasDiagrams ? nil : PageDrafting(options: markdownOptions(language: rules.language)) { self.append($0) }
    }
}
