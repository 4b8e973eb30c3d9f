internal import CBrotli
internal import CZlib

/// How a file may be packed beside its original, so that a server need not pack it for each reader (RFC 9110, section 8.4.1).
///
/// The same bytes give the same bytes: no clock, no name and no system is in them.
public enum ContentCoding: String, Sendable, CaseIterable {
    /// gzip (RFC 1952) by zlib, level 9.
    case gzip = "gz"
    /// Brotli (RFC 7932), quality 11, a window of 4 MiB.
    case brotli = "br"

    /// What a file's name gets: `.gz`.
    public var suffix: String { "." + rawValue }

    /// As `Accept-Encoding` and `Content-Encoding` name it.
    public var token: String { self == .gzip ? "gzip" : "br" }

    /// What decides about the bytes besides the input: another library may pack otherwise.
    public var maker: String {
        switch self {
        case .gzip: "gzip 9 by zlib \(String(cString: zlibVersion()))"
        case .brotli: "brotli 11 by libbrotlienc \(String(BrotliEncoderVersion(), radix: 16))"
        }
    }

    /// The packed bytes; nil where they are not fewer, or the library has no memory for them.
    public func packed(_ bytes: [UInt8]) -> [UInt8]? {
        let packed =
            switch self {
            case .gzip: gzipped(bytes)
            case .brotli: brotlied(bytes)
            }
        return packed.flatMap { $0.count < bytes.count ? $0 : nil }
    }
}

private func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard bytes.count < Int(UInt32.max), syn_gzip_init(&stream, 9) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    // "os" is the system that packed it, which zlib knows by itself; 255 is none. The structure is read until the head is written.
    let header = UnsafeMutablePointer<gz_header>.allocate(capacity: 1)
    header.initialize(to: gz_header())
    defer { header.deallocate() }
    header.pointee.os = 255
    guard deflateSetHeader(&stream, header) == Z_OK else { return nil }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count)))))
    let status = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(clamping: output.count)
            return deflate(&stream, Z_FINISH)
        }
    }
    guard status == Z_STREAM_END else { return nil }
    output.removeLast(output.count - Int(stream.total_out))
    return output
}

private func brotlied(_ bytes: [UInt8]) -> [UInt8]? {
    // What would be longer than this is not wanted: "encoded_size: in, size of the buffer; out, length of the data, or 0 on failure".
    var size = bytes.count
    var output = [UInt8](repeating: 0, count: size)
    let isDone = bytes.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            BrotliEncoderCompress(11, 22, BROTLI_MODE_TEXT, input.count, input.baseAddress, &size, output.baseAddress)
        }
    }
    guard isDone != 0, size > 0 else { return nil }
    output.removeLast(output.count - size)
    return output
}
