#pragma once
#include <popt.h>

/* In C `poptOption` is a structure and a typedef for a pointer to it; Swift has one name for both. */
typedef struct poptOption syn_popt_option;
