import HTML
import Packing
import Search
import Site
import Snapshot

/// Puts the parts of a site together at `path`: the same bytes as if `buildSite` had made it at once. The parts stay as they are, and
/// share their files with the site where one file system has both.
///
/// - Parameter paths: folders of all parts, in any order.
public func mergeParts(_ paths: [String], to path: String, _ context: RunContext) throws(PublishingError) -> Publication {
    context.progress.begin("Reading \(paths.count) parts", 0)
    let set = try PartSet(paths)
    let codings = try set.codings()
    let index = try set.searchIndex()
    let closing = try set.closing()
    let run = try OutputRun([], as: .site, to: path, reading: .none, context, OutputExtras(closing: closing, codings: codings))
    do throws(PublishingError) {
        try run.take(set.parts)
        if let index {
            context.progress.begin(LaterArtifacts.search(index).name, 0)
            try run.add(index.artifacts(jobs: context.jobs))
        }
        if let closing { try run.add(closing(run.paths, run.outcome.digest ?? "")) }
        let published = try run.commit()
        return Publication(
            vault: set.first.vault.manifest, pages: set.first.pages, sources: set.first.sources, published: published,
            findings: FindingsList(set.parts.flatMap(\.record.findings)))
    } catch {
        run.folder.discard()
        throw error
    }
}

extension PartSet {
    /// Only the libraries that packed the parts pack the rest in the same way.
    fileprivate func codings() throws(PublishingError) -> [ContentCoding] {
        let codings = first.codings.compactMap(ContentCoding.init)
        guard codings.count == first.codings.count, maker(of: codings) == first.packing else {
            throw PublishingError(
                .badData, "The parts' files were packed by other libraries: \(first.packing ?? "")", at: parts[0].path,
                advice: "Merge them where they were made, for example in the same container image")
        }
        return codings
    }

    /// Nil for a site without search.
    fileprivate func searchIndex() throws(PublishingError) -> SearchIndexBuilder? {
        var builder: SearchIndexBuilder?
        for part in parts {
            guard let file = try part.digests() else { continue }
            let index = builder ?? SearchIndexBuilder(file.frame)
            builder = index
            do throws(DigestFileError) {
                try index.add(file)
            } catch {
                throw part.unusable(error)
            }
        }
        return builder
    }

    fileprivate func closing() throws(PublishingError) -> ClosingArtifacts? {
        guard let offline = first.offline else { return nil }
        guard let use = OfflineUse(rawValue: offline.use) else {
            throw PublishingError(.badData, "The part is of another version of this program", at: parts[0].path, advice: PartFolder.wayOut)
        }
        return closingArtifacts(use, code: Array(offline.code.utf8))
    }
}

extension OutputRun {
    /// Takes the files of all parts over, and looks whether each is as it was made.
    fileprivate func take(_ parts: [PartFolder]) throws(PublishingError) {
        let files = parts.flatMap { part in
            part.record.files.map { (file: $0, source: "\(part.path)/\(PartRecord.folder)\($0.path)", shard: part.record.shard) }
        }
        paths = try checkedPaths(files.filter { $0.file.packed != true }.map(\.file.path))
        try folder.makeFolders(for: try checkedPaths(files.map(\.file.path)))
        context.progress.begin("Taking files over", files.count)
        let (folder, context) = (folder, context)
        let outcomes = parallelMap(files.count, jobs: context.jobs) { index -> RenderOutcome in
            let (file, source, _) = files[index]
            var taken = RenderOutcome()
            do throws(PublishingError) {
                let bytes = try folder.take(source, as: file.path)
                let hashed = SnapshotFile(path: file.path, bytes: bytes.count, sha256: sha256Hex(bytes))
                taken.files = 1
                taken.bytes = bytes.count
                taken.hashed = [hashed]
                if file.packed == true { taken.packed = [file.path] }
                if hashed.sha256 != file.sha256 {
                    taken.failures = [Finding("damaged-part", .error, path: source, message: "the file is not as it was made")]
                }
            } catch {
                if error.kind == .badData {
                    taken.failures = [Finding("damaged-part", .error, path: source, message: error.what)]
                } else {
                    taken.stop = error
                }
            }
            context.progress.advance(1)
            return taken
        }
        for taken in outcomes { outcome.merge(taken) }
        if let stop = outcome.stop { throw stop.adding(outcome.failures) }
        guard let first = outcome.failures.min() else { return }
        let damaged = zip(files, outcomes).filter { !$1.failures.isEmpty }.map(\.0.shard)
        let flags = Set(damaged.map(\.number)).sorted().prefix(10).map { "--shard \($0)/\(damaged[0].count)" }
        throw PublishingError(
            .badData, "\(outcome.failures.count) of \(files.count) files of the parts are missing or damaged", at: first.path,
            advice: "Make again with build \(flags.joined(separator: ", then "))", findings: outcome.failures.sorted())
    }
}
