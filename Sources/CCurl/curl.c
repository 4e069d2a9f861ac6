// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// libcurl's macros of these names check types in C only.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// The name under which every distribution has had it since 2006.
static const char name[] = "libcurl.so.4";

#define FUNCTIONS(each)                                                                                                \
    each(curl_global_init) each(curl_easy_init) each(curl_easy_cleanup) each(curl_easy_strerror)                       \
    each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append) each(curl_slist_free_all)                   \
    each(curl_multi_init) each(curl_multi_cleanup) each(curl_multi_wakeup) each(curl_multi_add_handle)                 \
    each(curl_multi_remove_handle) each(curl_multi_perform) each(curl_multi_info_read) each(curl_multi_poll)           \
    each(curl_multi_setopt)

#define DECLARE(function) __typeof__(function) *function;
static struct {
    FUNCTIONS(DECLARE)
} library;

static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define FIND(function)                                                                                                 \
    library.function = (__typeof__(library.function))dlsym(handle, #function);                                         \
    if (library.function == NULL) snprintf(failure, sizeof failure, "%s has no %s", name, #function);
    FUNCTIONS(FIND)
}

const char *near_curl_load(void) {
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

static void *load_ahead(void *unused) {
    near_curl_load();
    return unused;
}

void near_curl_load_ahead(void) {
    pthread_t thread;
    // Without a thread it is loaded when it is needed.
    if (pthread_create(&thread, NULL, load_ahead, NULL) == 0) pthread_detach(thread);
}

CURLcode near_curl_global_init(long flags) {
    return near_curl_load() == NULL ? library.curl_global_init(flags) : CURLE_FAILED_INIT;
}

// Whoever has a handle has loaded the library.

CURL *near_curl_easy_init(void) { return near_curl_load() == NULL ? library.curl_easy_init() : NULL; }

void near_curl_easy_cleanup(CURL *handle) { library.curl_easy_cleanup(handle); }

const char *near_curl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }

struct curl_slist *near_curl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void near_curl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLM *near_curl_multi_init(void) { return near_curl_load() == NULL ? library.curl_multi_init() : NULL; }

CURLMcode near_curl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }

CURLMcode near_curl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup(multi); }

CURLMcode near_curl_multi_add_handle(CURLM *multi, CURL *handle) {
    return library.curl_multi_add_handle(multi, handle);
}

CURLMcode near_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return library.curl_multi_remove_handle(multi, handle);
}

CURLMcode near_curl_multi_perform(CURLM *multi, int *running) { return library.curl_multi_perform(multi, running); }

CURLMsg *near_curl_multi_info_read(CURLM *multi, int *left) { return library.curl_multi_info_read(multi, left); }

CURLMcode near_curl_multi_poll(CURLM *multi, int timeout_ms) {
    return library.curl_multi_poll(multi, NULL, 0, timeout_ms, NULL);
}

CURLMcode near_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURLcode near_curl_set_long(CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode near_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode near_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode near_curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode near_curl_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return library.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return library.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

CURLcode near_curl_leave_lookups_behind(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return library.curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)data, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode near_curl_keep_sockets(CURL *handle) {
    return library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

static int refuse_others(void *data, char *address, char *own, int port, int own_port) {
    (void)data, (void)own, (void)port, (void)own_port;
    return near_curl_is_loopback(address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

CURLcode near_curl_stay_on_loopback(CURL *handle) {
    return library.curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, refuse_others);
}

CURLcode near_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode near_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return library.curl_easy_getinfo(handle, info, value);
}
