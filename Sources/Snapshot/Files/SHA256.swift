/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
struct SHA256: ~Copyable {
    private let digest = MessageDigest(.sha256)

    func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }

    func update(_ bytes: some Sequence<UInt8>) { digest.update(bytes) }

    /// 64 lowercase hexadecimal digits. Ends the use of this value.
    consuming func hex() -> String { digest.hex() }
}

/// SHA-256 of the bytes as 64 lowercase hexadecimal digits.
public func sha256Hex(_ bytes: some Sequence<UInt8>) -> String {
    let hash = SHA256()
    hash.update(bytes)
    return hash.hex()
}

/// SHA-256 of the bytes, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    let digest = MessageDigest(.sha256)
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.bytes()
}

/// Two lowercase digits a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}
