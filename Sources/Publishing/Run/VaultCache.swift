import Foundation
import Snapshot

/// Makes the snapshot of a vault on this disk, in a cache that keeps it for the next run: unchanged files are shared and a layout is
/// computed once. Where the cache cannot be used, a temporary folder does.
func openLocal(
    _ vault: String, _ access: VaultAccess, _ context: RunContext
) throws(PublishingError) -> (VaultSnapshot, TemporaryFolder?) {
    if let place = cachePlace(for: vault) {
        var access = access
        if access.since == nil, isSnapshotFolder(place), (try? openFolder(place)) != nil { access.since = place }
        do throws(PublishingError) {
            return (try pullVault(.vault(vault), to: place, access: access, context), nil)
        } catch {
            // Another run is at it, or the disk of the cache is full or locked.
            guard [.temporary, .cannotCreate].contains(error.kind) else { throw error }
        }
    }
    let folder = try TemporaryFolder(context.interruption)
    return (try pullVault(.vault(vault), to: "\(folder.path)/snapshot", access: access, context), folder)
}

/// `$XDG_CACHE_HOME/synapse-publish/HASH/NAME`, below `~/.cache` or `~/Library/Caches` without the variable; nil where there is no home.
private func cachePlace(for vault: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let path = URL(filePath: vault).resolvingSymlinksInPath().path
    let key = sha256Hex(path.utf8).prefix(16)
    #if os(macOS)
        let standard = "Library/Caches"
    #else
        let standard = ".cache"
    #endif
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(standard)" : nil }
    let named = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let base = named ?? home else { return nil }
    let folder = "\(base)/synapse-publish"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return FileManager.default.isWritableFile(atPath: folder) ? "\(folder)/\(key)" : nil
}
