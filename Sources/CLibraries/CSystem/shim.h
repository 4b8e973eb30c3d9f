#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* glibc hides these behind _GNU_SOURCE, which Swift does not define; macOS has renameatx_np and no syncfs. */
#if defined(__linux__)
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int syncfs(int descriptor);
static inline int syn_exchange(const char *a, const char *b) { return renameat2(AT_FDCWD, a, AT_FDCWD, b, 1u << 1); }
static inline int syn_sync_file_system(int descriptor) { return syncfs(descriptor); }
#else
static inline int syn_exchange(const char *a, const char *b) { return renamex_np(a, b, RENAME_SWAP); }
static inline int syn_sync_file_system(int descriptor) { return fsync(descriptor); }
#endif
