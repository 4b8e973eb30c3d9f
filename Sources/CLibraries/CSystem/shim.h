#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/* Gives memory back to the system that was freed and is kept for what may come; and has blocks of 64 KiB and more go back at once, before small
   ones that stay are put into their places. */
#if defined(__GLIBC__)
#include <malloc.h>
static inline void syn_return_freed_memory(void) { malloc_trim(0); }
static inline void syn_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 64 << 10); }
#elif defined(__APPLE__)
#include <malloc/malloc.h>
static inline void syn_return_freed_memory(void) { malloc_zone_pressure_relief(NULL, 0); }
static inline void syn_return_large_blocks(void) {}
#else
static inline void syn_return_freed_memory(void) {}
static inline void syn_return_large_blocks(void) {}
#endif

/* Variadic in C, which Swift does not import. */
static inline int syn_open_at(int folder, const char *path, int flags, mode_t mode) { return openat(folder, path, flags | O_CLOEXEC, mode); }

/* `flock` is a structure and a function. 0, or -1 when another process holds the lock. */
static inline int syn_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
static inline int syn_try_shared_lock(int descriptor) { return flock(descriptor, LOCK_SH | LOCK_NB); }

/* Columns of the terminal, 0 where there is none. */
static inline int syn_terminal_columns(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* The kinds of directory entries, and 0 where the file system does not tell. */
static inline int syn_entry_is_folder(const struct dirent *entry) { return entry->d_type == DT_DIR; }
static inline int syn_entry_is_unknown(const struct dirent *entry) { return entry->d_type == DT_UNKNOWN; }

/* The handler is a member of a union, which Swift imports under another name on each system. */
static inline int syn_ignores_signal(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
static inline void syn_ignore_signal(int number) { signal(number, SIG_IGN); }

/* Starts a program that reads from descriptor 3 and writes to 4; the standard three lead nowhere. Neither end may be 3 or 4 itself.
   Done here because the types of the actions differ between systems. 0, or the error's number. */
static inline int syn_spawn_with_pipes(const char *path, char *const *arguments, char *const *environment, int input, int output, pid_t *child) {
    posix_spawn_file_actions_t actions;
    int status = posix_spawn_file_actions_init(&actions);
    if (status != 0) return status;
    for (int standard = 0; standard < 3 && status == 0; standard++)
        status = posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
    if (status == 0) status = posix_spawn_file_actions_adddup2(&actions, input, 3);
    if (status == 0) status = posix_spawn_file_actions_adddup2(&actions, output, 4);
    if (status == 0) status = posix_spawn(child, path, &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/* Variadic in C. A copy of the descriptor at 10 or above, closed in programs that are started; -1 with errno. */
static inline int syn_high_descriptor(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }
