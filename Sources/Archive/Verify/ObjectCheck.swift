import Snapshot

/// Digests that a file of a store must have.
struct FileCheck: Sendable {
    struct Expected: Sendable {
        var algorithm: MessageDigest.Algorithm
        var hex: String
        /// What it is where it is not so: `E092`, `E093`.
        var code: String
    }

    /// From the store's root.
    var path: String
    var expected: [Expected]
}

/// One object against the specification, and what of it is still to be hashed.
struct ObjectCheck: Sendable {
    /// From the store's root.
    let folder: String
    private(set) var faults: Faults
    private(set) var inventory: ObjectInventory?
    /// Bytes by content path, of the files that are there.
    private(set) var sizes: [LogicalPath: Int] = [:]
    private(set) var files: [FileCheck] = []
    /// Files with more than one name, by the disk and the number that they share.
    private(set) var linked: [(device: UInt64, number: UInt64, path: String)] = []
    /// Folders that OCFL allows beside the versions, and that no night has.
    private(set) var others: [String] = []
    private var listing: ObjectListing
    private var versions: [String] = []

    /// - Parameter folder: from the store's root `root`.
    init(_ folder: String, in root: String) throws(SnapshotError) {
        self.folder = folder
        faults = Faults(at: folder)
        listing = try ObjectListing("\(root)/\(folder)")
        links()
        declaration()
        guard let bytes = read(StoreFormat.inventoryFile, missing: "E063") else { return }
        inventory = InventoryReader.read(bytes, StoreFormat.inventoryFile, &faults)
        guard let inventory else { return }
        versions = InventoryRules.check(inventory, StoreFormat.inventoryFile, &faults)
        sidecar(of: StoreFormat.inventoryFile, bytes, inventory)
        rootEntries(inventory)
        for version in versions { versionFolder(version, inventory) }
        let prior = PriorVersions(inventory, versions, listing, faults: &faults)
        content(inventory, prior)
    }

    // MARK: The object's root

    private mutating func links() {
        for entry in listing.entries {
            switch entry.status.kind {
            case .link: faults.note("E090", entry.path, "a symbolic link")
            case .other: faults.note("E089", entry.path, "neither file nor folder")
            case .file where entry.status.links > 1: linked.append((entry.status.device, entry.status.number, "\(folder)/\(entry.path)"))
            case .file, .folder: break
            }
        }
    }

    private mutating func declaration() {
        let found = listing.children(of: "").filter { $0.path.contains("ocfl_object_") || $0.path.hasPrefix("0=") }
        if found.isEmpty { faults.note("E003", "", "there is no declaration \(StoreFormat.objectDeclarationFile)") }
        if found.count > 1 { faults.note("E003", "", "there is more than one declaration") }
        for entry in found {
            let name = entry.path
            guard name.hasPrefix("0=") else {
                faults.note("E005", name, "a declaration begins with 0=")
                continue
            }
            guard name.hasPrefix("0=ocfl_object_") else {
                faults.note("E006", name, "the declaration is not that of an OCFL object")
                continue
            }
            let version = name.dropFirst("0=ocfl_object_".count)
            if version == "2.0" || Double(version).map({ $0 > 1.1 }) == true {
                faults.note("E081", name, "the object is of a later version than the store")
            } else if version != "1.0", version != "1.1" {
                faults.note("E004", name, "no version of OCFL: \(version)")
            }
            if let bytes = read(name, missing: "E003"), !bytes.elementsEqual("\(name.dropFirst(2))\n".utf8) {
                faults.note("E007", name, "the declaration's text is not its name after the equals sign")
            }
        }
    }

    private mutating func rootEntries(_ inventory: ObjectInventory) {
        let declared = inventory.specification.map { "0=ocfl_object_\($0)" }
        if let declared, listing.entry(declared) == nil { faults.note("E038", StoreFormat.inventoryFile, "type and declaration differ") }
        let sidecar = "\(StoreFormat.inventoryFile).\(inventory.digestAlgorithm ?? "sha512")"
        for entry in listing.children(of: "") {
            let name = entry.path
            switch entry.status.kind {
            case .file:
                if name.hasPrefix("0=") || name.contains("ocfl_object_") || name == StoreFormat.inventoryFile || name == sidecar { break }
                faults.note(name.hasPrefix("inventory.json.") ? "E059" : "E001", name, "a file that does not belong here")
            case .folder where name == "extensions":
                others.append(name)
                for entry in listing.children(of: name) where entry.status.kind != .folder {
                    faults.note("E067", entry.path, "only folders of extensions belong here")
                }
            case .folder where name == "logs": others.append(name)
            case .folder where versions.contains(name): break
            case .folder:
                let isVersion = name.first == "v" && name.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
                faults.note(
                    isVersion ? "E046" : "E001", name,
                    isVersion ? "a version that the inventory does not know" : "a folder that does not belong here")
            case .link, .other: break
            }
        }
    }

    private mutating func versionFolder(_ version: String, _ inventory: ObjectInventory) {
        guard listing.entry(version)?.status.kind == .folder else {
            return faults.note("E046", version, "the inventory has this version, and there is no folder")
        }
        for entry in listing.children(of: version) {
            let name = String(entry.path.dropFirst(version.utf8.count + 1))
            if entry.status.kind == .file, name != StoreFormat.inventoryFile, !name.hasPrefix("inventory.json.") {
                faults.note("E015", entry.path, "a file that does not belong here")
            } else if entry.status.kind == .folder, name != inventory.content {
                faults.note("W002", entry.path, "a folder that does not belong here")
            }
        }
        let content = "\(version)/\(inventory.content)"
        guard let folder = listing.entry(content) else { return }
        if folder.isEmpty { faults.note("W003", content, "there is a folder for content and nothing in it") }
        for entry in listing.below(content) where entry.status.kind == .folder && entry.isEmpty {
            faults.note("E024", entry.path, "an empty folder")
        }
    }

    // MARK: Files

    private mutating func read(_ path: String, missing code: String) -> [UInt8]? {
        guard listing.entry(path) != nil else {
            faults.note(code, path, "the file is missing")
            return nil
        }
        do throws(SnapshotError) {
            return try FileSystem.read("\(listing.root)/\(path)")
        } catch {
            faults.note("unreadable-file", path, error.what)
            return nil
        }
    }

    private mutating func sidecar(of file: String, _ bytes: [UInt8], _ inventory: ObjectInventory) {
        Sidecar.check(file, bytes, inventory, listing, &faults)
    }

    /// Files against the manifest, both ways; what must be hashed is remembered.
    private mutating func content(_ inventory: ObjectInventory, _ prior: PriorVersions) {
        for version in versions {
            for entry in listing.below("\(version)/\(inventory.content)") where entry.status.kind == .file {
                sizes[LogicalPath(entry.path)] = entry.status.bytes
            }
        }
        var fixity: [LogicalPath: [FileCheck.Expected]] = prior.expected
        for (name, entries) in inventory.fixity {
            guard let algorithm = MessageDigest.Algorithm(rawValue: name) else { continue }
            for entry in entries {
                let expected = FileCheck.Expected(algorithm: algorithm, hex: entry.digest.lowercased(), code: "E093")
                for path in entry.paths { fixity[LogicalPath(path), default: []].append(expected) }
            }
        }
        var listed: Set<LogicalPath> = []
        for entry in inventory.manifest ?? [] {
            for text in entry.paths {
                let path = LogicalPath(text)
                listed.insert(path)
                guard sizes[path] != nil else {
                    faults.note("E092", text, "the manifest lists this file, and it is missing")
                    continue
                }
                let own =
                    inventory.algorithm.map { [FileCheck.Expected(algorithm: $0, hex: entry.digest.lowercased(), code: "E092")] } ?? []
                files.append(FileCheck(path: "\(folder)/\(text)", expected: own + (fixity[path] ?? [])))
            }
        }
        for path in sizes.keys.filter({ !listed.contains($0) }).sorted() {
            faults.note("E023", path.text, "the manifest does not list this file")
        }
    }
}

/// The digest file beside an inventory.
enum Sidecar {
    static func check(
        _ file: String, _ bytes: [UInt8], _ inventory: ObjectInventory, _ listing: ObjectListing, _ faults: inout Faults
    ) {
        guard let algorithm = inventory.algorithm else { return }
        let path = "\(file).\(algorithm.rawValue)"
        guard listing.entry(path) != nil else { return faults.note("E058", path, "the inventory has no digest file") }
        guard let text = try? FileSystem.read("\(listing.root)/\(path)", limit: 1 << 16) else {
            return faults.note("unreadable-file", path, "the digest file cannot be read")
        }
        // A digest, blanks, the name, and the end of the line.
        let line = text.last == 0x0A ? text.dropLast() : text[...]
        let parts = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
        guard parts.count == 2, parts[1].elementsEqual(StoreFormat.inventoryFile.utf8), line.first != 0x20, line.last != 0x20 else {
            return faults.note("E061", path, "not a digest, a blank and inventory.json")
        }
        let digest = MessageDigest(algorithm)
        digest.update(bytes)
        if String(decoding: parts[0], as: UTF8.self).lowercased() != digest.hex() {
            faults.note("E060", path, "the digest is not that of the inventory beside it")
        }
    }
}
