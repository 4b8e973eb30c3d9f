import CSystem
import Foundation

/// Refuses places that a run would regret, before it does any work: a file that cannot be written, and anything inside the folder that
/// the run reads or, for a report, inside the folder that it swaps in.
///
/// - Parameters:
///   - source: a folder that is read: a snapshot, a vault, a part of a site; nil where a server is read.
///   - out: as the user wrote it.
public func checkPlaces(source: String?, out: String?, report: String?) throws(PublishingError) {
    let source = source.flatMap(realPath)
    if let out, let source, lies(out, within: source) {
        throw PublishingError(
            .cannotCreate, "The output's place is inside the folder that it is made from", at: out,
            advice: "Choose a folder beside it")
    }
    guard let report else { return }
    if let source, lies(report, within: source) {
        throw PublishingError(
            .cannotCreate, "The report's place is inside the folder that is read", at: report, advice: "Choose a file beside it")
    }
    if let out, lies(report, within: realPath(out) ?? out) {
        throw PublishingError(
            .cannotCreate, "The report's place is inside the output, which is swapped in as a whole", at: report,
            advice: "Choose a file beside the output")
    }
    try checkFile(report)
}

private func checkFile(_ path: String) throws(PublishingError) {
    let target = realPath(path) ?? path
    var status = stat()
    if stat(target, &status) == 0 {
        if status.st_mode & S_IFMT == S_IFDIR { errno = EISDIR }
        if status.st_mode & S_IFMT != S_IFDIR, status.st_mode & S_IFMT != S_IFREG, access(target, W_OK) == 0 { return }
    }
    // A file is replaced by a rename, for which its folder must allow writing.
    guard !isFolder(target), access(splitPath(target).folder, W_OK) == 0 else {
        throw PublishingError(.cannotCreate, failed: "cannot write the file", at: path)
    }
}

/// Whether `path`, which need not exist, is `folder` or below it. `folder` has no symbolic links.
private func lies(_ path: String, within folder: String) -> Bool {
    var known = path
    var rest: [String] = []
    while realPath(known) == nil {
        let (parent, name) = splitPath(String(known.reversed().drop { $0 == "/" }.reversed()))
        if parent == known || name.isEmpty { break }
        rest.append(name)
        known = parent
    }
    // What does not exist is no symbolic link: two points in it mean what they say.
    var parts = (realPath(known) ?? known).split(separator: "/").map(String.init)
    for name in rest.reversed() where name != "." {
        if name == ".." { _ = parts.popLast() } else { parts.append(name) }
    }
    let real = "/" + parts.joined(separator: "/")
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return real == folder || real.hasPrefix(base)
}
