/// Digits in groups of three.
func grouped(_ value: Int, by separator: String) -> String {
    var digits = String(value.magnitude)
    var grouped = ""
    while digits.utf8.count > 3 {
        grouped = separator + digits.suffix(3) + grouped
        digits.removeLast(3)
    }
    return (value < 0 ? "\u{2212}" : "") + digits + grouped
}

/// Bytes for readers, decimal units with at most one decimal: `1 byte`, `812 bytes`, `4.2 MB`.
func sizeText(_ bytes: Int, one: String, many: String, decimal: String, number: (Int) -> String) -> String {
    func rounded(_ unit: Int, _ name: String) -> String {
        let tenths = (bytes * 10 + unit / 2) / unit
        return tenths >= 100 || tenths % 10 == 0
            ? "\(number((tenths + 5) / 10)) \(name)" : "\(tenths / 10)\(decimal)\(tenths % 10) \(name)"
    }
    switch bytes {
    case ..<1000: return "\(bytes) \(bytes == 1 ? one : many)"
    case ..<1_000_000: return rounded(1000, "KB")
    case ..<1_000_000_000: return rounded(1_000_000, "MB")
    default: return rounded(1_000_000_000, "GB")
    }
}
