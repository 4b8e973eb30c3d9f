import CSystem
import Snapshot

extension BuildMemory {
    /// What the earlier build told, where nothing has changed since: settings, program, the snapshot's files, the output's files. Nil where
    /// something has, or where that cannot be told.
    ///
    /// - Parameters:
    ///   - snapshot: a snapshot folder.
    ///   - needsHash: whether the output's root hash is wanted.
    public func unchanged(_ snapshot: String, needsHash: Bool) -> Publication? {
        guard let earlier, earlier.past == past, !needsHash || earlier.rootHash != nil, realPath(snapshot) == earlier.source,
            let manifest = readFile("\(snapshot)/\(manifestName)", atMost: 1 << 30), sha256Hex(manifest) == earlier.manifestHash,
            FileStamp("\(output)/\(OutputMarker.fileName)") == earlier.marker, let inputs = inputs(earlier.inputs, in: snapshot),
            let folder = Descriptor(output, flags: O_RDONLY | O_DIRECTORY), (try? removeLeftovers(of: output)) != nil
        else { return nil }
        for output in earlier.outputs where FileStamp(output.path, in: folder.raw) != output.stamp { return nil }
        if inputs.changed {
            // The same bytes in other files, as a new pull leaves them: the next run need not read them again.
            var record = earlier
            record.inputs = inputs.list
            write(record)
        }
        return Publication(
            vault: earlier.vault, pages: earlier.pageCount, sources: earlier.sourceCount,
            published: Published(
                files: earlier.files, bytes: earlier.bytes, rootHash: needsHash ? earlier.rootHash : nil, findings: [], leftover: nil),
            findings: FindingsList(earlier.findings), isUnchanged: true)
    }

    /// The files that were read, as they are now; nil where one of them has other bytes.
    private func inputs(_ inputs: [BuildRecord.Input], in snapshot: String) -> (list: [BuildRecord.Input], changed: Bool)? {
        guard let folder = Descriptor(snapshot, flags: O_RDONLY | O_DIRECTORY) else { return nil }
        var list = inputs
        var changed = false
        for (place, input) in inputs.enumerated() {
            guard let stamp = FileStamp(input.path, in: folder.raw) else { return nil }
            if stamp == input.stamp { continue }
            guard let bytes = readFile("\(snapshot)/\(input.path)", atMost: 1 << 30), sha256Hex(bytes) == input.sha256 else { return nil }
            list[place].stamp = stamp
            changed = true
        }
        return (list, changed)
    }
}
