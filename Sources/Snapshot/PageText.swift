extension VaultSnapshot {
    /// A page's file as UTF-8: what other programs wrote as UTF-16 with a byte order mark is converted, and a block of metadata below the
    /// first heading stands before it.
    public func text(of path: String) throws(SnapshotError) -> [UInt8] { pageText(try read(path)) }
}

package func pageText(_ bytes: [UInt8]) -> [UInt8] { Frontmatter.gathered(utf8Text(bytes)) }

/// UTF-16 with a byte order mark (The Unicode Standard, section 23.8) as UTF-8; anything else as it is.
private func utf8Text(_ bytes: [UInt8]) -> [UInt8] {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units: [UInt16] = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
        let upper = UInt16(bytes[index + high])
        return upper << 8 | UInt16(bytes[index + low])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
}
