import Packing
import Search
import Site
import Snapshot

/// Makes one part of the website of a vault and puts it at `path`: the files that fall to this shard, and what `mergeParts` needs
/// besides. All parts of a site are made from the same snapshot with the same request, by the same program; each on any machine, in any
/// order, at any time. The same part is the same bytes.
public func buildPart(
    _ vault: OpenVault, _ request: SiteRequest, _ shard: Shard, to path: String, resources: Resources, _ context: RunContext
) throws(PublishingError) -> Publication {
    let theme = try resources.theme()
    let past = try request.history.map { (history) throws(PublishingError) in try openPast(history, of: vault.snapshot) }
    let key = try BuildKey(vault.snapshot.manifest, request, past, resources)
    // To write the HTML of all pages costs more than to parse those twice that are of this part.
    let drafts = shard.count == 1 ? BlobFile() : nil
    let site = try readSite(
        vault, request.rules, context, drafts?.drafting(request.rules, hasDiagrams: request.mermaid != nil), past: past)
    let plan = try sitePlan(of: site, vault, request, theme, resources, context, drafts)
    if context.isLast { leaveToTheSystem(site: site, plan: plan, drafts: drafts) }
    let run = try PartRun(plan, shard, to: path, context)
    do throws(PublishingError) {
        try run.render(reading: files(of: vault, resources))
        try vault.throwIfDamaged()
        let published = try run.commit(key, site, vault.snapshot.manifest)
        return Publication(
            vault: vault.snapshot.manifest, pages: site.pages.count, sources: site.sources.count, published: published,
            findings: FindingsList(site.findings + published.findings))
    } catch {
        run.folder.discard()
        throw error.adding(site.findings)
    }
}

/// The making of one part.
private final class PartRun {
    let folder: OutputFolder
    private let plan: Plan
    /// Paths of all parts' artifacts.
    private let planned: Set<String>
    private let own: [Artifact]
    private let packing: String?
    private let shard: Shard
    private let place: String
    private let context: RunContext
    private var outcome = RenderOutcome()

    init(_ plan: Plan, _ shard: Shard, to path: String, _ context: RunContext) throws(PublishingError) {
        planned = Set(try checkedPaths(plan.artifacts.flatMap(\.paths)))
        let numbers = ShardAssignment(artifacts: plan.artifacts.count, posters: plan.posterCount, shards: shard.count).numbers
        own = zip(plan.artifacts, numbers).filter { $1 == shard.number }.map(\.0)
        packing = maker(of: plan.codings)
        (self.plan, self.shard, place, self.context) = (plan, shard, path, context)
        folder = try OutputFolder(at: path, kind: .part, interruption: context.interruption)
    }

    func render(reading files: FileReader) throws(PublishingError) {
        let (folder, base) = (folder, PartRecord.folder)
        try folder.makeFolders(for: own.flatMap(\.paths).map { base + $0 })
        var target = RenderTarget { (bytes, path) throws(PublishingError) in try folder.write(bytes, to: base + path) }
        target.earlier = { folder.earlier(base + $0) }
        target.keep = { folder.keep(base + $0) }
        target.hashes = true
        target.codings = plan.codings
        target.taken = planned
        outcome = Publishing.render(own, reading: files, context, into: target)
        try outcome.throwIfIncomplete(of: own.count, at: place)
    }

    func commit(_ key: BuildKey, _ site: Site, _ manifest: Manifest) throws(PublishingError) -> Published {
        context.progress.begin("Putting part \(shard.number) of \(shard.count) at \(place)", 0)
        let digests: [UInt8]?
        do {
            digests = try plan.search?.encoded()
        } catch {
            throw PublishingError(.inputOutput, "The pages' search terms cannot be written: \(error)", at: place)
        }
        let record = record(key, site, manifest, digests)
        let bytes = try encodedJSON(record)
        var paths = record.files.map { PartRecord.folder + $0.path }
        for (name, bytes) in [
            (PartRecord.fileName, bytes), (PartRecord.sumName, PartRecord.sum(of: bytes)), (PartRecord.digestsName, digests),
        ] {
            guard let bytes else { continue }
            try folder.write(bytes, to: name)
            paths.append(name)
        }
        let leftover = try folder.commit(files: try checkedPaths(paths), packing: packing)
        return outcome.published(leftover: leftover, hash: context.hashesOutput)
    }

    private func record(_ key: BuildKey, _ site: Site, _ manifest: Manifest, _ digests: [UInt8]?) -> PartRecord {
        let packed = Set(outcome.packed)
        return PartRecord(
            shard: shard, key: key, vault: PartRecord.Vault(manifest), pages: site.pages.count, sources: site.sources.count,
            planned: planned.count, codings: plan.codings.map(\.rawValue), packing: packing,
            offline: plan.offline.map { PartRecord.Offline(use: $0.use.rawValue, code: String(decoding: $0.code, as: UTF8.self)) },
            digests: digests.map(sha256Hex),
            files: outcome.hashed.sorted { VaultPath.precedes($0.path, $1.path) }.map {
                PartRecord.File(path: $0.path, bytes: $0.bytes, sha256: $0.sha256, packed: packed.contains($0.path) ? true : nil)
            },
            findings: FindingsList((shard.number == 1 ? site.findings : []) + outcome.findings).all)
    }
}
