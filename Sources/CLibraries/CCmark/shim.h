#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <stdint.h>

/* The text that an inline extension reads: a public function returns it as a struct that no public header defines
   (src/chunk.h: a pointer, a length and a flag). The same in every cmark-gfm 0.29. */
struct syn_chunk {
  const unsigned char *bytes;
  int32_t length;
  int32_t is_allocated;
};

static inline const unsigned char *syn_inline_text(cmark_inline_parser *parser, int32_t *length) {
  const struct syn_chunk *chunk = (const struct syn_chunk *)cmark_inline_parser_get_chunk(parser);
  *length = chunk->length;
  return chunk->bytes;
}
