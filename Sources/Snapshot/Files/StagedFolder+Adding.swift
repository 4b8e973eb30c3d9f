#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ways to end a staging that replace nothing.
extension StagedFolder {
    /// Puts the folder in its place only where nothing or an empty folder is: what somebody else put there meanwhile stays.
    ///
    /// - Returns: whether it was put there.
    package consuming func commitUnlessThere() throws(SnapshotError) -> Bool {
        try FileSystem.synchronise(path)
        let isThere = try Self.settling(destination) { () throws(SnapshotError) in
            if rename(path, destination) == 0 { return true }
            if errno == ENOTEMPTY || errno == EEXIST { return false }
            throw FileSystem.failure("cannot put the output in its place", destination, .cannotCreate)
        }
        guard isThere else { return false }
        FileSystem.synchroniseFolder(FileSystem.parent(of: destination)!)
        return true
    }

    /// Puts one folder of what was staged into the destination, which stays otherwise as it is. Missing folders above it come with it in
    /// the same step, so that no moment leaves an empty one.
    ///
    /// - Parameter file: of what was staged too; it takes the place of the destination's one after that.
    package consuming func commit(folder relativePath: String, andThen file: String) throws(SnapshotError) {
        try FileSystem.synchronise(path)
        var relative = relativePath
        while let above = FileSystem.parent(of: relative), above != ".", FileSystem.kind("\(destination)/\(above)") == nil {
            relative = above
        }
        let target = "\(destination)/\(relative)"
        guard FileSystem.kind(target) == nil else {
            throw FileSystem.failure("cannot put the folder in its place", target, .cannotCreate, EEXIST)
        }
        let staged = "\(path)/\(relative)"
        try Self.settling(destination) { () throws(SnapshotError) in
            guard rename(staged, target) == 0 else {
                throw FileSystem.failure("cannot put the folder in its place", target, .cannotCreate)
            }
            FileSystem.synchroniseFolder(FileSystem.parent(of: target)!)
            try Self.replace(file, in: destination, from: path)
        }
    }

    /// Puts one file of what was staged into the destination.
    package consuming func commit(file relativePath: String) throws(SnapshotError) {
        try FileSystem.synchronise(path)
        try Self.settling(destination) { () throws(SnapshotError) in try Self.replace(relativePath, in: destination, from: path) }
    }

    private static func replace(_ file: String, in destination: String, from staged: String) throws(SnapshotError) {
        let target = "\(destination)/\(file)"
        guard rename("\(staged)/\(file)", target) == 0 else {
            throw FileSystem.failure("cannot put the file in its place", target, .cannotCreate)
        }
        FileSystem.synchroniseFolder(FileSystem.parent(of: target)!)
    }
}
