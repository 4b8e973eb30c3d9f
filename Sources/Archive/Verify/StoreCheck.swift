import Snapshot

/// The store's root and the folders between it and the objects (OCFL 1.1, section "OCFL Storage Root").
struct StoreCheck {
    private let store: ArchiveStore
    private var faults = Faults(at: "")
    private var objects: [String] = []

    init(_ store: ArchiveStore) { self.store = store }

    /// - Returns: the folders of the objects, from the store's root, sorted.
    consuming func run(_ faults: inout Faults) -> [String] {
        root()
        ownFiles()
        faults.take(self.faults)
        return objects
    }

    private mutating func root() {
        guard let names = try? FileSystem.names(in: store.path) else {
            return faults.note("unreadable-file", "", "the store cannot be listed")
        }
        declaration(names)
        for name in names {
            switch FileSystem.kind("\(store.path)/\(name)") {
            case .folder where name == StoreFormat.extensionsFolder: extensions()
            case .folder: hierarchy(name)
            case .link: faults.note("E090", name, "a symbolic link")
            case .other: faults.note("E089", name, "neither file nor folder")
            case .file where !Self.knownFiles.contains(name): faults.note("extra-file", name, "the store has no such file of its own")
            case .file, nil: break
            }
        }
    }

    private static let knownFiles: Set<String> = [
        StoreFormat.declarationFile, StoreFormat.layoutFile, StoreFormat.identityFile, StoreFormat.identitySidecar, StoreFormat.readmeFile,
        NightLedger.file,
    ]

    private mutating func declaration(_ names: [String]) {
        let found = names.filter { $0.hasPrefix("0=") }
        if found.isEmpty { faults.note("E069", "", "there is no declaration \(StoreFormat.declarationFile)") }
        if found.count > 1 { faults.note("E076", "", "there is more than one declaration") }
        for name in found where name != StoreFormat.declarationFile {
            faults.note(
                name.hasPrefix("0=ocfl_") ? "E077" : "E079", name, "not the declaration of an OCFL \(StoreFormat.specification) store")
        }
        if found.contains(StoreFormat.declarationFile),
            (try? FileSystem.read("\(store.path)/\(StoreFormat.declarationFile)")) != StoreFormat.declaration
        {
            faults.note("E080", StoreFormat.declarationFile, "the declaration's text is not its name after the equals sign")
        }
    }

    private mutating func extensions() {
        let folder = StoreFormat.extensionsFolder
        for name in (try? FileSystem.names(in: "\(store.path)/\(folder)")) ?? [] {
            let path = "\(folder)/\(name)"
            guard FileSystem.kind("\(store.path)/\(path)") == .folder else {
                faults.note("E112", path, "only folders of extensions belong here")
                continue
            }
            guard name == StoreFormat.layoutName else {
                faults.note("W016", path, "the store uses no such extension")
                continue
            }
            for name in (try? FileSystem.names(in: "\(store.path)/\(path)")) ?? [] where "\(path)/\(name)" != StoreFormat.configFile {
                faults.note("extra-file", "\(path)/\(name)", "the store has no such file of its own")
            }
        }
    }

    /// A folder below the root that is not an object's: others in it, or nothing that belongs there.
    private mutating func hierarchy(_ folder: String) {
        guard let names = try? FileSystem.names(in: "\(store.path)/\(folder)") else {
            return faults.note("unreadable-file", folder, "the folder cannot be listed")
        }
        if names.isEmpty { return faults.note("E073", folder, "an empty folder") }
        let kinds = names.map { FileSystem.kind("\(store.path)/\(folder)/\($0)") }
        if kinds.contains(.file), isObject(names) {
            objects.append(folder)
            return
        }
        for (name, kind) in zip(names, kinds) {
            let path = "\(folder)/\(name)"
            switch kind {
            case .folder: hierarchy(path)
            case .link: faults.note("E090", path, "a symbolic link")
            case .file, .other, nil: faults.note("E072", path, "a file that is not part of an object")
            }
        }
    }

    /// By its declaration, or by what else only an object has where that is what is missing.
    private func isObject(_ names: [String]) -> Bool {
        names.contains { $0.hasPrefix("0=") || $0.contains("ocfl_object_") || $0.hasPrefix(StoreFormat.inventoryFile) }
    }

    /// The files that describe the store, by the digests in the identity, and that by its own digest file.
    private mutating func ownFiles() {
        guard let identity = try? FileSystem.read("\(store.path)/\(StoreFormat.identityFile)", limit: 1 << 20) else {
            return faults.note("store-file", StoreFormat.identityFile, "the file cannot be read")
        }
        let sidecar = "\(Digest512(hashing: identity)) \(StoreFormat.identityFile)\n"
        if (try? FileSystem.read("\(store.path)/\(StoreFormat.identitySidecar)", limit: 1 << 12)) != Array(sidecar.utf8) {
            faults.note("store-file", StoreFormat.identityFile, "the digest in \(StoreFormat.identitySidecar) is not that of the file")
        }
        for (path, hex) in store.identity.files.sorted(by: { $0.key < $1.key }) {
            guard let bytes = try? FileSystem.read("\(store.path)/\(path)", limit: 1 << 20) else {
                faults.note("store-file", path, "the file is missing or cannot be read")
                continue
            }
            if Digest512(hashing: bytes).description != hex { faults.note("store-file", path, "the file is not the one that was written") }
            if path == StoreFormat.layoutFile { layout(bytes) }
        }
    }

    private mutating func layout(_ bytes: [UInt8]) {
        var texts: [String: String] = [:]
        let read: Void? = try? bytes.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                try cursor.object { (cursor, key) throws(JSONFailure) in texts[key] = try cursor.looseString() }
            }
        }
        if read == nil || texts["extension"] == nil || texts["description"] == nil {
            faults.note("E070", StoreFormat.layoutFile, "there is no extension or no description in it")
        } else if texts["extension"] != StoreFormat.layoutName {
            faults.note("E071", StoreFormat.layoutFile, "the extension is not that of this store")
        }
    }
}
