import CSystem
import Foundation

/// What the paths of our folders beside the place begin with. The place's own name is cut so that the whole stays a legal name.
private func stagingPrefix(of place: String) -> String {
    let (parent, name) = splitPath(place)
    var stem = ""
    for character in name {
        if stem.utf8.count + character.utf8.count > 120 { break }
        stem.append(character)
    }
    return "\(parent == "/" ? "" : parent)/.\(stem).synapse-publish-"
}

/// Where the earlier output waits for a moment on file systems that cannot exchange two folders.
func asidePath(of place: String) -> String { stagingPrefix(of: place) + "previous" }

/// Puts an earlier output back that a killed run had put aside without putting the new one at its place.
func restoreAside(_ place: String) {
    var status = stat()
    if lstat(place, &status) != 0, errno == ENOENT { rename(asidePath(of: place), place) }
}

/// Makes a folder beside the place, locks it and marks it.
func makeStagingFolder(for place: OutputPlace, kind: OutputKind) throws(PublishingError) -> (path: String, descriptor: Int32) {
    for attempt in 0..<1000 {
        let path = "\(stagingPrefix(of: place.path))\(getpid())-\(attempt)"
        guard mkdir(path, 0o755) == 0 else {
            if errno == EEXIST { continue }
            throw PublishingError(
                .cannotCreate, failed: "cannot make a folder beside the output", at: place.parent,
                advice: "Choose a folder that you may write to")
        }
        let descriptor = syn_open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        if descriptor >= 0, isOwn(descriptor) {
            do throws(PublishingError) {
                try OutputMarker(kind: kind).write(inFolder: descriptor, at: path)
                return (path, descriptor)
            } catch {
                close(descriptor)
                removeStaging(path)
                throw error
            }
        }
        // Another run took the fresh folder for a leftover before it was locked.
        if descriptor >= 0 { close(descriptor) }
    }
    throw PublishingError(.cannotCreate, "cannot make a folder beside the output", at: place.parent)
}

/// Locks the folder. False when another run holds it or has removed it. A file system without locks keeps every folder.
private func isOwn(_ descriptor: Int32) -> Bool {
    if syn_try_lock(descriptor) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
}

/// Removes what killed runs to this place left behind: folders under our name that carry our marker, or nothing yet, and that no living
/// run holds. One that a living run holds means that it is writing to the same place: `temporary`.
///
/// - Parameter place: absolute.
func removeLeftovers(of place: String) throws(PublishingError) {
    let folder = splitPath(place).folder
    guard let parent = Descriptor(folder, flags: O_RDONLY | O_DIRECTORY), let found = entries(ofFolder: parent.raw) else { return }
    let prefix = splitPath(stagingPrefix(of: place)).name
    for entry in found where entry.isFolder && entry.text.hasPrefix(prefix) {
        let path = "\(folder == "/" ? "" : folder)/\(entry.text)"
        guard let folder = Descriptor(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
        guard syn_try_lock(folder.raw) == 0 else {
            // A file system without locks cannot tell the dead from the living: everything stays.
            guard errno == EWOULDBLOCK else { continue }
            throw PublishingError(.temporary, "Another run is writing to this folder", at: place, advice: "Wait until it has ended")
        }
        if OutputMarker(inFolder: path) != nil {
            removeTree(path, last: OutputMarker.fileName)
        } else {
            // Killed before it was marked: it is empty then, or holds a half-written marker.
            if entries(ofFolder: folder.raw)?.allSatisfy({ $0.text == OutputMarker.scratchName }) == true { removeTree(path) }
        }
    }
}

/// Removes a staging folder into which other threads may still be writing their last file.
func removeStaging(_ path: String) {
    for _ in 0..<100 where !removeTree(path, last: OutputMarker.fileName) { usleep(20_000) }
}
