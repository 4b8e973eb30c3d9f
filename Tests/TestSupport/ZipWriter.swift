internal import CArchive
internal import Foundation

/// Writes ZIPs that no honest program writes.
public struct ZipWriter {
    public struct Entry: Sendable {
        public var name: String
        public var body: [UInt8]
        /// Target of a symbolic link; the body is not used then.
        public var link: String?

        public init(_ name: String, _ body: String) {
            self.init(name, Array(body.utf8))
        }

        public init(_ name: String, _ body: [UInt8] = [], link: String? = nil) {
            self.name = name
            self.body = body
            self.link = link
        }
    }

    public static func zip(_ entries: [Entry]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "synapse-publish-\(UUID().uuidString).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        // libarchive writes a name only in a locale that can express it.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        guard let archive = archive_write_new() else { throw POSIXError(.ENOMEM) }
        defer { archive_write_free(archive) }
        archive_write_set_format_zip(archive)
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK else { throw POSIXError(.EIO) }
        for entry in entries { try write(entry, archive) }
        guard archive_write_close(archive) == ARCHIVE_OK else { throw POSIXError(.EIO) }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private static func write(_ entry: Entry, _ archive: OpaquePointer) throws {
        let header = archive_entry_new()
        defer { archive_entry_free(header) }
        archive_entry_set_pathname(header, entry.name)
        archive_entry_set_perm(header, 0o644)
        if let link = entry.link {
            archive_entry_set_filetype(header, UInt32(0o120000))
            archive_entry_set_symlink(header, link)
            archive_entry_set_size(header, 0)
        } else {
            archive_entry_set_filetype(header, 0o100000)
            archive_entry_set_size(header, la_int64_t(entry.body.count))
        }
        guard archive_write_header(archive, header) >= ARCHIVE_WARN else { throw POSIXError(.EIO) }
        if entry.link == nil, !entry.body.isEmpty, archive_write_data(archive, entry.body, entry.body.count) < 0 { throw POSIXError(.EIO) }
    }
}
