import CSystem
import Foundation
import HTML
import Site
import Synchronization

/// Bytes in a file that only grows, from many threads: what grows with the vault should not stay in memory.
final class BlobFile: Sendable {
    private let descriptor: Int32
    private let end: Atomic<Int>

    /// A file without a name, which goes with its owner: the pages' HTML between the two passes over a vault. Nil where none can be made:
    /// then pages are parsed twice.
    init?() {
        var template = Array("\(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")/synapse-publish-XXXXXX".utf8CString)
        end = Atomic(0)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// The file at the path, of which the first `bytes` bytes count. Nil where it cannot be opened.
    init?(at path: String, keeping bytes: Int) {
        end = Atomic(bytes)
        descriptor = syn_open_at(AT_FDCWD, path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Bytes so far.
    var count: Int { end.load(ordering: .relaxed) }

    /// Where the bytes are from now on; nil where the disk takes no more.
    func append(_ bytes: [UInt8]) -> Range<Int>? {
        let start = end.add(bytes.count, ordering: .relaxed).oldValue
        let isWritten = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(start)) } == bytes.count
        return isWritten ? start..<(start + bytes.count) : nil
    }

    /// Nil where they cannot be read.
    func read(_ range: Range<Int>) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound)))
        }
        return bytes.count == range.count ? bytes : nil
    }

    /// For text that is not kept in memory.
    var spool: TextSpool { TextSpool(keep: { self.append($0) }, read: { self.read($0) }) }

    /// For a site in a language whose pages are finished with `diagrams`.
    func drafting(_ rules: SiteRules, hasDiagrams: Bool) -> PageDrafting? {
        hasDiagrams ? nil : PageDrafting(options: markdownOptions(language: rules.language)) { self.append($0) }
    }
}
