#pragma once
#include <zlib.h>
// inflateInit2 and deflateInit2 are macros, which Swift does not see.
// 15 bits of window; 32 more find out by themselves whether the frame is zlib's or gzip's.
static inline int syn_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
// 16 more write gzip's.
static inline int syn_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
