#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The vault's ZIP as an interrupted pull had it already, in `.NAME.resume` beside the snapshot NAME, for the next one.
///
/// It is taken where server, vault, data version and page list are as they were, its bytes have the hash that was noted, and it is younger
/// than a quarter of an hour: what then still differs would differ after a slow pull too, and is looked for by the same checks. The folder
/// is its owner's alone, holds no token, and goes with the first pull that ends well.
struct KeptArchive {
    private let folder: String
    private let name: String
    private let origin: String

    /// Seconds.
    private static let oldest = 900
    /// A smaller one is had again sooner than it is proved to be whole.
    private static let smallest = 1 << 20

    private var archive: String { "\(folder)/export.zip" }
    private var note: String { "\(folder)/note" }

    init(folder: String, for destination: String, origin: String) {
        self.folder = folder
        name = FileSystem.name(of: destination)
        self.origin = origin
    }

    /// Puts the ZIP at `path` where it may be used; false where there is none, or none of this vault as it is now. Then it is gone.
    func take(_ reading: VaultReading, to path: String) -> Bool {
        guard let noted = try? FileSystem.read(note, limit: 4096) else {
            remove()
            return false
        }
        guard Self.isYoung(archive), let hash = Self.hash(of: archive), noted == text(reading, hash), link(archive, path) == 0 else {
            remove()
            return false
        }
        return true
    }

    /// Keeps the ZIP at `path`, which stays. What cannot be kept is not: the next pull then asks for it.
    func keep(_ path: String, _ reading: VaultReading) {
        guard let size = FileSystem.status(path)?.bytes, size >= Self.smallest, let hash = Self.hash(of: path) else { return }
        remove()
        // The note comes last: without it there is nothing to take.
        guard mkdir(folder, 0o700) == 0, link(path, archive) == 0, (try? FileSystem.write(text(reading, hash), to: note)) != nil else {
            return remove()
        }
    }

    func remove() {
        guard FileSystem.kind(folder) == .folder,
            FileSystem.kind(archive) != nil || FileSystem.kind(note) != nil
                || (try? FileSystem.names(in: folder)) == []
        else { return }
        unlink(note)
        unlink(archive)
        rmdir(folder)
    }

    private func text(_ reading: VaultReading, _ hash: String) -> [UInt8] {
        let list = SHA256()
        for row in reading.listing {
            list.update("\(row.id)\n\(row.path)\n\(row.hash ?? "")\n\(row.isDeleted)\n\(row.updated?.description ?? "")\n".utf8)
        }
        let lines = [
            "synapse-publish kept archive 1", name, origin, reading.status.vault, reading.status.version, "\(reading.status.dataVersion)",
            "\(reading.listed)", list.hex(), hash,
        ]
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func isYoung(_ path: String) -> Bool {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return false }
        #if canImport(Glibc)
            let written = facts.st_mtim.tv_sec
        #else
            let written = facts.st_mtimespec.tv_sec
        #endif
        return (0...oldest).contains(time(nil) - written)
    }

    private static func hash(of path: String) -> String? {
        guard let file = try? MappedFile(path) else { return nil }
        return file.withBytes { bytes in
            let digest = SHA256()
            digest.update(bytes)
            return digest.hex()
        }
    }
}
