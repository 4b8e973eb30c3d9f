#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <sys/socket.h>
#include "../late.h"

#define SYN_CURL(USE)                                                                                                            \
    USE(curl_easy_cleanup) USE(curl_easy_getinfo) USE(curl_easy_init) USE(curl_easy_perform) USE(curl_easy_setopt) USE(curl_easy_strerror) \
    USE(curl_free) USE(curl_global_init) USE(curl_slist_append) USE(curl_slist_free_all) USE(curl_url) USE(curl_url_cleanup)      \
    USE(curl_url_get) USE(curl_url_set)
struct syn_curl { SYN_CURL(SYN_LATE_MEMBER) };

static inline bool syn_curl_fill(struct syn_curl *table) { SYN_LATE_FILL("libcurl.so.4", SYN_CURL) }

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. In brackets, because they are macros too. */
static inline CURLcode syn_curl_set_long(const struct syn_curl *curl, CURL *handle, CURLoption option, long value) { return (curl->curl_easy_setopt)(handle, option, value); }
static inline CURLcode syn_curl_set_offset(const struct syn_curl *curl, CURL *handle, CURLoption option, curl_off_t value) { return (curl->curl_easy_setopt)(handle, option, value); }
static inline CURLcode syn_curl_set_string(const struct syn_curl *curl, CURL *handle, CURLoption option, const char *value) { return (curl->curl_easy_setopt)(handle, option, value); }
static inline CURLcode syn_curl_set_pointer(const struct syn_curl *curl, CURL *handle, CURLoption option, void *value) { return (curl->curl_easy_setopt)(handle, option, value); }
static inline CURLcode syn_curl_set_list(const struct syn_curl *curl, CURL *handle, CURLoption option, struct curl_slist *value) { return (curl->curl_easy_setopt)(handle, option, value); }
typedef size_t (*syn_curl_write)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode syn_curl_set_write(const struct syn_curl *curl, CURL *handle, CURLoption option, syn_curl_write value) { return (curl->curl_easy_setopt)(handle, option, value); }
static inline CURLcode syn_curl_get_long(const struct syn_curl *curl, CURL *handle, CURLINFO info, long *value) { return (curl->curl_easy_getinfo)(handle, info, value); }
static inline CURLcode syn_curl_get_string(const struct syn_curl *curl, CURL *handle, CURLINFO info, char **value) { return (curl->curl_easy_getinfo)(handle, info, value); }
static inline CURLcode syn_curl_get_offset(const struct syn_curl *curl, CURL *handle, CURLINFO info, curl_off_t *value) { return (curl->curl_easy_getinfo)(handle, info, value); }

/* Connections note their socket at `number`, the newest last. */
static inline int syn_curl_note_socket(void *number, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    *(curl_socket_t *)number = socket;
    return CURL_SOCKOPT_OK;
}
static inline CURLcode syn_curl_note_sockets(const struct syn_curl *curl, CURL *handle, curl_socket_t *number) {
    CURLcode code = (curl->curl_easy_setopt)(handle, CURLOPT_SOCKOPTFUNCTION, syn_curl_note_socket);
    return code == CURLE_OK ? (curl->curl_easy_setopt)(handle, CURLOPT_SOCKOPTDATA, number) : code;
}

/* Tells the other side at once that its bytes have come, where the system would wait up to 40 ms for something to send along (tcp(7)).
   A number that is no socket any more is no matter. */
static inline void syn_acknowledge(curl_socket_t socket) {
#ifdef TCP_QUICKACK
    int now = 1;
    (void)setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &now, sizeof now);
#else
    (void)socket;
#endif
}
