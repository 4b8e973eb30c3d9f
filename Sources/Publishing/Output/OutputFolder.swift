import CSystem
import Foundation

/// An output folder in the making: written beside its place, put there whole or not at all.
///
/// `write` may be called from many threads at once. A run that is killed leaves its staging folder behind, locked by nobody; the next
/// run to the same place removes it.
final class OutputFolder: Sendable {
    private let place: OutputPlace
    private let kind: OutputKind
    private let shown: String
    private let staging: String
    /// The staging folder, locked for as long as this run lives.
    private let root: Int32
    private let interruption: Interruption
    private let guardId: Int

    /// Makes the staging folder. Throws `cannotCreate` where the place is not ours to replace; see `OutputPlace`.
    init(at path: String, kind: OutputKind, interruption: Interruption) throws(PublishingError) {
        place = try OutputPlace(path, for: kind)
        self.kind = kind
        shown = path
        self.interruption = interruption
        try removeLeftovers(of: place.path)
        let place = place
        let made = try interruption.making { () throws(PublishingError) in
            try makeStagingFolder(for: place, kind: kind)
        } undo: {
            removeStaging($0.path)
        }
        (staging, root) = made.0
        guardId = made.id
    }

    deinit { close(root) }

    /// Makes the folders that the files need, each once. Before the first `write`.
    func makeFolders(for files: some Sequence<String>) throws(PublishingError) {
        var made: Set<Substring> = []
        var last: Substring = ""
        for file in files {
            // Files mostly come folder by folder.
            guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")), !file.utf8[..<slash].elementsEqual(last.utf8) else { continue }
            last = file[..<slash]
            var end = file.utf8.startIndex
            while let slash = file.utf8[end...].firstIndex(of: UInt8(ascii: "/")) {
                let folder = file[..<slash]
                end = file.utf8.index(after: slash)
                guard made.insert(folder).inserted else { continue }
                guard mkdirat(root, String(folder), 0o755) == 0 || errno == EEXIST else {
                    throw writeFailure("cannot make the folder", at: String(folder))
                }
            }
        }
    }

    /// Writes one file of the output. `path` is from the root, its folder made before.
    ///
    /// - Returns: the file's stamp, where that is wanted.
    @discardableResult
    func write(_ bytes: [UInt8], to path: String, stamping: Bool = false) throws(PublishingError) -> FileStamp? {
        guard !interruption.isRequested else { throw .interrupted }
        guard let file = Descriptor(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: root, mode: 0o644) else {
            throw writeFailure("cannot create the file", at: path)
        }
        guard writeAll(bytes, to: file.raw) else { throw writeFailure("cannot write the file", at: path) }
        return stamping ? FileStamp(of: file.raw) : nil
    }

    /// The bytes of a file of the output that lies at the place now; nil where there is none.
    func earlier(_ path: String) -> [UInt8]? { place.occupant == .earlierOutput ? readFile("\(place.path)/\(path)") : nil }

    /// Takes a file of the output that lies at the place now over, as one more name of it. False where that cannot be.
    func keep(_ path: String) -> Bool { linkat(AT_FDCWD, "\(place.path)/\(path)", root, path, 0) == 0 }

    /// Takes back what `keep` has done.
    func drop(_ path: String) { unlinkat(root, path, 0) }

    /// Takes a file from outside the output: as one more name of it where the file system can, as a copy elsewhere. `path` is from the
    /// root, its folder made before. Throws `badData` where there is no such file.
    ///
    /// - Returns: its bytes, as they are in the output.
    func take(_ source: String, as path: String) throws(PublishingError) -> [UInt8] {
        guard !interruption.isRequested else { throw .interrupted }
        // Without AT_SYMLINK_FOLLOW a link would be linked: what is opened then must be no link.
        if linkat(AT_FDCWD, source, root, path, 0) == 0 {
            guard let file = Descriptor(path, flags: O_RDONLY | O_NOFOLLOW, in: root), let bytes = readAll(file.raw) else {
                throw PublishingError(.badData, failed: "the file cannot be read", at: source)
            }
            return bytes
        }
        guard let file = Descriptor(source, flags: O_RDONLY | O_NOFOLLOW), let bytes = readAll(file.raw) else {
            throw PublishingError(.badData, failed: "the file cannot be read", at: source)
        }
        try write(bytes, to: path)
        return bytes
    }

    /// Puts the folder at its place by one exchange, then removes what lay there.
    ///
    /// - Returns: the earlier output where it could not be removed; the next run tries again.
    func commit(files: [String], packing: String? = nil) throws(PublishingError) -> String? {
        try OutputMarker(kind: kind, complete: true, files: files, packing: packing).write(inFolder: root, at: shown)
        guard fchmod(root, place.mode) == 0 else { throw writeFailure("cannot set the permissions", at: "") }
        guard syn_sync_file_system(root) == 0 else { throw writeFailure("cannot write to the disk", at: "") }
        var replaced: String?
        try interruption.committing(guardId) { () throws(PublishingError) in
            replaced = try swap()
        }
        guard let replaced else { return nil }
        return removeTree(replaced, last: OutputMarker.fileName) ? nil : replaced
    }

    /// Removes the staging folder; the place stays as it was. Nothing happens after a commit.
    func discard() {
        interruption.release(guardId)
        removeStaging(staging)
    }

    /// - Returns: where the earlier output lies now; nil where there was none.
    private func swap() throws(PublishingError) -> String? {
        if place.occupant != .earlierOutput {
            // rename(2) replaces an empty folder, and refuses any other that came to be there since.
            guard rename(staging, place.path) == 0 else { throw swapFailure() }
            return nil
        }
        if syn_exchange(staging, place.path) == 0 {
            do throws(PublishingError) {
                // Somebody may have put files there while this run went on: they go back to their place.
                _ = try OutputPlace.occupant(of: staging, shown: shown, for: kind)
            } catch {
                guard syn_exchange(staging, place.path) == 0 else { throw swapFailure() }
                throw error
            }
            return staging
        }
        guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) else { throw swapFailure() }
        return try swapByRenaming()
    }

    /// For file systems without an exchange: two renames, with a moment between them in which nothing lies at the place.
    private func swapByRenaming() throws(PublishingError) -> String {
        let aside = asidePath(of: place.path)
        guard rename(place.path, aside) == 0 else { throw swapFailure() }
        guard rename(staging, place.path) == 0 else {
            let failure = swapFailure()
            rename(aside, place.path)
            throw failure
        }
        return aside
    }

    private func swapFailure() -> PublishingError {
        PublishingError(.cannotCreate, failed: "cannot put the output at its place", at: shown, advice: "The previous output is as it was")
    }

    private func writeFailure(_ call: String, at path: String) -> PublishingError {
        let advice = errno == ENOSPC || errno == EDQUOT ? "Free some space and run again; the previous output is as it was" : ""
        return PublishingError(.inputOutput, failed: call, at: path.isEmpty ? shown : "\(shown)/\(path)", advice: advice)
    }
}
