/// A short name of content, for files that may be kept for ever: FNV-1a, 64 bits (draft-eastlake-fnv). Not for security.
enum ContentHash {
    static func value(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Eight hex digits.
    static func name(_ bytes: some Sequence<UInt8>) -> String {
        let value = value(bytes)
        let digits = String(UInt32(truncatingIfNeeded: value ^ value >> 32), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
