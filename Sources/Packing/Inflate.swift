internal import CBrotliDecoder
internal import CZlib

/// What `bytes`, in the format of zlib (RFC 1950) or gzip (RFC 1952), hold: as much as can be read, at most `limit` bytes. Empty for what
/// is no such data.
public func inflated(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8] {
    var stream = z_stream()
    guard syn_inflate_init(&stream) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var input = Array(bytes)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        var status = Z_OK
        while status == Z_OK, result.count < limit {
            piece.withUnsafeMutableBufferPointer { piece in
                stream.next_out = piece.baseAddress
                stream.avail_out = UInt32(piece.count)
                // "inflate() should normally be called until it returns Z_STREAM_END or an error": a cut stream ends with Z_BUF_ERROR.
                status = inflate(&stream, Z_NO_FLUSH)
                result.append(contentsOf: piece.prefix(piece.count - Int(stream.avail_out)))
            }
        }
    }
    return Array(result.prefix(limit))
}

/// What `bytes`, in Brotli's format (RFC 7932), hold. Nil for what is no such data, and for more than `limit` bytes.
public func unbrotlied(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { BrotliDecoderDestroyInstance(state) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let status = bytes.withUnsafeBufferPointer { input in
        var (rest, next) = (input.count, input.baseAddress)
        var status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
        while status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, result.count <= limit {
            piece.withUnsafeMutableBufferPointer { piece in
                var (room, place) = (piece.count, piece.baseAddress)
                status = BrotliDecoderDecompressStream(state, &rest, &next, &room, &place, nil)
                result.append(contentsOf: piece.prefix(piece.count - room))
            }
        }
        return status
    }
    return status == BROTLI_DECODER_RESULT_SUCCESS && result.count <= limit ? result : nil
}
