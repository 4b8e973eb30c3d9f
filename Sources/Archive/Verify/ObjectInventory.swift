import Snapshot

/// An inventory as it is written, right or wrong (OCFL 1.1, section "Inventory"). A member is nil where it is missing or no such thing.
struct ObjectInventory: Sendable {
    /// A digest and the paths that have it, as they stand in a manifest, a state or a fixity block.
    struct Entry: Sendable {
        var digest: String
        var paths: [String]
        /// The digest without regard to case.
        var key: DigestKey

        init(digest: String, paths: [String]) {
            self.digest = digest
            self.paths = paths
            key = DigestKey(digest)
        }
    }

    struct Version: Sendable {
        var name: String
        var created: String?
        var message: String?
        var userName: String?
        var userAddress: String?
        var hasUser = false
        var state: [Entry]?
    }

    var id: String?
    var type: String?
    var digestAlgorithm: String?
    var head: String?
    var contentDirectory: String?
    var manifest: [Entry]?
    var versions: [Version]?
    var fixity: [(algorithm: String, entries: [Entry])] = []

    var content: String { contentDirectory ?? "content" }
    var algorithm: MessageDigest.Algorithm? { digestAlgorithm.flatMap { MessageDigest.Algorithm(rawValue: $0) } }

    /// `1.1` of `https://ocfl.io/1.1/spec/#inventory`.
    var specification: String? {
        guard let type, type.hasPrefix("https://ocfl.io/"), type.hasSuffix("/spec/#inventory") else { return nil }
        let version = String(type.dropFirst(16).dropLast(16))
        return ["1.0", "1.1"].contains(version) ? version : nil
    }
}

/// A digest of whatever algorithm, to be compared: that of ours is eight words, and no text of 128 digits.
enum DigestKey: Hashable, Sendable {
    case sha512(Digest512)
    case other(String)

    init(_ text: String) { self = Digest512(hex: text).map { .sha512($0) } ?? .other(text.lowercased()) }
}

/// Reads an inventory and notes what is no such thing as the specification wants.
struct InventoryReader {
    private var inventory = ObjectInventory()
    private var faults: Faults
    private let file: String

    /// Nil where the file is no JSON object at all (`E033`).
    static func read(_ bytes: [UInt8], _ file: String, _ faults: inout Faults) -> ObjectInventory? {
        var reader = InventoryReader(faults: Faults(at: faults.place), file: file)
        defer { faults.take(reader.faults) }
        do throws(JSONFailure) {
            try bytes.withBytes { (bytes) throws(JSONFailure) in
                try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try reader.top(&cursor) }
            }
            return reader.inventory
        } catch {
            reader.note("E033", "no JSON object: \(error)")
            return nil
        }
    }

    private init(faults: Faults, file: String) {
        self.faults = faults
        self.file = file
    }

    private mutating func note(_ code: String, _ message: String) { faults.note(code, file, message) }

    private mutating func top(_ cursor: inout JSONCursor) throws(JSONFailure) {
        var seen: Set<String> = []
        try cursor.object { (cursor, key) throws(JSONFailure) in
            if !seen.insert(key).inserted { note("E033", "the key \(key) is there twice") }
            switch key {
            case "id": inventory.id = try text(&cursor, "E037", key)
            case "type": inventory.type = try text(&cursor, "E038", key)
            case "digestAlgorithm": inventory.digestAlgorithm = try text(&cursor, "E025", key)
            case "head": inventory.head = try text(&cursor, "E040", key)
            case "contentDirectory": inventory.contentDirectory = try text(&cursor, "E017", key)
            case "manifest": inventory.manifest = try entries(&cursor, notObject: "E106", notList: "E092", key)
            case "versions": try versions(&cursor)
            case "fixity": try fixity(&cursor)
            default:
                note("E102", "the specification knows no key \(key)")
                try cursor.skip()
            }
        }
        for key in ["id", "type", "digestAlgorithm", "head"] where !seen.contains(key) { note("E036", "there is no \(key)") }
        if !seen.contains("manifest") { note("E041", "there is no manifest") }
        if !seen.contains("versions") { note("E043", "there is no block of versions") }
    }

    private mutating func text(_ cursor: inout JSONCursor, _ code: String, _ key: String) throws(JSONFailure) -> String? {
        if cursor.peek() == UInt8(ascii: "\"") { return try cursor.string() }
        note(code, "\(key) is no text")
        try cursor.skip()
        return nil
    }

    /// False, and the value is passed over, where it is no object.
    private mutating func isObject(_ cursor: inout JSONCursor, _ code: String, _ what: String) throws(JSONFailure) -> Bool {
        if cursor.peek() == UInt8(ascii: "{") { return true }
        note(code, "\(what) is no object")
        try cursor.skip()
        return false
    }

    private mutating func entries(
        _ cursor: inout JSONCursor, notObject: String, notList: String, _ what: String
    ) throws(JSONFailure) -> [ObjectInventory.Entry]? {
        guard try isObject(&cursor, notObject, what) else { return nil }
        var entries: [ObjectInventory.Entry] = []
        try cursor.object { (cursor, digest) throws(JSONFailure) in
            guard cursor.peek() == UInt8(ascii: "[") else {
                note(notList, "\(what): no list of paths for \(digest.prefix(16))…")
                return try cursor.skip()
            }
            var paths: [String] = []
            try cursor.array { (cursor) throws(JSONFailure) in
                if let path = try text(&cursor, notList, "a path in \(what)") { paths.append(path) }
            }
            entries.append(ObjectInventory.Entry(digest: digest, paths: paths))
        }
        return entries
    }

    private mutating func versions(_ cursor: inout JSONCursor) throws(JSONFailure) {
        guard try isObject(&cursor, "E044", "the block of versions") else { return }
        var versions: [ObjectInventory.Version] = []
        try cursor.object { (cursor, name) throws(JSONFailure) in
            guard try isObject(&cursor, "E047", "version \(name)") else { return }
            versions.append(try version(&cursor, name))
        }
        inventory.versions = versions
    }

    private mutating func version(_ cursor: inout JSONCursor, _ name: String) throws(JSONFailure) -> ObjectInventory.Version {
        var version = ObjectInventory.Version(name: name)
        var seen: Set<String> = []
        try cursor.object { (cursor, key) throws(JSONFailure) in
            if !seen.insert(key).inserted { note("E033", "\(name) has the key \(key) twice") }
            switch key {
            case "created": version.created = try text(&cursor, "E049", "created of \(name)")
            case "message": version.message = try text(&cursor, "E094", "message of \(name)")
            case "state": version.state = try entries(&cursor, notObject: "E050", notList: "E050", "state of \(name)")
            case "user": try user(&cursor, &version)
            default:
                note("E102", "the specification knows no key \(key) of a version")
                try cursor.skip()
            }
        }
        for key in ["created", "state"] where !seen.contains(key) { note("E048", "\(name) has no \(key)") }
        for key in ["message", "user"] where !seen.contains(key) { note("W007", "\(name) has no \(key)") }
        return version
    }

    private mutating func user(_ cursor: inout JSONCursor, _ version: inout ObjectInventory.Version) throws(JSONFailure) {
        version.hasUser = true
        guard try isObject(&cursor, "E054", "user of \(version.name)") else { return }
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "name": version.userName = try text(&cursor, "E054", "name of the user of \(version.name)")
            case "address": version.userAddress = try text(&cursor, "E054", "address of the user of \(version.name)")
            default:
                note("E102", "the specification knows no key \(key) of a user")
                try cursor.skip()
            }
        }
        if (version.userName ?? "").isEmpty { note("E054", "the user of \(version.name) has no name") }
        if version.userAddress == nil { note("W008", "the user of \(version.name) has no address") }
    }

    private mutating func fixity(_ cursor: inout JSONCursor) throws(JSONFailure) {
        guard try isObject(&cursor, "E111", "the fixity block") else { return }
        try cursor.object { (cursor, algorithm) throws(JSONFailure) in
            if let entries = try entries(&cursor, notObject: "E057", notList: "E057", "fixity by \(algorithm)") {
                inventory.fixity.append((algorithm, entries))
            }
        }
    }
}
