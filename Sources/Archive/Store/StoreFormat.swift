import Snapshot

/// The store: an OCFL 1.1 storage root (https://ocfl.io/1.1/spec/) with one object a night.
///
///     0=ocfl_1.1                   what this is, for every OCFL tool
///     ocfl_layout.json             names the layout extension, 0003: a folder of two digits of a hash, in it one named after the id
///     extensions/0003-…/config.json  its parameters
///     synapse-publish.json         whose nights these are, and the digests of the store's own files
///     README.md                    how to read it without this program
///     nights.json                  every night with the digest of its inventory, so that a lost one is missed
///     ab/urn%3auuid%3a…/           a night: its record, its table, and the files that no earlier table of its chain has
///
/// Everything is a plain file. A night's id is a name-based UUID (RFC 9562, version 5) of the vault's id and the night's name.
enum StoreFormat {
    static let name = "synapse-publish archive"
    static let version = 1
    static let specification = "1.1"

    static let declarationFile = "0=ocfl_1.1"
    static let declaration = Array("ocfl_1.1\n".utf8)
    static let layoutFile = "ocfl_layout.json"
    static let layoutName = "0003-hash-and-id-n-tuple-storage-layout"
    static let extensionsFolder = "extensions"
    static let configFile = "extensions/0003-hash-and-id-n-tuple-storage-layout/config.json"
    static let identityFile = "synapse-publish.json"
    static let identitySidecar = "synapse-publish.json.sha512"
    static let readmeFile = "README.md"

    static let objectDeclarationFile = "0=ocfl_object_1.1"
    static let objectDeclaration = Array("ocfl_object_1.1\n".utf8)
    static let inventoryFile = "inventory.json"
    static let inventorySidecar = "inventory.json.sha512"
    /// A night is written once: its object has one version.
    static let contentFolder = "v1/content"
    static let recordFile = "night.json"

    /// A difference a night, a full table every so many nights.
    static let nightsUntilFull = 30

    private static let tupleSize = 2

    private static let layout = JSONValue.object([
        "extension": .string(layoutName),
        "description":
            "Each object lies in a folder named after its percent-encoded id, below one named after the first two digits of the id's SHA-512",
    ]).document()

    private static let config = JSONValue.object([
        "extensionName": .string(layoutName), "digestAlgorithm": "sha512", "tupleSize": .int(tupleSize), "numberOfTuples": 1,
    ]).document()

    /// The store's own files but the declaration, the identity and its sidecar.
    private static let described: [(path: String, bytes: [UInt8])] = [
        (layoutFile, layout), (configFile, config), (readmeFile, Array(StoreReadme.text.utf8)),
    ]

    /// Every file of a new store.
    static func files(vault: String, title: String) -> [(path: String, bytes: [UInt8])] {
        let identity = JSONValue.object([
            "format": .string(name), "format_version": .int(version), "vault": .string(vault), "title": .string(title),
            "files": .object(
                Dictionary(uniqueKeysWithValues: described.map { ($0.path, .string(Digest512(hashing: $0.bytes).description)) })),
        ]).document()
        let sidecar = "\(Digest512(hashing: identity)) \(identityFile)\n"
        return [(declarationFile, declaration)] + described + [(identityFile, identity), (identitySidecar, Array(sidecar.utf8))]
    }

    // MARK: Ids and places

    /// Namespace of the nights' ids, made at random once (RFC 9562, section 6.6). README.md of each store names it.
    static let namespace = "3c7e2a52-9d0b-4f6e-8a11-5f0c3b7d94e6"

    /// `urn:uuid:…` (RFC 9562, section 5.5) of the text `VAULT/NIGHT`.
    static func objectID(vault: String, night: NightName) -> String {
        let hash = MessageDigest(.sha1)
        let digits = Array(namespace.utf8).filter { $0 != UInt8(ascii: "-") }
        hash.update(
            stride(from: 0, to: digits.count, by: 2).map { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0 })
        hash.update("\(vault)/\(night)".utf8)
        var bytes = Array(hash.bytes().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Array(hexadecimal(bytes))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }

    /// The object's folder within the store, as extension 0003 gives it with the parameters above.
    static func objectFolder(id: String) -> String {
        let digest = Digest512(hashing: id.utf8).description
        var name = ""
        for byte in id.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: name += "%" + hexadecimal([byte])
            }
        }
        if name.utf8.count > 100 { name = "\(name.prefix(100))-\(digest)" }
        return "\(digest.prefix(tupleSize))/\(name)"
    }
}

/// Whose nights a store holds.
public struct StoreIdentity: Sendable, Equatable {
    public let vault: String
    public let title: String
    /// Digests of the store's own files by their paths.
    let files: [String: String]
    let version: Int

    /// The identity file's bytes; nil where it is not one of ours.
    init?(_ bytes: [UInt8]) {
        var texts: [String: String] = [:]
        var files: [String: String] = [:]
        var version = 0
        let read: Void? = try? bytes.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                try cursor.object { (cursor, key) throws(JSONFailure) in
                    switch key {
                    case "format", "vault", "title": texts[key] = try cursor.string()
                    case "format_version": version = try cursor.int()
                    case "files": try cursor.object { (cursor, key) throws(JSONFailure) in files[key] = try cursor.string() }
                    default: try cursor.skip()
                    }
                }
            }
        }
        guard read != nil, texts["format"] == StoreFormat.name, let vault = texts["vault"] else { return nil }
        self.vault = vault
        title = texts["title"] ?? vault
        self.files = files
        self.version = version
    }
}

extension FolderMarker {
    /// A folder whose `synapse-publish.json` has the format's name.
    static let archive = FolderMarker(fileName: StoreFormat.identityFile, meaning: "a store of nights") { path in
        guard let bytes = try? FileSystem.read(path, limit: 1 << 20) else { return false }
        return StoreIdentity(bytes) != nil
    }
}
