// SPDX-License-Identifier: MIT
// libcurl, and typed forms of those of its functions that take any number of arguments, which Swift can't call.
#ifndef NEAR_CONNECT_CCURL_SHIM_H
#define NEAR_CONNECT_CCURL_SHIM_H

#include <curl/curl.h>
#include <string.h>
#include <sys/prctl.h>

// libcurl's macros of these names check types in C only.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

static inline CURLcode near_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode near_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode near_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode near_curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// Two options that are younger than the libcurl of some distributions that are still in use.
static inline CURLcode near_curl_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static inline CURLcode near_curl_leave_lookups_behind(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

// Names the calling thread for debuggers, and for the sentence of a fault: prctl() takes any number of arguments too.
static inline void near_curl_name_thread(void) {
    prctl(PR_SET_NAME, "libcurl");
}

// Whether a numeric address, as libcurl prints those that it has connected to, is of a loopback interface.
static inline int near_curl_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strncmp(address, "::ffff:127.", 11) == 0;
}

static inline int near_curl_refuse_others(void *data, char *address, char *own, int port, int own_port) {
    (void)data, (void)own, (void)port, (void)own_port;
    return near_curl_is_loopback(address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// Ends the transfer where the connection, once it is there, leads to another computer; nothing is sent then.
static inline CURLcode near_curl_stay_on_loopback(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, near_curl_refuse_others);
}

static inline CURLcode near_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode near_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode near_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

#endif
