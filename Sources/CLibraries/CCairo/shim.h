#pragma once
#include <cairo.h>
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

/* GObject's reference macros take any pointer; C variadics and macros do not import. */
static inline void syn_g_object_unref(void *object) { g_object_unref(object); }
