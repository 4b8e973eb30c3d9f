#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>

/* Exported by the library and missing from its public headers (src/syntax_extension.h, src/inlines.c). */
void cmark_manage_extensions_special_characters(cmark_parser *parser, int add);
