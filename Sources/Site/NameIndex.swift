/// Names to entries. Keys compare by canonical equivalence, as Swift's strings do, so NFC and NFD meet.
///
/// Nearly every name has one bearer: the second and later ones go to a table of their own, which keeps the first small.
struct NameIndex: Sendable {
    private var first: [String: Int32] = [:]
    private var more: [String: [Int32]] = [:]

    init(reserving count: Int = 0) { first.reserveCapacity(count) }

    mutating func add(_ name: String, _ entry: Int32) {
        guard !name.isEmpty else { return }
        if let known = first[name] {
            if known != entry, more[name]?.contains(entry) != true { more[name, default: []].append(entry) }
        } else {
            first[name] = entry
        }
    }

    /// Those who bear a name, in the order in which they were added.
    struct Bearers {
        var first: Int32
        /// Empty for nearly every name, which costs no memory.
        var others: [Int32]
        var all: [Int32] { [first] + others }
    }

    subscript(name: String) -> Bearers? {
        guard let one = first[name] else { return nil }
        return Bearers(first: one, others: more.isEmpty ? [] : more[name] ?? [])
    }
}
