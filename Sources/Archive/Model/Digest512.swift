import Snapshot

/// A SHA-512 digest (FIPS 180-4).
package struct Digest512: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let words: SIMD8<UInt64>

    /// 64 bytes.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == 64)
        var words = SIMD8<UInt64>()
        var word: UInt64 = 0
        for index in 0..<64 {
            word = word << 8 | UInt64(bytes[index])
            if index % 8 == 7 { words[index / 8] = word }
        }
        self.words = words
    }

    /// The order of the digits.
    package static func < (left: Digest512, right: Digest512) -> Bool {
        for word in 0..<8 where left.words[word] != right.words[word] { return left.words[word] < right.words[word] }
        return false
    }

    /// 128 hexadecimal digits of either case; nil for anything else.
    init?(hex: String) {
        var hex = hex
        let parsed = hex.withUTF8 { Self.parsed($0) }
        guard let parsed else { return nil }
        words = parsed
    }

    private static func parsed(_ hex: UnsafeBufferPointer<UInt8>) -> SIMD8<UInt64>? {
        guard hex.count == 128 else { return nil }
        var words = SIMD8<UInt64>()
        var word: UInt64 = 0
        var index = 0
        for byte in hex {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x61...0x66: digit = byte - 0x61 + 10
            case 0x41...0x46: digit = byte - 0x41 + 10
            default: return nil
            }
            word = word << 4 | UInt64(digit)
            if index % 16 == 15 { words[index / 16] = word }
            index += 1
        }
        return words
    }

    /// 128 lowercase digits.
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        write(into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func write(into text: inout [UInt8]) {
        for word in 0..<8 {
            let value = words[word]
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
                text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }
}

extension Digest512 {
    init(hashing bytes: some Sequence<UInt8>) {
        let digest = MessageDigest(.sha512)
        digest.update(bytes)
        self.init(digest.bytes())
    }

    /// What `sha512sum` prints for the files, hashed: one digest for a whole night. The files sorted by the bytes of their paths.
    static func root<Files: Sequence<(path: LogicalPath, digest: Digest512)>>(of files: Files) -> Digest512 {
        let root = MessageDigest(.sha512)
        var lines: [UInt8] = []
        for (path, digest) in files {
            // A name with a backslash is escaped, and its line begins with one (GNU coreutils).
            let isEscaped = path.text.utf8.contains(0x5C)
            if isEscaped { lines.append(0x5C) }
            digest.write(into: &lines)
            lines.append(0x20)
            lines.append(0x20)
            for byte in path.text.utf8 {
                if byte == 0x5C { lines.append(0x5C) }
                lines.append(byte)
            }
            lines.append(0x0A)
            if lines.count > 1 << 16 {
                root.update(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        root.update(lines)
        return Digest512(root.bytes())
    }
}
