#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include "../late.h"

#define SYN_ARCHIVE(USE)                                                                                                        \
    USE(archive_entry_filetype) USE(archive_entry_pathname) USE(archive_entry_pathname_utf8) USE(archive_error_string)           \
    USE(archive_read_data) USE(archive_read_free) USE(archive_read_new) USE(archive_read_next_header) USE(archive_read_open_fd)  \
    USE(archive_read_support_format_zip)
struct syn_archive { SYN_ARCHIVE(SYN_LATE_MEMBER) };

static inline bool syn_archive_fill(struct syn_archive *table) { SYN_LATE_FILL("libarchive.so.13", SYN_ARCHIVE) }
