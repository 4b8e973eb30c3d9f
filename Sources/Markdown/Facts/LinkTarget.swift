enum LinkTarget {
    /// An address without and with what follows its first `#`. Addresses with a scheme stay as they are; others are percent-decoded.
    static func split(_ url: Bytes, _ verdict: AddressPolicy.Verdict) -> (target: String, fragment: String?) {
        if verdict == .picture { return (Marker.text(url.slice(0..<min(url.count, 64))), nil) }
        let hash = url.first(0x23)
        let target = url.slice(0..<(hash ?? url.count))
        let fragment = hash.map { url.slice($0 + 1..<url.count) }
        let isAbsolute = verdict != .relative || target.starts(with: "//")
        if isAbsolute { return (Marker.text(target), fragment.map(Marker.text)) }
        return (decoded(target), fragment.flatMap { $0.isEmpty ? nil : decoded($0) })
    }

    static func decoded(_ bytes: Bytes) -> String {
        guard bytes.contains(0x25) else { return Marker.text(bytes) }
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x25, at + 2 < bytes.count, bytes[at + 1].isASCIIHexDigit, bytes[at + 2].isASCIIHexDigit {
                result.append(hex(bytes[at + 1]) << 4 | hex(bytes[at + 2]))
                at += 3
            } else {
                result.append(Marker.original(bytes[at]) ?? bytes[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hex(_ digit: UInt8) -> UInt8 {
        digit.isASCIIDigit ? digit - 0x30 : (digit | 0x20) - 0x57
    }
}
