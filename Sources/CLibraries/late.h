#pragma once
/* Libraries that few runs need are loaded on first use: with all that they need themselves, they take longer to load than most runs take.
   A shim lists what it uses of one, has it as a structure of function pointers of the types that the library's header gives them, and
   fills that. On Linux nothing of such a library is linked; elsewhere it is linked as others are. */
#define SYN_LATE_MEMBER(name) __typeof__(&name) name;

#if defined(__linux__)
#include <dlfcn.h>
#define SYN_LATE_FIND(name) && (table->name = (__typeof__(&name))dlsym(library, #name))
/* The end of a function that fills `table`: false where there is no such library, or not all of its functions. It is never unloaded. */
#define SYN_LATE_FILL(file, functions)                     \
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);   \
    return library functions(SYN_LATE_FIND);
#else
#define SYN_LATE_TAKE(name) table->name = &name;
#define SYN_LATE_FILL(file, functions) functions(SYN_LATE_TAKE) return true;
#endif
