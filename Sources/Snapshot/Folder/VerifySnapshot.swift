/// Re-hashes every file of a snapshot folder and compares what is there with what the manifest lists.
///
/// Findings have the path within the folder. None means: every byte is as it was pulled. A note says what an early version could not
/// promise. A manifest that cannot be read is an error.
public func verifySnapshot(_ folder: String) throws(SnapshotError) -> [Finding] {
    let opened = try SnapshotFolder(folder)
    var findings = try checkManifest(opened)
    if SnapshotFormat.rootHash(opened.files) != opened.manifest.rootHash {
        findings.append(
            Finding(
                "root-hash", .error, path: SnapshotFormat.manifestFile, message: "the root hash is not that of the listed files; pull again"
            ))
    }
    for file in opened.files {
        if let finding = check(file, in: folder) { findings.append(finding) }
    }
    findings += try extras(in: folder, below: "", of: opened)
    return findings.sorted()
}

/// What the manifest says besides its list of files.
private func checkManifest(_ opened: SnapshotFolder) throws(SnapshotError) -> [Finding] {
    let name = SnapshotFormat.manifestFile
    guard let hash = opened.ownHash else {
        let message =
            "the manifest has no hash of its own: what it says of title, source and consistency is not proved; pull again to have one"
        return [Finding("manifest-hash", .note, path: name, message: message)]
    }
    if SnapshotFormat.manifestHash(try FileSystem.read("\(opened.path)/\(name)")) == hash { return [] }
    return [Finding("manifest-hash", .error, path: name, message: "the manifest's own hash is not that of what it says; pull again")]
}

private func check(_ file: SnapshotFile, in folder: String) -> Finding? {
    let path = "\(folder)/\(file.path)"
    guard let kind = FileSystem.kind(path) else { return Finding("missing-file", .error, path: file.path, message: "the file is missing") }
    guard kind == .file else { return Finding("changed-file", .error, path: file.path, message: "not a regular file any more") }
    do {
        let mapped = try MappedFile(path)
        if mapped.count != file.bytes {
            return Finding("changed-file", .error, path: file.path, message: "\(mapped.count) bytes instead of \(file.bytes)")
        }
        let hash = SHA256()
        mapped.withBytes { hash.update($0) }
        let found = hash.hex()
        return found == file.sha256
            ? nil : Finding("changed-file", .error, path: file.path, message: "SHA-256 \(found) instead of \(file.sha256)")
    } catch {
        return Finding("unreadable-file", .error, path: file.path, message: error.what)
    }
}

/// What lies in the folder and is not listed. Links are named and not followed.
private func extras(in folder: String, below relative: String, of opened: SnapshotFolder) throws(SnapshotError) -> [Finding] {
    var findings: [Finding] = []
    for name in try FileSystem.names(in: relative.isEmpty ? folder : "\(folder)/\(relative)") {
        let path = relative.isEmpty ? name : "\(relative)/\(name)"
        if FileSystem.kind("\(folder)/\(path)") == .folder {
            findings += try extras(in: folder, below: path, of: opened)
        } else if opened.file(path) == nil, !SnapshotFormat.unlisted.contains(path) {
            findings.append(Finding("extra-file", .error, path: path, message: "the manifest does not list this file"))
        }
    }
    return findings
}
