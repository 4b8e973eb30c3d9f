#pragma once
#include <gumbo.h>

/* The default options are a constant that Swift sees as a mutable global. */
static inline GumboOutput *syn_gumbo_parse(const char *html, size_t length) {
  GumboOptions options = kGumboDefaultOptions;
  return gumbo_parse_with_options(&options, html, length);
}

static inline void syn_gumbo_free(GumboOutput *output) { gumbo_destroy_output(&kGumboDefaultOptions, output); }
