#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "../late.h"

#define SYN_MICROHTTPD(USE)                                                                                                  \
    USE(MHD_add_response_header) USE(MHD_create_response_from_buffer) USE(MHD_create_response_from_fd_at_offset64)            \
    USE(MHD_destroy_response) USE(MHD_get_daemon_info) USE(MHD_lookup_connection_value) USE(MHD_queue_response) USE(MHD_start_daemon)
struct syn_microhttpd { SYN_MICROHTTPD(SYN_LATE_MEMBER) };

static inline bool syn_microhttpd_fill(struct syn_microhttpd *table) { SYN_LATE_FILL("libmicrohttpd.so.12", SYN_MICROHTTPD) }

/* Paths come as they were sent: what an escaped slash or dot means is decided where paths are read. */
static inline size_t syn_keep_escapes(void *own, struct MHD_Connection *connection, char *text) {
    (void)own;
    (void)connection;
    return strlen(text);
}

/* Variadic in C. A thread a connection, so that an answer may wait; the stack is what the main thread usually has, because pages are
   rendered on it. NULL with errno where the address cannot be listened on; EINVAL where it is none. */
static inline struct MHD_Daemon *syn_start_daemon(const struct syn_microhttpd *table, const char *address, uint16_t port, MHD_AccessHandlerCallback handler, void *own) {
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    memset(&four, 0, sizeof four);
    memset(&six, 0, sizeof six);
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL;
    const struct sockaddr *place = NULL;
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
        place = (const struct sockaddr *)&four;
    } else if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        place = (const struct sockaddr *)&six;
        flags |= MHD_USE_IPv6;
    } else {
        errno = EINVAL;
        return NULL;
    }
    return table->MHD_start_daemon(flags, port, NULL, NULL, handler, own, MHD_OPTION_SOCK_ADDR, place, MHD_OPTION_UNESCAPE_CALLBACK, &syn_keep_escapes,
                            NULL, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_CONNECTION_LIMIT, 256u, MHD_OPTION_THREAD_STACK_SIZE,
                            (size_t)8 << 20, MHD_OPTION_END);
}

/* The port that is listened on, which the system chose where it was 0. */
static inline uint16_t syn_daemon_port(const struct syn_microhttpd *table, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = table->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/* A header of the request; NULL where it has none of that name. */
static inline const char *syn_request_header(const struct syn_microhttpd *table, struct MHD_Connection *connection, const char *name) {
    return table->MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}
