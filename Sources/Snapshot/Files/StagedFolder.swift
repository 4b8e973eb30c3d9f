import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How a folder that we made is told from one that we did not: by a file in it.
public struct FolderMarker: Sendable {
    /// Name of the file at the folder's top.
    public let fileName: String
    /// What the folder is, for messages: `a snapshot`, `a site of this program`.
    public let meaning: String
    private let accepts: @Sendable (_ file: String) -> Bool

    /// A folder is ours when the file begins with `text`.
    public init(fileName: String, beginsWith text: String, meaning: String) {
        self.init(fileName: fileName, meaning: meaning) { path in
            guard let bytes = try? FileSystem.read(path, limit: 1 << 20) else { return false }
            return bytes.starts(with: text.utf8)
        }
    }

    package init(fileName: String, meaning: String, accepts: @escaping @Sendable (_ file: String) -> Bool) {
        self.fileName = fileName
        self.meaning = meaning
        self.accepts = accepts
    }

    /// Whether the folder carries the mark.
    public func marks(_ folder: String) -> Bool { accepts("\(folder)/\(fileName)") }
}

/// A folder that is written beside its place and swapped in as a whole.
///
/// Until `commit()` the destination stays as it was. The work lies in `.NAME.staged-XXXXXXXX/tree` beside the destination NAME, where
/// it is on the same file system; `.NAME.staged-XXXXXXXX/owner` says that it is ours and is locked while its run lives. What a killed
/// run left is removed by the next one, and nothing else is: a folder of that name without the owner file stays.
public struct StagedFolder: ~Copyable {
    /// The folder to write into.
    public let path: String
    /// The folder's place in the end, with all links resolved.
    public let destination: String
    private let container: String
    private let marker: FolderMarker
    private let lock: Int32

    static let ownerFile = "owner"
    /// Where the previous output waits on file systems without an exchange.
    private static let setAside = "old"

    /// What the owner file says: what this is, and for which folder; a cut name alone could be that of two.
    private static func ownerText(_ destination: String) -> [UInt8] {
        Array("synapse-publish staged folder 1\n\(FileSystem.name(of: destination))\n".utf8)
    }
    private static var processText: [UInt8] { Array("\(getpid())\n".utf8) }

    /// Fails with `.cannotCreate` where the destination holds what we did not make, and with `.temporary` where another run is
    /// writing to it.
    public init(for destination: String, marker: FolderMarker) throws(SnapshotError) {
        let place = try Self.place(of: destination)
        Self.beginAnew(place)
        try Self.refuseForeign(place, marker: marker)
        let parent = FileSystem.parent(of: place)!
        let prefix = Self.prefix(of: FileSystem.name(of: place))
        try Self.sweep(parent, prefix: prefix, destination: place)
        let container = "\(parent)/\(prefix)\(hexadecimal((0..<4).map { _ in UInt8.random(in: 0...255) }))"
        // Whoever ends the process knows a staging by its owner file: it meets none that has not got it yet.
        let lock = try Self.settling(place) { () throws(SnapshotError) in try Self.makeContainer(container, for: place) }
        self.marker = marker
        self.destination = place
        self.container = container
        self.lock = lock
        path = "\(container)/tree"
    }

    /// The name is cut, so that the whole stays one that a file system takes; the owner file tells whose it is.
    private static func prefix(of name: String) -> String { ".\(stem(of: name)).staged-" }

    private static func stem(of name: String) -> String {
        var stem = ""
        for character in name {
            if stem.utf8.count + character.utf8.count > 120 { break }
            stem.append(character)
        }
        return stem
    }

    /// A folder beside the destination for what is to outlive a run that was interrupted: `.NAME.KIND`. It is not made here.
    package func companion(_ kind: String) -> String {
        "\(FileSystem.parent(of: container)!)/.\(Self.stem(of: FileSystem.name(of: destination))).\(kind)"
    }

    /// Makes the folder with its locked owner file, and the tree in it.
    private static func makeContainer(_ container: String, for destination: String) throws(SnapshotError) -> Int32 {
        let owner = "\(container)/\(ownerFile)"
        let text = ownerText(destination) + processText
        if mkdir(container, 0o777) == 0 {
            let lock = open(owner, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0,
                text.withUnsafeBytes({ CSystem.write(lock, $0.baseAddress!, $0.count) }) == text.count,
                mkdir("\(container)/tree", 0o777) == 0
            {
                return lock
            }
            // Another run may sweep the folder before it is locked: it has removed the owner file by now, or is about to and holds the lock.
            let error =
                errno == ENOENT || errno == EWOULDBLOCK
                ? SnapshotError(.temporary, "another run is writing to this folder", at: destination, advice: "Wait until it has ended.")
                : FileSystem.failure("cannot write beside the output", container, .cannotCreate)
            if lock >= 0 { _ = CSystem.close(lock) }
            unlink(owner)
            rmdir(container)
            throw error
        }
        throw FileSystem.failure("cannot write beside the output", container, .cannotCreate)
    }

    deinit {
        // Nobody is left to tell of a failure here; the next run sweeps what remains.
        _ = Self.removeContainer(container)
        _ = CSystem.close(lock)
    }

    /// Writes a file of the folder; missing folders above it are made.
    public func write(_ bytes: [UInt8], to relativePath: String) throws(SnapshotError) {
        let file = "\(path)/\(relativePath)"
        try FileSystem.makeFolders(FileSystem.parent(of: file)!, below: path)
        try FileSystem.write(bytes, to: file)
    }

    /// A new folder for what is not part of the output, on the same disk; it goes with the staging.
    public func scratchFolder() throws(SnapshotError) -> String {
        let folder = "\(container)/scratch"
        try FileSystem.makeFolders(folder, below: container)
        return folder
    }

    /// Puts the folder in its place. The previous one is there until that moment, and is removed after it.
    public consuming func commit() throws(SnapshotError) {
        try FileSystem.synchronise(path)
        try Self.refuseForeign(destination, marker: marker)
        try Self.settling(destination) { () throws(SnapshotError) in
            if FileSystem.kind(destination) == nil {
                guard rename(path, destination) == 0 else {
                    throw FileSystem.failure("cannot put the output in its place", destination, .cannotCreate)
                }
            } else if syn_exchange(path, destination) != 0 {
                try swapInTwoSteps(errno)
            }
        }
        FileSystem.synchroniseFolder(FileSystem.parent(of: destination)!)
    }

    /// For file systems without an exchange: for a moment there is no destination, and where the second step fails the first is undone.
    private func swapInTwoSteps(_ problem: Int32) throws(SnapshotError) {
        guard problem == EINVAL || problem == ENOSYS || problem == ENOTSUP else {
            let advice = problem == EBUSY || problem == EXDEV ? "A mount point cannot be swapped: give a folder inside it." : ""
            let error = FileSystem.failure("cannot put the output in its place", destination, .cannotCreate, problem)
            throw SnapshotError(.cannotCreate, error.what, at: destination, advice: advice)
        }
        let old = "\(container)/\(Self.setAside)"
        guard rename(destination, old) == 0 else { throw FileSystem.failure("cannot move the previous output", destination, .cannotCreate) }
        guard rename(path, destination) == 0 else {
            let error = FileSystem.failure("cannot put the output in its place", destination, .cannotCreate)
            guard rename(old, destination) == 0 else {
                throw SnapshotError(.cannotCreate, error.what, at: destination, advice: "The previous output lies in \(old).")
            }
            throw error
        }
    }

    // MARK: The destination

    /// The destination with links resolved: what is swapped must be the folder, not a link to it.
    private static func place(of destination: String) throws(SnapshotError) -> String {
        var path = destination
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { throw SnapshotError(.usage, "no output folder was named") }
        if let resolved = FileSystem.resolved(path) {
            if resolved == "/" { throw SnapshotError(.cannotCreate, "the root folder cannot be an output folder", at: "/") }
            return resolved
        }
        if FileSystem.kind(path) == .link {
            throw SnapshotError(.cannotCreate, "a link that leads nowhere", at: path, advice: "Remove the link.")
        }
        let name = FileSystem.name(of: path)
        if name == "." || name == ".." { throw SnapshotError(.noInput, "no such folder", at: path) }
        let parent = FileSystem.parent(of: path)!
        try FileSystem.makeFolders(parent)
        guard let resolved = FileSystem.resolved(parent) else { throw FileSystem.failure("cannot read the folder", parent) }
        return resolved == "/" ? "/\(name)" : "\(resolved)/\(name)"
    }

    private static func refuseForeign(_ destination: String, marker: FolderMarker) throws(SnapshotError) {
        switch FileSystem.kind(destination) {
        case nil: return
        case .folder:
            if try FileSystem.names(in: destination).isEmpty || marker.marks(destination) { return }
            throw SnapshotError(
                .cannotCreate, "the folder holds files that this program did not make: it is not \(marker.meaning)", at: destination,
                advice: "Give a new or empty folder, or remove this one yourself.")
        default:
            throw SnapshotError(.cannotCreate, "not a folder", at: destination, advice: "Give a new or empty folder.")
        }
    }

    // MARK: What killed runs left

    /// For a process that is about to end while another of its threads is still writing: removes what this process has staged for the
    /// destination, which stays as it is.
    public static func discardUnfinished(for destination: String) {
        guard let place = try? place(of: destination) else { return }
        beginEnding(place)
        guard let parent = FileSystem.parent(of: place), let names = try? FileSystem.names(in: parent) else { return }
        let prefix = Self.prefix(of: FileSystem.name(of: place))
        let own = ownerText(place) + processText
        for name in names where isContainer(name, prefix: prefix) {
            let container = "\(parent)/\(name)"
            // The other thread may be about to write whose the folder is, or put one file more into one that was just emptied.
            for _ in 0..<100 {
                let owner = (try? FileSystem.read("\(container)/\(ownerFile)", limit: 4096)) ?? []
                guard own.starts(with: owner) else { break }
                if owner == own {
                    guard (try? putBack(container, place)) != nil else { break }
                    if removeContainer(container) { break }
                } else if rmdir(container) == 0 || errno == ENOENT {
                    break
                }
                usleep(20_000)
            }
        }
    }

    /// Removes what killed runs have left beside a destination, for a run that may find nothing to stage.
    package static func removeLeftovers(for destination: String) throws(SnapshotError) {
        let place = try place(of: destination)
        try sweep(FileSystem.parent(of: place)!, prefix: prefix(of: FileSystem.name(of: place)), destination: place)
    }

    private static func sweep(_ parent: String, prefix: String, destination: String) throws(SnapshotError) {
        for name in try FileSystem.names(in: parent) where isContainer(name, prefix: prefix) {
            let container = "\(parent)/\(name)"
            let owner = open("\(container)/\(ownerFile)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard owner >= 0 else {
                // A run that was killed at once left it empty; anything in it would make this call fail.
                rmdir(container)
                continue
            }
            defer { _ = CSystem.close(owner) }
            guard isOurs(container, for: destination) else { continue }
            guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
                throw SnapshotError(
                    .temporary, "another run is writing to this folder", at: destination, advice: "Wait until it has ended.")
            }
            try putBack(container, destination)
            try FileSystem.removeTree(container, last: ownerFile)
        }
    }

    /// A run that ended between the two steps of a swap has the previous output still.
    private static func putBack(_ container: String, _ destination: String) throws(SnapshotError) {
        let old = "\(container)/\(setAside)"
        if FileSystem.kind(destination) == nil, FileSystem.kind(old) != nil, rename(old, destination) != 0 {
            throw FileSystem.failure("cannot put the previous output back", old, .cannotCreate)
        }
    }

    private static func isOurs(_ container: String, for destination: String) -> Bool {
        guard let text = try? FileSystem.read("\(container)/\(ownerFile)", limit: 4096) else { return false }
        return text.starts(with: ownerText(destination)) || (text.isEmpty && (try? FileSystem.names(in: container)) == [ownerFile])
    }

    private static func isContainer(_ name: String, prefix: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        return rest.count == 8 && rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
