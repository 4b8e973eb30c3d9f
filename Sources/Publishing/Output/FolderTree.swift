import CSystem
import Foundation

/// One entry of a folder. The name is kept as the file system has it, which need not be UTF-8.
struct FolderEntry {
    var name: [CChar]
    var isFolder: Bool

    var text: String { name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } }
}

/// The entries of an open folder without `.` and `..`, in the file system's order; nil with `errno` set when it cannot be read.
func entries(ofFolder descriptor: Int32) -> [FolderEntry]? {
    // The stream owns the descriptor that it is given.
    let own = syn_open_at(descriptor, ".", O_RDONLY | O_DIRECTORY, 0)
    guard own >= 0 else { return nil }
    guard let stream = fdopendir(own) else {
        close(own)
        return nil
    }
    defer { closedir(stream) }
    var found: [FolderEntry] = []
    while true {
        errno = 0
        guard let entry = readdir(stream) else { return errno == 0 ? found : nil }
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) { start in
                Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
            }
        }
        if name == [46, 0] || name == [46, 46, 0] { continue }
        found.append(FolderEntry(name: name, isFolder: isFolder(entry, named: name, in: descriptor)))
    }
}

private func isFolder(_ entry: UnsafeMutablePointer<dirent>, named name: [CChar], in folder: Int32) -> Bool {
    guard syn_entry_is_unknown(entry) != 0 else { return syn_entry_is_folder(entry) != 0 }
    var status = stat()
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Calls `visit` with the path of every entry that is not a folder, from the folder's root. False with `errno` set when part of it cannot be read.
func forEachFile(inFolder descriptor: Int32, prefix: String = "", _ visit: (String) -> Void) -> Bool {
    guard let found = entries(ofFolder: descriptor) else { return false }
    for entry in found {
        let path = prefix + entry.text
        guard entry.isFolder else {
            visit(path)
            continue
        }
        let inner = syn_open_at(descriptor, entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        guard inner >= 0 else { return false }
        defer { close(inner) }
        guard forEachFile(inFolder: inner, prefix: path + "/", visit) else { return false }
    }
    return true
}

/// Removes a folder and all that is in it, following no symbolic link. The entry named `last` goes after all others, so that a tree
/// whose removal was cut short can still be told. False with `errno` set when something stays.
@discardableResult
func removeTree(_ path: String, last: String? = nil) -> Bool {
    let descriptor = syn_open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
    guard descriptor >= 0 else { return errno == ENOENT }
    let emptied = removeEntries(ofFolder: descriptor, except: last)
    if emptied, let last { unlinkat(descriptor, last, 0) }
    close(descriptor)
    return emptied && (rmdir(path) == 0 || errno == ENOENT)
}

private func removeEntries(ofFolder descriptor: Int32, except kept: String? = nil) -> Bool {
    guard let found = entries(ofFolder: descriptor) else { return false }
    var complete = true
    for entry in found where kept == nil || entry.text != kept {
        if entry.isFolder {
            let inner = syn_open_at(descriptor, entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
            if inner >= 0 {
                complete = removeEntries(ofFolder: inner) && complete
                close(inner)
            }
            complete = (unlinkat(descriptor, entry.name, AT_REMOVEDIR) == 0 || errno == ENOENT) && complete
        } else {
            complete = (unlinkat(descriptor, entry.name, 0) == 0 || errno == ENOENT) && complete
        }
    }
    return complete
}
