import Snapshot

/// What one inventory must be by itself, whatever lies beside it.
struct InventoryRules {
    private let inventory: ObjectInventory
    private let file: String
    private var faults: Faults
    /// Version numbers by name, of those names that are right.
    private var numbers: [(name: String, number: Int)] = []

    /// - Returns: the names of its versions, in order.
    static func check(_ inventory: ObjectInventory, _ file: String, _ faults: inout Faults) -> [String] {
        var rules = InventoryRules(inventory: inventory, file: file, faults: Faults(at: faults.place))
        rules.header()
        rules.versionNames()
        rules.manifest()
        for version in inventory.versions ?? [] { rules.version(version) }
        rules.fixity()
        faults.take(rules.faults)
        return rules.numbers.map(\.name)
    }

    private init(inventory: ObjectInventory, file: String, faults: Faults) {
        self.inventory = inventory
        self.file = file
        self.faults = faults
    }

    private mutating func note(_ code: String, _ message: String) { faults.note(code, file, message) }

    private mutating func header() {
        if let id = inventory.id {
            if id.isEmpty { note("E037", "the id is empty") }
            let scheme = id.prefix { $0 != ":" }
            let isURI =
                scheme.count < id.count && scheme.first?.isLetter == true
                && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            if !isURI { note("W005", "the id is no URI") }
        }
        if inventory.type != nil, inventory.specification == nil { note("E038", "type is not that of OCFL 1.0 or 1.1") }
        switch inventory.digestAlgorithm {
        case nil, "sha512": break
        case "sha256": note("W004", "sha256 where sha512 should be")
        default: note("E025", "contents may be addressed by sha512 or sha256 only")
        }
        if let folder = inventory.contentDirectory {
            if folder.utf8.contains(UInt8(ascii: "/")) { note("E017", "contentDirectory has a slash") }
            if folder == "." || folder == ".." { note("E018", "contentDirectory is \(folder)") }
            if folder.isEmpty { note("E108", "contentDirectory is empty") }
        }
    }

    private mutating func versionNames() {
        guard let versions = inventory.versions else { return }
        var widths: Set<Int> = []
        for name in versions.map(\.name) {
            let digits = name.dropFirst()
            guard name.first == "v", !digits.isEmpty else {
                note("E104", "\(name) is no name of a version: v and a number")
                continue
            }
            guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number > 0 else {
                note("E105", "\(name) has no positive number")
                continue
            }
            widths.insert(digits.first == "0" ? digits.count : 0)
            numbers.append((name, number))
        }
        numbers.sort { $0.number < $1.number }
        if widths.count > 1 { note("E012", "some names of versions are padded with zeros, some are not, or not alike") }
        if widths.contains(where: { $0 > 0 }) { note("W001", "names of versions are padded with zeros") }
        if versions.isEmpty { note("E008", "there is no version") }
        if !versions.isEmpty, numbers.first?.number != 1 { note("E009", "the versions do not begin with 1") }
        for (left, right) in zip(numbers, numbers.dropFirst()) where right.number != left.number + 1 {
            note("E010", "\(right.name) comes after \(left.name)")
        }
        if let head = inventory.head, head != numbers.last?.name { note("E040", "head is \(head), the last version is another") }
    }

    // MARK: Blocks of digests

    private mutating func manifest() {
        guard let manifest = inventory.manifest else { return }
        let used = Set((inventory.versions ?? []).flatMap { $0.state ?? [] }.map(\.key))
        var seen: Set<DigestKey> = []
        for entry in manifest {
            let digest = entry.digest
            if !seen.insert(entry.key).inserted { note("E096", "the digest \(digest.prefix(16))… is there twice") }
            if !isDigest(digest, inventory.algorithm) {
                note("E025", "no digest by \(inventory.digestAlgorithm ?? "?"): \(digest.prefix(16))…")
            }
            if !used.contains(entry.key) { note("E107", "no version uses the digest \(digest.prefix(16))…") }
        }
        let paths = manifest.flatMap(\.paths)
        for path in paths { contentPath(path) }
        for path in conflicts(paths) { note("E101", "the content path is there twice, or a folder and a file: \(path)") }
    }

    private mutating func contentPath(_ path: String) {
        if hasOuterSlash(path) { return note("E100", "the content path begins or ends with a slash: \(path)") }
        if hasOddElement(path) { return note("E099", "the content path has an element that is empty, . or ..: \(path)") }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        guard parts.count > 2, numbers.contains(where: { parts[0].elementsEqual($0.name.utf8) }),
            parts[1].elementsEqual(inventory.content.utf8)
        else {
            return note("E042", "no content path of a version of this object: \(path)")
        }
    }

    private mutating func version(_ version: ObjectInventory.Version) {
        if let created = version.created, !isMoment(created) { note("E049", "created of \(version.name) is no date and time of RFC 3339") }
        if let address = version.userAddress, !address.contains(":") {
            note("W009", "the address of the user of \(version.name) is no URI")
        }
        guard let state = version.state else { return }
        let stored = Set((inventory.manifest ?? []).map(\.key))
        for entry in state where !stored.contains(entry.key) {
            note("E050", "\(version.name) has a digest that is not in the manifest: \(entry.digest.prefix(16))…")
        }
        let paths = state.flatMap(\.paths)
        for path in paths {
            if hasOuterSlash(path) {
                note("E053", "a logical path of \(version.name) begins or ends with a slash: \(path)")
            } else if hasOddElement(path) {
                note("E052", "a logical path of \(version.name) has an element that is empty, . or ..: \(path)")
            }
        }
        for path in conflicts(paths) { note("E095", "a logical path of \(version.name) is there twice, or a folder and a file: \(path)") }
    }

    private mutating func fixity() {
        let stored = Set((inventory.manifest ?? []).flatMap(\.paths).map { LogicalPath($0) })
        for (algorithm, entries) in inventory.fixity {
            let known = MessageDigest.Algorithm(rawValue: algorithm)
            if known == nil, !Self.furtherAlgorithms.contains(algorithm) { note("E056", "no digest algorithm of OCFL: \(algorithm)") }
            var seen: Set<String> = []
            for entry in entries {
                if !seen.insert(entry.digest.lowercased()).inserted { note("E097", "fixity by \(algorithm) has a digest twice") }
                if let known, !isDigest(entry.digest, known) { note("E057", "no digest by \(algorithm): \(entry.digest.prefix(16))…") }
                for path in entry.paths where !stored.contains(LogicalPath(path)) {
                    note("E057", "fixity by \(algorithm) names a file that is not in the manifest: \(path)")
                }
            }
        }
    }

    /// Of the digest algorithms' extension (0001 and its successors) that we cannot compute; such entries are passed over (E028).
    private static let furtherAlgorithms: Set<String> = ["blake2b-160", "blake2b-256", "blake2b-384", "size", "crc32"]

    private func isDigest(_ text: String, _ algorithm: MessageDigest.Algorithm?) -> Bool {
        guard let algorithm else { return true }
        return text.utf8.count == algorithm.length * 2
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) || (65...70).contains($0) }
    }

    /// Paths that are there twice, or the folder of another.
    private func conflicts(_ paths: [String]) -> [String] {
        var all: Set<LogicalPath> = []
        all.reserveCapacity(paths.count)
        var found = paths.filter { !all.insert(LogicalPath($0)).inserted }
        // Files share their folders: each of these is looked up once.
        var seen: Set<LogicalPath> = []
        for path in paths {
            var folder = path[...]
            while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
                folder = folder[..<slash]
                let above = LogicalPath(String(folder))
                guard seen.insert(above).inserted else { break }
                if all.contains(above) { found.append(above.text) }
            }
        }
        return found
    }
}

private func hasOuterSlash(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") || path.utf8.last == UInt8(ascii: "/") }

/// An element that is empty, `.` or `..`.
private func hasOddElement(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
}

/// The date and time of RFC 3339, section 5.6, with a zone.
func isMoment(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard CalendarDate(iso: text) != nil, bytes.count >= 20, [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[10]) else {
        return false
    }
    func number(_ at: Int, _ limit: Int) -> Bool {
        guard at + 1 < bytes.count, (48...57).contains(bytes[at]), (48...57).contains(bytes[at + 1]) else { return false }
        return Int(bytes[at] - 48) * 10 + Int(bytes[at + 1] - 48) <= limit
    }
    guard number(11, 23), bytes[13] == 58, number(14, 59), bytes[16] == 58, number(17, 60) else { return false }
    var at = 19
    if bytes[at] == UInt8(ascii: ".") {
        let start = at + 1
        at = start
        while at < bytes.count, (48...57).contains(bytes[at]) { at += 1 }
        if at == start { return false }
    }
    guard at < bytes.count else { return false }
    if bytes[at] == UInt8(ascii: "Z") || bytes[at] == UInt8(ascii: "z") { return at + 1 == bytes.count }
    guard bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-"), bytes.count == at + 6 else { return false }
    return number(at + 1, 23) && bytes[at + 3] == 58 && number(at + 4, 59)
}
