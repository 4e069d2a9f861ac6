// SPDX-License-Identifier: MIT
// The functions of libcurl that this package uses. The library is loaded when the first of them is needed: with the
// two dozen libraries that it needs itself, it takes half as long to load as all others of near-connect, and commands
// such as devnet ask no node anything. Functions that take any number of arguments, which Swift can't call, have a typed
// form for each.
#ifndef NEAR_CONNECT_CCURL_H
#define NEAR_CONNECT_CCURL_H

#include <curl/curl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>

// Loads libcurl, once, from any thread. Returns why that isn't possible, NULL if it is loaded. All functions below fail
// where it isn't.
const char *near_curl_load(void);

// Has another thread load it, so that nobody waits for it later.
void near_curl_load_ahead(void);

CURLcode near_curl_global_init(long flags);

CURL *near_curl_easy_init(void);
void near_curl_easy_cleanup(CURL *handle);
const char *near_curl_easy_strerror(CURLcode code);
struct curl_slist *near_curl_slist_append(struct curl_slist *list, const char *text);
void near_curl_slist_free_all(struct curl_slist *list);

CURLM *near_curl_multi_init(void);
CURLMcode near_curl_multi_cleanup(CURLM *multi);
CURLMcode near_curl_multi_wakeup(CURLM *multi);
CURLMcode near_curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode near_curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode near_curl_multi_perform(CURLM *multi, int *running);
CURLMsg *near_curl_multi_info_read(CURLM *multi, int *left);
CURLMcode near_curl_multi_poll(CURLM *multi, int timeout_ms);
CURLMcode near_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

CURLcode near_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode near_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode near_curl_set_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode near_curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value);

// Two options that are younger than the libcurl of some distributions that are still in use.
CURLcode near_curl_allow_http_only(CURL *handle);
CURLcode near_curl_leave_lookups_behind(CURL *handle);
// Has programs that this process starts inherit no connection: WebKit starts its own with all that are open.
CURLcode near_curl_keep_sockets(CURL *handle);

// Ends the transfer where the connection, once it is there, leads to another computer; nothing is sent then.
CURLcode near_curl_stay_on_loopback(CURL *handle);

CURLcode near_curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode near_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);

// Names the calling thread for debuggers, and for the sentence of a fault: prctl() takes any number of arguments too.
static inline void near_curl_name_thread(void) {
    prctl(PR_SET_NAME, "libcurl");
}

// True for a numeric address of a loopback interface, in the form in which libcurl prints where it has connected to.
static inline int near_curl_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strncmp(address, "::ffff:127.", 11) == 0;
}

#endif
