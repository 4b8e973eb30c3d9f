import CSystem
import Foundation

/// The place at which an output folder will lie, and what lies there now.
struct OutputPlace {
    enum Occupant: Equatable { case nothing, emptyFolder, earlierOutput }

    /// Absolute, symbolic links followed.
    let path: String
    let parent: String
    let name: String
    let occupant: Occupant
    /// Permissions of the folder that lies there; they are kept.
    let mode: mode_t

    /// Looks at `path` and makes its missing parents.
    ///
    /// Throws `cannotCreate` where a folder of this kind must not go: a file, a folder that this program did not make, one of
    /// another kind, and one into which somebody else put files since.
    init(_ path: String, for kind: OutputKind) throws(PublishingError) {
        guard !path.isEmpty else { throw PublishingError(.usage, "The output folder has no name", at: "--out") }
        self.path = try Self.resolved(path)
        (parent, name) = splitPath(self.path)
        guard !name.isEmpty else {
            throw PublishingError(.cannotCreate, "The root folder cannot be replaced", at: path, advice: "Choose a folder below it")
        }
        guard access(parent, W_OK | X_OK) == 0 else {
            throw PublishingError(
                .cannotCreate, failed: "cannot write into the output's folder", at: parent, advice: "Choose a folder that you may write to")
        }
        restoreAside(self.path)
        var status = stat()
        guard stat(self.path, &status) == 0 else {
            occupant = .nothing
            mode = 0o755
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw PublishingError(.cannotCreate, "There is a file at the output's place", at: path, advice: Self.wayOut)
        }
        mode = status.st_mode & 0o7777
        occupant = try Self.occupant(of: self.path, shown: path, for: kind)
    }

    private static let wayOut = "Choose another folder with --out, or move what lies there away first"

    private static func resolved(_ path: String) throws(PublishingError) -> String {
        if let real = realPath(path) { return real }
        let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
        var status = stat()
        if lstat(trimmed, &status) == 0 {
            throw PublishingError(.cannotCreate, "The output's place is a symbolic link that leads nowhere", at: path, advice: wayOut)
        }
        let (folder, name) = splitPath(trimmed)
        try makeFolders(folder)
        guard let parent = realPath(folder), name != "..", name != "." else {
            throw PublishingError(.cannotCreate, failed: "cannot reach the output's parent folder", at: path)
        }
        return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    }

    private static func makeFolders(_ path: String) throws(PublishingError) {
        if isFolder(path) { return }
        let (parent, name) = splitPath(path)
        if !name.isEmpty, parent != path { try makeFolders(parent) }
        guard mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) else {
            throw PublishingError(
                .cannotCreate, failed: "cannot make the folder", at: path, advice: "Choose a folder that you may write to")
        }
    }

    /// What the folder at `path` is to an output of this kind. `shown` is how the user wrote it.
    static func occupant(of path: String, shown: String, for kind: OutputKind) throws(PublishingError) -> Occupant {
        guard let folder = Descriptor(path, flags: O_RDONLY | O_DIRECTORY) else {
            throw PublishingError(.cannotCreate, failed: "cannot look into the folder", at: shown)
        }
        guard let marker = OutputMarker(inFolder: path) else {
            guard let found = entries(ofFolder: folder.raw) else {
                throw PublishingError(.cannotCreate, failed: "cannot look into the folder", at: shown)
            }
            if found.isEmpty { return .emptyFolder }
            throw foreign(found.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, at: shown)
        }
        guard marker.kind == kind, marker.format <= OutputMarker.currentFormat else {
            let holds = marker.kind == kind ? "the output of a newer synapse-publish" : marker.kind.phrase
            throw PublishingError(.cannotCreate, "The folder holds \(holds), not \(kind.phrase) of this version", at: shown, advice: wayOut)
        }
        let strangers = try foreignFiles(in: folder.raw, known: marker.files, at: shown)
        if !strangers.isEmpty { throw foreign(strangers, at: shown) }
        return .earlierOutput
    }

    /// Files that are in the folder and not on the list, sorted. What file managers leave behind does not count.
    private static func foreignFiles(in folder: Int32, known: [String], at shown: String) throws(PublishingError) -> [String] {
        let known = Set(known)
        var strangers: [String] = []
        let complete = forEachFile(inFolder: folder) { path in
            if path == OutputMarker.fileName || known.contains(path) || junk.contains(splitPath(path).name) { return }
            strangers.append(path)
        }
        guard complete else { throw PublishingError(.cannotCreate, failed: "cannot look into the folder", at: shown) }
        return strangers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static let junk: Set<String> = [".DS_Store", "Thumbs.db", "desktop.ini", OutputMarker.scratchName]

    private static func foreign(_ names: [String], at shown: String) -> PublishingError {
        let listed = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
        return PublishingError(
            .cannotCreate, "The folder holds files that synapse-publish did not write: \(listed)", at: shown,
            advice: "Nothing was changed. \(wayOut)")
    }
}
