import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The few calls on files that this module needs, with errors in its own words. Paths are bytes, as the system has them: nothing
/// here changes a name's normalisation.
package enum FileSystem {
    package enum Kind { case file, folder, link, other }

    /// What is at the path itself, links not followed; nil where there is nothing.
    package static func kind(_ path: String) -> Kind? {
        status(path)?.kind
    }

    /// What the system tells of a file or folder, links not followed.
    package struct Status: Sendable {
        package let kind: Kind
        package let bytes: Int
        /// How many names the file has.
        package let links: Int
        /// The same for all names of one file, and for no other on the same disk.
        package let device: UInt64
        package let number: UInt64

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFREG: kind = .file
            case S_IFDIR: kind = .folder
            case S_IFLNK: kind = .link
            default: kind = .other
            }
            bytes = Int(status.st_size)
            links = Int(status.st_nlink)
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Nil where there is nothing.
    package static func status(_ path: String) -> Status? {
        var status = stat()
        return lstat(path, &status) == 0 ? Status(status) : nil
    }

    /// Names in a folder, sorted by their bytes, without `.` and `..`. Names that are not UTF-8 come with U+FFFD in them.
    package static func names(in folder: String) throws(SnapshotError) -> [String] {
        guard let stream = opendir(folder) else { throw failure("cannot list the folder", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Names in a folder, sorted by their bytes, each with what it is as far as the folder itself tells; else it is looked at.
    package static func entries(in folder: String) throws(SnapshotError) -> [(name: String, kind: Kind?)] {
        guard let stream = opendir(folder) else { throw failure("cannot list the folder", folder) }
        defer { closedir(stream) }
        var found: [(name: String, kind: Kind?)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name == "." || name == ".." { continue }
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): found.append((name, .file))
            case Int(DT_DIR): found.append((name, .folder))
            case Int(DT_LNK): found.append((name, .link))
            default: found.append((name, kind("\(folder)/\(name)")))
            }
        }
        return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Makes the folder and what is missing above it, up to `root`, which is never made: where it is gone, somebody is tidying up.
    package static func makeFolders(_ path: String, below root: String? = nil) throws(SnapshotError) {
        if path == root {
            guard isFolder(path) else { throw failure("the folder is gone", path, .cannotCreate, ENOENT) }
            return
        }
        if mkdir(path, 0o777) == 0 || (errno == EEXIST && isFolder(path)) { return }
        let problem = errno
        if problem == ENOENT, let parent = parent(of: path), parent != path {
            try makeFolders(parent, below: root)
            if mkdir(path, 0o777) == 0 || (errno == EEXIST && isFolder(path)) { return }
        }
        throw failure("cannot make the folder", path, .cannotCreate, problem == ENOENT ? errno : problem)
    }

    /// Removes a file, and each folder above it that is empty then.
    package static func removeFile(_ path: String, withEmptyFoldersBelow root: String) throws(SnapshotError) {
        guard unlink(path) == 0 else { throw failure("cannot remove", path) }
        var folder = parent(of: path)
        while let above = folder, above != root, above.utf8.starts(with: root.utf8), rmdir(above) == 0 { folder = parent(of: above) }
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The whole file; a folder, a link or a device in its place is refused, so is a file of more than `limit` bytes.
    package static func read(_ path: String, limit: Int = 1 << 32) throws(SnapshotError) -> [UInt8] {
        try read(Descriptor(reading: path), limit: limit)
    }

    /// The same of a file that is open, from where it stands.
    package static func read(_ file: Descriptor, limit: Int = 1 << 32) throws(SnapshotError) -> [UInt8] {
        let (path, size) = (file.path, file.length)
        guard size <= limit else { throw SnapshotError(.badData, "the file has \(size) bytes; at most \(limit) are read", at: path) }
        var done = 0
        var problem: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while done < size {
                let got = CSystem.read(file.number, buffer.baseAddress! + done, size - done)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { problem = errno }
                if got <= 0 { break }
                done += got
            }
            count = done
        }
        if problem != 0 { throw failure("cannot read", path, .inputOutput, problem) }
        return bytes
    }

    /// Writes a new file. A file that is already there is never written over.
    package static func write(_ bytes: [UInt8], to path: String) throws(SnapshotError) {
        let file = try Descriptor(creating: path)
        try bytes.withBytes { (buffer) throws(SnapshotError) in try file.write(buffer) }
        try file.close()
    }

    /// Removes one file; it is no error where there is none.
    package static func remove(_ path: String) throws(SnapshotError) {
        if unlink(path) != 0, errno != ENOENT { throw failure("cannot remove", path) }
    }

    /// Removes a folder and all in it, links as links. The entry called `last` goes after everything else, so that what a killed run
    /// leaves can still be told for what it is.
    package static func removeTree(_ path: String, last: String = "") throws(SnapshotError) {
        let names = try names(in: path)
        let ordered = names.filter { $0 != last } + names.filter { $0 == last }
        for name in ordered {
            let entry = "\(path)/\(name)"
            if kind(entry) == .folder {
                try removeTree(entry)
            } else {
                try remove(entry)
            }
        }
        if rmdir(path) != 0, errno != ENOENT { throw failure("cannot remove", path) }
    }

    /// Everything that was written to the path's file system is on the disk after this: once, instead of once a file.
    static func synchronise(_ path: String) throws(SnapshotError) {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("cannot read back", path) }
        defer { _ = CSystem.close(folder) }
        guard syn_sync_file_system(folder) == 0 else { throw failure("cannot write to disk", path) }
    }

    /// A rename in the folder is on the disk after this, as far as the system can.
    static func synchroniseFolder(_ path: String) {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        _ = CSystem.close(folder)
    }

    /// The path with all links resolved; nil where it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    package static func parent(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    package static func failure(
        _ what: String, _ path: String, _ kind: SnapshotError.Kind = .inputOutput, _ code: Int32 = errno
    ) -> SnapshotError {
        let advice = code == ENOSPC ? "Free some space, then run again." : ""
        var error = SnapshotError(kind, "\(what): \(String(cString: strerror(code)).lowercased())", at: path, advice: advice)
        error.systemCode = code
        return error
    }
}

extension SnapshotError {
    /// The disk takes no file of this name, or has one already under another spelling; other files are not concerned.
    var isAboutOneName: Bool {
        [ENAMETOOLONG, EEXIST, EILSEQ, EINVAL, ENOTDIR, EISDIR].contains(systemCode)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` that keeps the type of the error.
    package func withBytes<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = withUnsafeBytes { bytes in
            do throws(Failure) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
