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

/// A folder of the cache that is named by the vault's place.
private func cachePlace(for vault: String) -> String? {
    let path = URL(filePath: vault).resolvingSymlinksInPath().path
    return cacheFolder().map { "\($0)/\(sha256Hex(path.utf8).prefix(16))" }
}
