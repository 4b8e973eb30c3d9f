import CSystem
import Foundation
import Site

/// Putting a finished site where the web server reads it.
public struct SiteTarget: Sendable {
    private let site: String
    private let context: RunContext

    /// - Parameter site: a site of this program.
    public init(site: String, _ context: RunContext) {
        self.site = site
        self.context = context
    }

    /// A copy that takes the folder's place by one exchange.
    @discardableResult
    public func copy(to folder: String) throws(PublishingError) -> Published {
        let (site, marker) = (site, try OutputMarker(finishedSite: site))
        let reader = FileReader(
            vaultFile: { path in throw PublishingError(.noInput, "A site has no file of the vault", at: path) },
            publicFile: { path throws(PublishingError) in
                guard let bytes = readFile("\(site)/\(path)") else { throw PublishingError(.inputOutput, failed: "cannot read", at: path) }
                return bytes
            })
        return try publish(marker.files.map { Artifact($0, .publicFile($0)) }, as: .site, to: folder, reading: reader, context)
    }

    /// A copy in one of two folders beside a symbolic link, to which the link is then turned by one rename. Readers that are in the
    /// middle of the other folder find it until the next night.
    public func turn(_ link: String) throws(PublishingError) -> Published {
        var status = stat()
        let isThere = lstat(link, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFLNK else {
            throw PublishingError(
                .cannotCreate, "What lies there is no symbolic link", at: link, advice: "Move it away, or name it as `folder`")
        }
        let (parent, name) = splitPath(link)
        let now = isThere ? try? FileManager.default.destinationOfSymbolicLink(atPath: link) : nil
        let next = now == "\(name).a" ? "\(name).b" : "\(name).a"
        let published = try copy(to: "\(parent)/\(next)")
        let new = "\(parent)/.\(name).\(getpid()).new"
        unlink(new)
        guard symlink(next, new) == 0, rename(new, link) == 0 else {
            let failure = PublishingError(.cannotCreate, failed: "cannot turn the symbolic link", at: link)
            unlink(new)
            throw failure
        }
        return published
    }
}

extension OutputMarker {
    /// Throws where there is no site of ours, or none that is whole.
    init(finishedSite site: String) throws(PublishingError) {
        guard let marker = OutputMarker(inFolder: site), marker.kind == .site, marker.complete else {
            throw PublishingError(.noInput, "There is no finished site", at: site, advice: "Build it first")
        }
        self = marker
    }
}
