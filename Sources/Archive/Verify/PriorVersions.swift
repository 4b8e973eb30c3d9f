import Snapshot

/// The inventories in an object's version folders against the one in its root. Our own nights have one version; others' may have more.
struct PriorVersions: Sendable {
    /// Digests that earlier inventories give for files, where their algorithm is another.
    private(set) var expected: [LogicalPath: [FileCheck.Expected]] = [:]
    private let root: ObjectInventory
    private let listing: ObjectListing

    init(_ root: ObjectInventory, _ versions: [String], _ listing: ObjectListing, faults: inout Faults) {
        self.root = root
        self.listing = listing
        var specification = "1.0"
        var setsContentFolder: Bool?
        for version in versions {
            let file = "\(version)/\(StoreFormat.inventoryFile)"
            guard listing.entry(file) != nil else {
                faults.note("W010", version, "there is no inventory in the version's folder")
                continue
            }
            guard let bytes = try? FileSystem.read("\(listing.root)/\(file)") else {
                faults.note("unreadable-file", file, "the inventory cannot be read")
                continue
            }
            if version == versions.last {
                same(file, bytes, &faults)
                if root.specification.map({ $0 < specification }) == true {
                    faults.note("E103", file, "an earlier version of OCFL than before")
                }
                continue
            }
            guard let inventory = InventoryReader.read(bytes, file, &faults) else { continue }
            let names = InventoryRules.check(inventory, file, &faults)
            Sidecar.check(file, bytes, inventory, listing, &faults)
            if inventory.specification.map({ $0 < specification }) == true {
                faults.note("E103", file, "an earlier version of OCFL than before")
            }
            specification = inventory.specification ?? specification
            compare(inventory, names, file, first: &setsContentFolder, &faults)
        }
    }

    private func same(_ file: String, _ bytes: [UInt8], _ faults: inout Faults) {
        guard let top = try? FileSystem.read("\(listing.root)/\(StoreFormat.inventoryFile)"), top == bytes else {
            return faults.note("E064", file, "not the same as the inventory in the object's root")
        }
        Sidecar.check(file, bytes, root, listing, &faults)
    }

    private mutating func compare(
        _ inventory: ObjectInventory, _ names: [String], _ file: String, first setsContentFolder: inout Bool?, _ faults: inout Faults
    ) {
        if inventory.id != root.id {
            faults.note("E110", file, "the id is another than in the object's root")
            faults.note("E037", file, "the id is another than in the object's root")
        }
        let sets = setsContentFolder ?? (inventory.contentDirectory != nil)
        setsContentFolder = sets
        if !sets, inventory.contentDirectory != nil || root.contentDirectory != nil {
            faults.note("E019", file, "contentDirectory is set later than in the first version")
        }
        if inventory.content != root.content { faults.note("E020", file, "contentDirectory is another than in the object's root") }
        let kept = Set((root.manifest ?? []).flatMap(\.paths).map { LogicalPath($0) })
        for entry in inventory.manifest ?? [] {
            for path in entry.paths {
                if !kept.contains(LogicalPath(path)) {
                    faults.note("E023", path, "an earlier manifest has it, the one in the object's root has not")
                }
                if let algorithm = inventory.algorithm {
                    expected[LogicalPath(path), default: []].append(
                        FileCheck.Expected(algorithm: algorithm, hex: entry.digest.lowercased(), code: "E092"))
                }
            }
        }
        for name in names { states(name, inventory, file, &faults) }
    }

    /// The same files with the same contents, by whatever algorithm: contents are compared by the files that hold them.
    private func states(_ name: String, _ inventory: ObjectInventory, _ file: String, _ faults: inout Faults) {
        guard let now = root.versions?.first(where: { $0.name == name }) else {
            return faults.note("E066", file, "\(name) is not in the inventory of the object's root")
        }
        guard let then = inventory.versions?.first(where: { $0.name == name }) else { return }
        if holders(now, root) != holders(then, inventory) {
            faults.note("E066", file, "\(name) has another state than in the object's root")
        }
        if now.created != then.created || now.message != then.message || now.userName != then.userName
            || now.userAddress != then.userAddress
        {
            faults.note("W011", file, "\(name) has another moment, message or user than in the object's root")
        }
    }

    /// For each logical path the first content path that holds it, of those of its own time.
    private func holders(_ version: ObjectInventory.Version, _ inventory: ObjectInventory) -> [LogicalPath: LogicalPath] {
        let limit = Int(version.name.dropFirst()) ?? 0
        var contents: [String: LogicalPath] = [:]
        for entry in inventory.manifest ?? [] {
            let paths = entry.paths.filter { (Int($0.prefix { $0 != "/" }.dropFirst()) ?? 0) <= limit }
            contents[entry.digest.lowercased()] = paths.map { LogicalPath($0) }.min()
        }
        var holders: [LogicalPath: LogicalPath] = [:]
        for entry in version.state ?? [] {
            for path in entry.paths { holders[LogicalPath(path)] = contents[entry.digest.lowercased()] ?? LogicalPath("") }
        }
        return holders
    }
}
