internal import CZlib

/// Bytes in the format of zlib (RFC 1950), as few as it can make them; empty where there is no memory.
public func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&result, &length, bytes, UInt(bytes.count), Z_BEST_COMPRESSION) == Z_OK else { return [] }
    return Array(result.prefix(Int(length)))
}

/// CRC-32 as gzip and PNG use it (RFC 1952, section 8).
public func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
}
