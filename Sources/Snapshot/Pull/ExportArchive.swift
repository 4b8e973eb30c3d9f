import CArchive

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes wanted files out of a ZIP that may have been made by an enemy.
///
/// A name in the ZIP decides nothing but which wanted file an entry is; where the file goes is the caller's. So names that climb out
/// of the folder, absolute ones and those of files that nobody asked for lead nowhere. Links and devices are not files. Sizes are
/// counted as bytes come out, not as the ZIP declares them.
///
/// It is opened once: however often it is read, and whatever takes its place meanwhile, these are the bytes of one file.
struct ExportArchive {
    private let file: Descriptor
    let limits: Limits

    struct Limits {
        var entries = 2_000_000
        /// All bytes taken out, as a multiple of the ZIP's own size; DEFLATE reaches 1032, text in its natural state 10.
        var ratio = 250
        /// Below this many bytes the ratio is of no concern.
        var harmless = 256 << 20
    }

    /// libarchive's functions, loaded on first use; nil where the machine does not have it.
    private static let library: syn_archive? = {
        var table = syn_archive()
        return syn_archive_fill(&table) ? table : nil
    }()

    init(_ path: String, limits: Limits = Limits()) throws(SnapshotError) {
        file = try Descriptor(reading: path)
        self.limits = limits
    }

    /// What moves when somebody writes to the file or puts another in its place.
    func state() throws(SnapshotError) -> Descriptor.State { try file.state() }

    /// What a ZIP as a whole can be guilty of.
    struct Damage: Error {
        let message: String
    }

    /// Reads the ZIP from its beginning. `open` is told the name of each regular file and answers nil, or where the bytes go; `others` is
    /// told the name of what is neither file nor folder, and why it is nothing. An error of the caller's own ends everything. A target is
    /// whole when this returns, and not before.
    func read(
        others: (_ name: String, _ reason: String) -> Void = { _, _ in },
        open: (_ name: String) throws(SnapshotError) -> (any ArchiveTarget)?
    ) throws(SnapshotError) -> Damage? {
        let targets = WriteBehind()
        let read = Result { () throws(SnapshotError) in try unpack(into: targets, others: others, open: open) }
        // What went wrong with a file came first.
        try targets.finish()
        return try read.get()
    }

    private func unpack(
        into targets: WriteBehind, others: (_ name: String, _ reason: String) -> Void,
        open: (_ name: String) throws(SnapshotError) -> (any ArchiveTarget)?
    ) throws(SnapshotError) -> Damage? {
        let size = try file.rewind()
        let locale = TextLocale()
        defer { locale.end() }
        guard let library = Self.library else { throw SnapshotError(.unavailable, "libarchive does not start", advice: "Is it installed?") }
        guard let archive = library.archive_read_new() else { return Damage(message: "out of memory") }
        defer { _ = library.archive_read_free(archive) }
        guard library.archive_read_support_format_zip(archive) == ARCHIVE_OK,
            library.archive_read_open_fd(archive, file.number, 1 << 16) == ARCHIVE_OK
        else {
            return Self.damage(library, archive)
        }
        var budget = max(limits.harmless, size.multipliedReportingOverflow(by: limits.ratio).partialValue)
        var entries = 0
        var entry: OpaquePointer?
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let status = library.archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return nil }
            // A warning is about this entry alone, a name that is not UTF-8 for example.
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { return Self.damage(library, archive) }
            entries += 1
            if entries > limits.entries { return Damage(message: "more than \(limits.entries) entries") }
            guard let name = Self.name(of: entry, library, others), let target = try open(name) else { continue }
            let taken = try take(library, archive, target, targets, budget, &buffer)
            if taken < 0 { return Damage(message: "it swells to more than \(limits.ratio) times its size") }
            budget -= taken
        }
    }

    /// nil for what is no regular file.
    private static func name(of entry: OpaquePointer, _ library: syn_archive, _ others: (String, String) -> Void) -> String? {
        let kind = library.archive_entry_filetype(entry)
        if kind == S_IFDIR { return nil }
        guard let name = library.archive_entry_pathname_utf8(entry).map({ String(cString: $0) }) else {
            let raw = library.archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
            others(raw, "a name in no known encoding")
            return nil
        }
        if kind == S_IFREG { return name }
        others(name, kind == S_IFLNK ? "a symbolic link" : "neither file nor folder")
        return nil
    }

    /// Passes one entry's bytes on. Returns how many there were, −1 when they exceed the budget.
    private func take(
        _ library: syn_archive, _ archive: OpaquePointer, _ target: any ArchiveTarget, _ targets: WriteBehind, _ budget: Int,
        _ buffer: inout [UInt8]
    ) throws(SnapshotError) -> Int {
        var total = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { library.archive_read_data(archive, $0.baseAddress, $0.count) }
            // Damage inside an entry comes as a warning too: a wrong checksum is ARCHIVE_WARN.
            if count < 0 {
                try targets.end(target, problem: library.archive_error_string(archive).map { String(cString: $0) } ?? "unreadable")
                return total
            }
            if count == 0 {
                try targets.end(target, problem: nil)
                return total
            }
            total += count
            if total > budget {
                try targets.end(target, problem: "too large")
                return -1
            }
            if total > target.limit {
                try targets.end(target, problem: "more than \(target.limit) bytes")
                return total
            }
            try buffer.withBytes { (bytes) throws(SnapshotError) in
                try targets.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: target)
            }
        }
    }

    private static func damage(_ library: syn_archive, _ archive: OpaquePointer) -> Damage {
        Damage(message: library.archive_error_string(archive).map { String(cString: $0).lowercased() } ?? "unreadable")
    }
}

/// Where the bytes of one entry go. Its methods are called by one thread at a time, and not by the one that unpacks.
protocol ArchiveTarget: AnyObject, Sendable {
    var limit: Int { get }
    func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError)
    /// Called once at the end; with a problem, what was written is worth nothing.
    func end(problem: String?) throws(SnapshotError)
}

/// An entry whose bytes are only hashed.
final class HashedEntry: ArchiveTarget, @unchecked Sendable {
    // Proof: written by one thread at a time, and read when the archive's reading has ended.
    let limit: Int
    private var hash: SHA256? = SHA256()
    /// Set when the entry was read to its end.
    private(set) var sha256: String?

    init(limit: Int) { self.limit = limit }

    func write(_ bytes: UnsafeRawBufferPointer) { hash?.update(bytes) }

    func end(problem: String?) {
        guard problem == nil, let hash = hash.take() else { return }
        sha256 = hash.hex()
    }
}

/// libarchive gives no name at all that the thread's locale cannot express (archive_entry_pathname_utf8 is NULL then), and a program
/// starts in the locale C. This makes the calling thread's UTF-8 for a while.
private struct TextLocale {
    private let locale: locale_t?
    private let previous: locale_t?

    init() {
        locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "en_US.UTF-8", nil)
        previous = locale.map { uselocale($0) } ?? nil
    }

    func end() {
        guard let locale else { return }
        uselocale(previous)
        freelocale(locale)
    }
}
