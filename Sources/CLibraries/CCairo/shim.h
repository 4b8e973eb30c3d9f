#pragma once
#include <cairo.h>
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

/* GObject's reference macros take any pointer; C variadics and macros do not import. */
static inline void syn_g_object_unref(void *object) { g_object_unref(object); }
static inline void syn_g_object_ref(void *object) { g_object_ref(object); }

/* Checked cast macros of GObject, which Swift does not import. */
static inline cairo_scaled_font_t *syn_scaled_font(PangoFont *font) {
  return pango_cairo_font_get_scaled_font((PangoCairoFont *)font);
}
/* A bit field inside a bit-field struct: read here so that Swift need not know its layout. */
static inline int syn_glyph_is_color(const PangoGlyphInfo *glyph) { return glyph->attr.is_color; }
static inline int syn_glyph_is_unknown(const PangoGlyphInfo *glyph) { return (glyph->glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0; }
static inline int syn_glyph_is_empty(const PangoGlyphInfo *glyph) { return glyph->glyph == PANGO_GLYPH_EMPTY; }
/* Members of an anonymous union of structs. */
static inline cairo_path_data_type_t syn_path_type(const cairo_path_data_t *data) { return data->header.type; }
static inline int syn_path_length(const cairo_path_data_t *data) { return data->header.length; }
