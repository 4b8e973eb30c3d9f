import CSystem
import Foundation
import Snapshot

/// Makes the site that lies at `path` a second time, from nothing, beside the places of all outputs, and compares. Throws `badData` with
/// a finding for each file that differs; then the next build is a whole one.
public func compareWithFullBuild(
    of vault: OpenVault, _ request: SiteRequest, at path: String, resources: Resources, _ context: RunContext, _ memory: BuildMemory?
) throws(PublishingError) {
    let folder = try TemporaryFolder(context.interruption)
    let whole = "\(folder.path)/site"
    _ = try buildSite(vault, request, to: whole, resources: resources, context)
    let findings = try differences(path, whole)
    guard !findings.isEmpty else { return }
    memory?.forget()
    throw PublishingError(
        .badData, "\(findings.count) files differ from those of a whole build", at: path,
        advice: "Build with --full, and report this: it is a fault of synapse-publish", findings: findings)
}

/// Files that two folders do not have alike.
private func differences(_ kept: String, _ whole: String) throws(PublishingError) -> [Finding] {
    let (left, right) = (try files(of: kept), try files(of: whole))
    var findings: [Finding] = []
    for name in left.union(right).sorted(by: VaultPath.precedes) {
        let what: String
        if !right.contains(name) {
            what = "is not in a whole build"
        } else if !left.contains(name) {
            what = "is missing"
        } else if readFile("\(kept)/\(name)") != readFile("\(whole)/\(name)") {
            what = "has other bytes"
        } else {
            continue
        }
        findings.append(Finding("incremental-difference", .error, path: name, message: "the file \(what)"))
    }
    return findings
}

private func files(of folder: String) throws(PublishingError) -> Set<String> {
    var found: Set<String> = []
    guard let descriptor = Descriptor(folder, flags: O_RDONLY | O_DIRECTORY), forEachFile(inFolder: descriptor.raw, { found.insert($0) })
    else { throw PublishingError(.inputOutput, failed: "cannot look into the folder", at: folder) }
    return found
}
