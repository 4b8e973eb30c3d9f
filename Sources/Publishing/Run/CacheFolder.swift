import Foundation

/// The program's own folder for what the next run is quicker with: `$XDG_CACHE_HOME/synapse-publish`, below `~/.cache` or
/// `~/Library/Caches` without the variable. Nil where there is no home, or where it cannot be written to.
func cacheFolder() -> String? {
    let environment = ProcessInfo.processInfo.environment
    #if os(macOS)
        let standard = "Library/Caches"
    #else
        let standard = ".cache"
    #endif
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(standard)" : nil }
    let named = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let base = named ?? home else { return nil }
    let folder = "\(base)/synapse-publish"
    // What is kept of a vault is as private as the vault.
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return FileManager.default.isWritableFile(atPath: folder) ? folder : nil
}
