import Snapshot

/// The store's file `nights.json`: every night that was ever kept and not pruned, with the digest of its inventory.
///
/// Nights refer to earlier ones and never to later ones, so a newest night that is lost with its folder would be missed by nobody. OCFL lets
/// a storage root have files of its own as direct children; this one is replaced as a whole after a night's folder has got its place. A night
/// that a killed run has put there without its line gets it from the next one.
struct NightLedger: Equatable {
    static let file = "nights.json"
    private static let name = "synapse-publish nights"

    /// SHA-512 of the inventory, lowercase hexadecimal digits.
    private(set) var digests: [NightName: String] = [:]

    /// Oldest first.
    var nights: [NightName] { digests.keys.sorted() }

    init() {}

    /// The store's; nil where it has none, as those that an early version made.
    init?(of store: String) throws(SnapshotError) {
        let path = "\(store)/\(Self.file)"
        guard FileSystem.kind(path) != nil else { return nil }
        let bytes = try FileSystem.read(path)
        guard let ledger = Self(bytes), ledger.encoded() == bytes else {
            throw SnapshotError(
                .badData, "not the list of the nights that was written", at: path,
                advice: "Restore it from a copy, or remove it to have a new one.")
        }
        self = ledger
    }

    private init?(_ bytes: [UInt8]) {
        var digests: [NightName: String] = [:]
        var format: String?
        let read: Void? = try? bytes.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                try cursor.object { (cursor, key) throws(JSONFailure) in
                    switch key {
                    case "format": format = try cursor.string()
                    case "nights":
                        try cursor.array { (cursor) throws(JSONFailure) in
                            let (night, digest) = try Self.entry(&cursor)
                            digests[night] = digest
                        }
                    default: try cursor.skip()
                    }
                }
            }
        }
        guard read != nil, format == Self.name else { return nil }
        self.digests = digests
    }

    private static func entry(_ cursor: inout JSONCursor) throws(JSONFailure) -> (NightName, String) {
        var texts: [String: String] = [:]
        try cursor.object { (cursor, key) throws(JSONFailure) in texts[key] = try cursor.string() }
        guard let night = texts["night"].flatMap({ NightName($0) }), let digest = texts["inventory_sha512"] else {
            throw cursor.failure("no night or no digest")
        }
        return (night, digest)
    }

    /// A night a line.
    func encoded() -> [UInt8] {
        JSONValue.object([
            "format": .string(Self.name), "format_version": 1,
            "nights": .array(
                nights.map { .object(["night": .string($0.description), "inventory_sha512": .string(digests[$0] ?? "")]) }),
        ]).document()
    }

    /// Lists the nights that are in the store and not in the list yet.
    ///
    /// - Parameter folder: of a night's object.
    mutating func take(_ nights: some Sequence<NightName>, folder: (NightName) -> String) throws(SnapshotError) {
        for night in nights where digests[night] == nil {
            digests[night] = try FileCopy.hash("\(folder(night))/\(StoreFormat.inventoryFile)").digest.description
        }
    }
}
