import CSystem
import Foundation
import HTML
import Site
import Synchronization

/// The pages' HTML between the two passes over a vault, in a file without a name: it grows with the vault, and memory should not.
final class DraftFile: Sendable {
    private let descriptor: Int32
    private let end = Atomic<Int>(0)

    /// Nil where no such file can be made: then pages are parsed twice.
    init?() {
        var template = Array("\(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")/synapse-publish-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

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

    /// For a site in a language whose pages are finished with `diagrams`.
    func drafting(_ rules: SiteRules, hasDiagrams: Bool) -> PageDrafting? {
        hasDiagrams ? nil : PageDrafting(options: markdownOptions(language: rules.language)) { self.append($0) }
    }
}
