import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
struct SHA256: ~Copyable {
    private let context: OpaquePointer

    init() {
        // Only a machine without memory or an OpenSSL without SHA-256 fails here; neither has a way to go on.
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("OpenSSL has no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(status == 1, "OpenSSL failed to hash")
    }

    func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// 64 lowercase hexadecimal digits. Ends the use of this value.
    consuming func hex() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 32
        let status = EVP_DigestFinal_ex(context, &digest, &length)
        precondition(status == 1 && length == 32, "OpenSSL failed to hash")
        return hexadecimal(digest)
    }
}

/// SHA-256 of the bytes as 64 lowercase hexadecimal digits.
public func sha256Hex(_ bytes: some Sequence<UInt8>) -> String {
    let hash = SHA256()
    hash.update(bytes)
    return hash.hex()
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}
