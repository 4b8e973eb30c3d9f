import CCrypto

/// A cryptographic hash of bytes that come in pieces: FIPS 180-4, RFC 1321 and RFC 7693, by OpenSSL.
package struct MessageDigest: ~Copyable {
    /// By the names that OCFL 1.1 (section "Digests") gives them.
    package enum Algorithm: String, Sendable, CaseIterable {
        case md5, sha1, sha256, sha512
        case sha512over256 = "sha512/256"
        case blake2b512 = "blake2b-512"

        /// Bytes of a digest.
        package var length: Int {
            switch self {
            case .md5: 16
            case .sha1: 20
            case .sha256, .sha512over256: 32
            case .sha512, .blake2b512: 64
            }
        }

        /// What OpenSSL calls it.
        fileprivate var name: String {
            switch self {
            case .md5: "MD5"
            case .sha1: "SHA1"
            case .sha256: "SHA256"
            case .sha512: "SHA512"
            case .sha512over256: "SHA512-256"
            case .blake2b512: "BLAKE2B-512"
            }
        }
    }

    /// Implementations, looked up once: OpenSSL 3 would do it anew for every digest (EVP_MD_fetch(3), crypto(7), "Performance").
    // Sound because it is never changed after it was made, and a fetched EVP_MD may be used by all threads.
    private struct Implementations: @unchecked Sendable {
        let table = Dictionary(uniqueKeysWithValues: Algorithm.allCases.map { ($0, EVP_MD_fetch(nil, $0.name, nil)) })
    }

    private static let implementations = Implementations()

    private let context: OpaquePointer
    private let length: Int

    package init(_ algorithm: Algorithm) {
        // Only a machine without memory or an OpenSSL without the algorithm fails here; neither has a way to go on.
        guard let context = EVP_MD_CTX_new(), let implementation = Self.implementations.table[algorithm] ?? nil,
            EVP_DigestInit_ex(context, implementation, nil) == 1
        else {
            preconditionFailure("OpenSSL has no \(algorithm.rawValue)")
        }
        self.context = context
        length = algorithm.length
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(status == 1, "OpenSSL failed to hash")
    }

    package func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// Ends the use of this value.
    package consuming func bytes() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        var written: UInt32 = 0
        let status = EVP_DigestFinal_ex(context, &digest, &written)
        precondition(status == 1 && Int(written) == length, "OpenSSL failed to hash")
        return digest
    }

    /// Lowercase hexadecimal digits. Ends the use of this value.
    package consuming func hex() -> String { hexadecimal(bytes()) }
}
