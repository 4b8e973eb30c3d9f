#pragma once
/* First: igraph defines _GNU_SOURCE, which would give fd_set other members here than in all other modules. */
#include <stdlib.h>
#include <igraph.h>

/* VECTOR and igraph_rng_default are macros over structures in some versions of igraph; Swift imports no such macros. */
static inline igraph_error_t syn_igraph_seed(unsigned long seed) { return igraph_rng_seed(igraph_rng_default(), seed); }
/* The library's own handler of errors ends the program (igraph_error.h); with this one a call returns its code. */
static inline void syn_igraph_quiet(void) {
    igraph_set_error_handler(igraph_error_handler_ignore);
    igraph_set_warning_handler(igraph_warning_handler_ignore);
}
