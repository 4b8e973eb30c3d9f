#pragma once
/* First: igraph defines _GNU_SOURCE, which would give fd_set other members here than in all other modules. */
#include <stdlib.h>
#if __has_include(<igraph.h>)
#include <igraph.h>
#else
#include <igraph/igraph.h>
#endif
#include "../late.h"

#define SYN_IGRAPH(USE)                                                                                                              \
    USE(igraph_community_multilevel) USE(igraph_create) USE(igraph_destroy) USE(igraph_error_handler_ignore)                          \
    USE(igraph_layout_fruchterman_reingold) USE(igraph_matrix_destroy) USE(igraph_matrix_get) USE(igraph_matrix_init)                 \
    USE(igraph_rng_default) USE(igraph_rng_seed) USE(igraph_set_error_handler) USE(igraph_set_warning_handler) USE(igraph_strerror)   \
    USE(igraph_vector_destroy) USE(igraph_vector_init) USE(igraph_vector_int_destroy) USE(igraph_vector_int_get)                      \
    USE(igraph_vector_int_init) USE(igraph_vector_int_set) USE(igraph_vector_set) USE(igraph_version) USE(igraph_warning_handler_ignore)
struct syn_igraph { SYN_IGRAPH(SYN_LATE_MEMBER) };

/* Of the version whose headers this was compiled with; its types are others in the next one. */
static inline bool syn_igraph_fill(struct syn_igraph *table) {
#if IGRAPH_VERSION_MAJOR > 0
    SYN_LATE_FILL("libigraph.so.4", SYN_IGRAPH)
#else
    SYN_LATE_FILL("libigraph.so.3", SYN_IGRAPH)
#endif
}

/* VECTOR and igraph_rng_default are macros over structures in some versions of igraph; Swift imports no such macros. */
static inline igraph_error_t syn_igraph_seed(const struct syn_igraph *table, unsigned long seed) {
    return table->igraph_rng_seed(table->igraph_rng_default(), seed);
}
/* The library's own handler of errors ends the program (igraph_error.h); with this one a call returns its code. */
static inline void syn_igraph_quiet(const struct syn_igraph *table) {
    table->igraph_set_error_handler(table->igraph_error_handler_ignore);
    table->igraph_set_warning_handler(table->igraph_warning_handler_ignore);
}
