import Foundation
import HTML

/// Putting a finished site to where rclone reaches: object storage, which has no exchange of folders.
///
/// Only what differs by its hash is sent, in the order of `RemotePlan`; what an earlier site has left is removed when all else is there.
/// The marker lies there as in every folder of ours. While a site is being sent it lists what was there and what comes, so that the next
/// run knows after an interruption which files are ours; nobody else's are ever touched.
public struct RemoteTarget: Sendable {
    private let site: String
    private let place: RemotePlace
    private let rclone: Rclone

    /// What a run did there.
    public struct Outcome: Sendable, Equatable {
        public var sent = 0
        /// Of what was sent.
        public var bytes = 0
        public var removed = 0
        public var unchanged = 0
    }

    /// - Parameter site: a site of this program.
    public init(site: String, to place: RemotePlace, _ context: RunContext) {
        self.site = site
        self.place = place
        rclone = Rclone(context.interruption)
    }

    /// Throws where rclone is missing or does not know the remote, without asking anybody.
    public static func check(_ place: RemotePlace, _ context: RunContext) throws(PublishingError) {
        try Rclone(context.interruption).check(place)
    }

    public func send() throws(PublishingError) -> Outcome {
        let marker = try OutputMarker(finishedSite: site)
        let there = Dictionary(try rclone.list("\(place)").map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        let earlier = try earlierMarker(there)
        let (plan, bytes) = try plan(marker, there, earlier)
        let known = Set(there.keys)
        try announce(marker, earlier, known)
        var outcome = Outcome(removed: plan.removals.count, unchanged: plan.unchanged)
        for part in plan.parts {
            try send(part.paths, over: known, while: part.stage.phrase)
            outcome.sent += part.paths.count
            outcome.bytes += part.paths.reduce(0) { $0 + (bytes[$1] ?? 0) }
        }
        try remove(plan.removals)
        // By now it is there in any case.
        if earlier != marker { try send([OutputMarker.fileName], over: [OutputMarker.fileName], while: "sending the list of files") }
        return outcome
    }

    // MARK: What is there

    /// What is to be done, and the sizes of the site's files.
    private func plan(
        _ marker: OutputMarker, _ there: [String: Rclone.Entry], _ earlier: OutputMarker?
    ) throws(PublishingError) -> (RemotePlan, bytes: [String: Int]) {
        let algorithm = Self.algorithm(of: there.values)
        let files = Dictionary(try rclone.list(root, algorithm: algorithm).map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        let plan = RemotePlan(
            site: try hashes(of: marker.files, in: files, algorithm), there: there.mapValues { $0.hashes[algorithm] },
            owned: Set(earlier?.files ?? []))
        if let stranger = plan.strangers.first {
            throw PublishingError(
                .cannotCreate, "Somebody else's file lies there (\(plan.strangers.count) in all)", at: "\(place)/\(stranger)",
                advice: "Move it away, or publish to another place")
        }
        return (plan, files.mapValues(\.bytes))
    }

    /// For rclone: a relative path with a colon in it would be a remote.
    private var root: String { realPath(site) ?? site }

    /// The marker of the site that lies there; nil where nothing does.
    private func earlierMarker(_ there: [String: Rclone.Entry]) throws(PublishingError) -> OutputMarker? {
        guard !there.isEmpty else { return nil }
        let advice = "Publish to another place, or empty this one first"
        guard there[OutputMarker.fileName] != nil else {
            throw PublishingError(.cannotCreate, "What lies there is no site of this program", at: "\(place)", advice: advice)
        }
        let bytes = try rclone.run(["cat", "\(place)/\(OutputMarker.fileName)"], while: "reading the list of files", at: "\(place)")
        guard let marker = OutputMarker(bytes), marker.kind == .site else {
            throw PublishingError(
                .cannotCreate, "What lies there is no site of this program", at: "\(place)/\(OutputMarker.fileName)", advice: advice)
        }
        return marker
    }

    /// One by which the two sides can be compared: the strongest that the provider gives, or any, where it gives none or has no files.
    private static func algorithm(of entries: some Sequence<Rclone.Entry>) -> String {
        let known = entries.reduce(into: Set<String>()) { $0.formUnion($1.hashes.keys) }
        return ["sha256", "sha1", "md5"].first(where: known.contains) ?? known.min() ?? "md5"
    }

    private func hashes(
        of paths: [String], in files: [String: Rclone.Entry], _ algorithm: String
    ) throws(PublishingError) -> [String: String] {
        var hashes: [String: String] = [:]
        for path in paths {
            guard let hash = files[path]?.hashes[algorithm] else {
                throw PublishingError(
                    .noInput, "A file of the site is not there for rclone", at: "\(site)/\(path)", advice: "Build it again")
            }
            hashes[path] = hash
        }
        return hashes
    }

    // MARK: Steps

    /// Says what is going to be there, before it is.
    private func announce(_ marker: OutputMarker, _ earlier: OutputMarker?, _ known: Set<String>) throws(PublishingError) {
        let listed = Set(earlier?.files ?? [])
        guard earlier == nil || !listed.isSuperset(of: marker.files) else { return }
        let all = listed.union(marker.files).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let bytes = try encodedJSON(OutputMarker(kind: .site, files: all, packing: marker.packing))
        let folder = FileManager.default.temporaryDirectory.appending(path: "synapse-publish-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard mkdir(folder, 0o700) == 0 else { throw PublishingError(.inputOutput, failed: "cannot make a temporary folder", at: folder) }
        try replaceFile("\(folder)/\(OutputMarker.fileName)", with: bytes)
        try send([OutputMarker.fileName], from: folder, over: known, while: "sending the list of files")
    }

    /// Sends files whatever lies there: what need not be sent is not in the list.
    ///
    /// - Parameter known: what is there. What is not need not be looked for; what is has to be, because there are places that would have
    ///   two files of one name.
    private func send(
        _ paths: [String], from folder: String? = nil, over known: Set<String>, while phrase: String
    ) throws(PublishingError) {
        for (options, paths) in Self.byOptions(paths, known) {
            let words = ["copy", "--files-from-raw", "-", "--no-traverse"] + options
            try rclone.run(words + [folder ?? root, "\(place)"], paths, while: phrase, at: "\(place)")
        }
    }

    private func remove(_ paths: [String]) throws(PublishingError) {
        guard !paths.isEmpty else { return }
        try rclone.run(
            ["delete", "--files-from-raw", "-", "\(place)"], paths, while: "removing what is gone", at: "\(place)",
            "The new site is there; the next run removes the rest")
    }

    /// Object storage has no `_headers` file: what a server would say of a file is kept with it.
    private static func byOptions(_ paths: [String], _ known: Set<String>) -> [(options: [String], paths: [String])] {
        let groups = Dictionary(grouping: paths) { path in
            let keeping = FileRole(path) == .lasting ? "public, max-age=31536000, immutable" : "no-cache"
            return [
                known.contains(path) ? "--ignore-times" : "--no-check-dest", "--header-upload", "Cache-Control: \(keeping)",
                "--header-upload", "Content-Type: \(MediaType.of(path))",
            ]
        }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
    }
}
