import CSystem
import Foundation

/// One run at a time in a folder.
public final class RunLock: Sendable {
    private let descriptor: Int32

    /// Makes the folder where it is missing. Throws `temporary` where another run holds the lock.
    public init(folder: String) throws(PublishingError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw PublishingError(
                .cannotCreate, "cannot make the folder: \(error.localizedDescription)", at: folder, advice: "Name another as `state`")
        }
        let path = "\(folder)/lock"
        let opened = syn_open_at(AT_FDCWD, path, O_RDWR | O_CREAT, 0o644)
        guard opened >= 0 else { throw PublishingError(.cannotCreate, failed: "cannot make the lock", at: path) }
        // A file system without locks keeps nobody out.
        guard syn_try_lock(opened) == 0 || errno != EWOULDBLOCK else {
            close(opened)
            throw PublishingError(.temporary, "Another nightly run is at work", at: folder, advice: "Wait until it has ended")
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
