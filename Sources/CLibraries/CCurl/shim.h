#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. */
static inline CURLcode syn_curl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode syn_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode syn_curl_set_string(CURL *handle, CURLoption option, const char *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode syn_curl_set_pointer(CURL *handle, CURLoption option, void *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode syn_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(handle, option, value); }
typedef size_t (*syn_curl_write)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode syn_curl_set_write(CURL *handle, CURLoption option, syn_curl_write value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode syn_curl_get_long(CURL *handle, CURLINFO info, long *value) { return curl_easy_getinfo(handle, info, value); }
static inline CURLcode syn_curl_get_string(CURL *handle, CURLINFO info, char **value) { return curl_easy_getinfo(handle, info, value); }
static inline CURLcode syn_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) { return curl_easy_getinfo(handle, info, value); }

/* Connections note their socket at `number`, the newest last. */
static inline int syn_curl_note_socket(void *number, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    *(curl_socket_t *)number = socket;
    return CURL_SOCKOPT_OK;
}
static inline CURLcode syn_curl_note_sockets(CURL *handle, curl_socket_t *number) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, syn_curl_note_socket);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, number) : code;
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
