// SPDX-License-Identifier: MIT
// The floor that the bridge is measured against: the least that a C program must do on the same WebKitGTK to have the
// same bridge. An ephemeral context, a view that is in no window, a page under our https base whose module comes from
// the custom scheme, and messages that arrive through a relay in an isolated world. No connector, no wallets, no JSON
// parser.
//
//   floor launch PROGRAM [ARGUMENT…]    puts the time into NEAR_CONNECT_BENCH_START and becomes PROGRAM
//   floor start                         time from there to the page's `ready` message
//   floor round-trip [COUNT]            time from a call into the page to the message that answers it, COUNT times
//   floor window                        a window with a view and nothing else, until it is closed
//
// The two that measure print one JSON line. Scripts/bench says how the Swift program prints the same.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

static const char BASE[] = "https://near-connect-bridge.local/";
static const char WORLD[] = "near-connect";
static const char START[] = "NEAR_CONNECT_BENCH_START";

static const char PAGE[] =
    "<!DOCTYPE html><html><head><meta charset=\"utf-8\">"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src near-connect:\">"
    "<script type=\"module\" src=\"near-connect://bridge/floor.js\"></script></head><body></body></html>";

static const char MODULE[] =
    "const channel = new EventTarget();"
    "document.dispatchEvent(new FocusEvent('near-connect:hello', { relatedTarget: channel }));"
    "const send = (message) =>"
    "  channel.dispatchEvent(new CustomEvent('message', { detail: JSON.stringify(message) }));"
    "globalThis.nearConnect = { perform(text) {"
    "  const { id, kind, params } = JSON.parse(text);"
    "  if (kind === 'echo') send({ v: 1, id, type: 'echo', payload: params });"
    "} };"
    "send({ v: 1, id: null, type: 'ready', payload: { protocol: 1, connector: 'floor' } });";

// What Resources/Bridge/relay.js does.
static const char RELAY[] =
    "document.addEventListener('near-connect:hello', (event) => {"
    "  event.stopImmediatePropagation();"
    "  const handler = window.webkit.messageHandlers.nearConnect;"
    "  globalThis.nearConnectChannel = event.relatedTarget;"
    "  globalThis.nearConnectChannel.addEventListener('message', ({ detail }) => handler.postMessage(detail));"
    "}, { once: true, capture: true });";

enum { WARM_UP = 200, LIMIT_SECONDS = 120 };

typedef struct {
    WebKitWebView *view;
    GMainLoop *loop;
    size_t count;    // round trips to measure; 0 when only the start is measured
    size_t trip;     // the one that is under way, warm-up included
    int64_t sent;    // when it started
    int64_t *times;  // nanoseconds, by trip
    char answer[32]; // what the message that answers it contains
} Bench;

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void fail(const char *message) {
    fprintf(stderr, "floor: %s\n", message);
    exit(1);
}

static gboolean out_of_time(gpointer data) {
    (void)data;
    fail("the page did not answer in time");
    return G_SOURCE_REMOVE;
}

// MARK: - Start

static void report_start(void) {
    const char *text = getenv(START);
    const int64_t end = now_ns();
    if (text == NULL || *text == 0) fail("NEAR_CONNECT_BENCH_START is not set; start me with `floor launch`");
    printf("{\"metric\":\"start\",\"ms\":%.3f}\n", (double)(end - strtoll(text, NULL, 10)) / 1e6);
}

static int launch(char **command) {
    char text[32];
    if (command[0] == NULL) fail("launch what?");
    snprintf(text, sizeof text, "%" PRId64, now_ns());
    setenv(START, text, 1);
    execvp(command[0], command);
    fprintf(stderr, "floor: %s: %s\n", command[0], strerror(errno));
    return 127;
}

// MARK: - Round trips

static void call_ended(GObject *view, GAsyncResult *result, gpointer data) {
    (void)data;
    GError *error = NULL;
    JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, &error);
    if (value == NULL) fail(error->message);
    g_object_unref(value);
}

static void start_trip(Bench *bench) {
    char request[160];
    snprintf(bench->answer, sizeof bench->answer, "\"id\":\"%zu\"", bench->trip);
    bench->sent = now_ns();
    snprintf(
        request, sizeof request,
        "{\"v\":1,\"id\":\"%zu\",\"kind\":\"echo\",\"params\":{\"text\":\"0123456789abcdef0123456789abcdef\"}}",
        bench->trip);
    GVariantBuilder arguments;
    g_variant_builder_init(&arguments, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&arguments, "{sv}", "request", g_variant_new_string(request));
    webkit_web_view_call_async_javascript_function(
        bench->view, "nearConnect.perform(request)", -1, g_variant_builder_end(&arguments), NULL, NULL, NULL,
        call_ended, NULL);
}

static int compare(const void *left, const void *right) {
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void report_trips(const Bench *bench) {
    int64_t *times = bench->times + WARM_UP;
    qsort(times, bench->count, sizeof *times, compare);
    printf(
        "{\"metric\":\"round-trip\",\"median_us\":%.2f,\"p99_us\":%.2f,\"count\":%zu}\n",
        (double)times[bench->count / 2] / 1e3, (double)times[bench->count * 99 / 100] / 1e3, bench->count);
}

static void end_trip(Bench *bench, const char *message) {
    if (strstr(message, bench->answer) == NULL) fail("an answer to another request");
    bench->times[bench->trip] = now_ns() - bench->sent;
    bench->trip += 1;
    if (bench->trip < WARM_UP + bench->count) {
        start_trip(bench);
    } else {
        report_trips(bench);
        g_main_loop_quit(bench->loop);
    }
}

// MARK: - The bridge

static void message_received(WebKitUserContentManager *manager, WebKitJavascriptResult *result, gpointer data) {
    (void)manager;
    Bench *bench = data;
    char *message = jsc_value_to_string(webkit_javascript_result_get_js_value(result));
    if (strstr(message, "\"type\":\"echo\"") != NULL) {
        end_trip(bench, message);
    } else if (strstr(message, "\"type\":\"ready\"") == NULL) {
        fail("a message of another type");
    } else if (bench->count > 0) {
        start_trip(bench);
    } else {
        report_start();
        g_main_loop_quit(bench->loop);
    }
    g_free(message);
}

static void answer_scheme(WebKitURISchemeRequest *request, gpointer data) {
    (void)data;
    GInputStream *body = g_memory_input_stream_new_from_data(MODULE, sizeof MODULE - 1, NULL);
    WebKitURISchemeResponse *response = webkit_uri_scheme_response_new(body, sizeof MODULE - 1);
    SoupMessageHeaders *headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
    soup_message_headers_append(headers, "Access-Control-Allow-Origin", "*");
    webkit_uri_scheme_response_set_content_type(response, "text/javascript");
    webkit_uri_scheme_response_set_http_headers(response, headers); // takes the headers over
    webkit_uri_scheme_request_finish_with_response(request, response);
    g_object_unref(response);
    g_object_unref(body);
}

static WebKitWebContext *make_context(void) {
    WebKitWebContext *context = webkit_web_context_new_ephemeral();
    webkit_web_context_set_sandbox_enabled(context, g_getenv("NEAR_CONNECT_BENCH_SANDBOX") != NULL);
    WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
    webkit_security_manager_register_uri_scheme_as_secure(security, "near-connect");
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "near-connect");
    webkit_web_context_register_uri_scheme(context, "near-connect", answer_scheme, NULL, NULL);
    return context;
}

static WebKitUserContentManager *make_manager(Bench *bench) {
    const char *const allowed[] = {"https://near-connect-bridge.local/*", NULL};
    WebKitUserContentManager *manager = webkit_user_content_manager_new();
    g_signal_connect(manager, "script-message-received::nearConnect", G_CALLBACK(message_received), bench);
    webkit_user_content_manager_register_script_message_handler_in_world(manager, "nearConnect", WORLD);
    WebKitUserScript *relay = webkit_user_script_new_for_world(
        RELAY, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, WORLD, allowed, NULL);
    webkit_user_content_manager_add_script(manager, relay);
    webkit_user_script_unref(relay);
    return manager;
}

static void run(Bench *bench) {
    if (!gtk_init_check(NULL, NULL)) fail("no display");
    WebKitWebContext *context = make_context();
    WebKitUserContentManager *manager = make_manager(bench);
    GtkWidget *view =
        g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL);
    g_object_ref_sink(view);
    bench->view = WEBKIT_WEB_VIEW(view);
    bench->loop = g_main_loop_new(NULL, FALSE);
    bench->times = g_new0(int64_t, WARM_UP + bench->count);
    g_timeout_add_seconds(LIMIT_SECONDS, out_of_time, NULL);
    webkit_web_view_load_html(bench->view, PAGE, BASE);
    g_main_loop_run(bench->loop);
    gtk_widget_destroy(view);
    g_object_unref(view);
    g_object_unref(manager);
    g_object_unref(context);
    g_main_loop_unref(bench->loop);
    g_free(bench->times);
}

static void show_window(void) {
    if (!gtk_init_check(NULL, NULL)) fail("no display");
    WebKitWebContext *context = make_context();
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    GtkWidget *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, NULL);
    gtk_window_set_title(GTK_WINDOW(window), "floor");
    gtk_window_set_default_size(GTK_WINDOW(window), 900, 640);
    gtk_container_add(GTK_CONTAINER(window), view);
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    webkit_web_view_load_html(
        WEBKIT_WEB_VIEW(view), "<body style=\"background:#eee\"><h1>A page</h1><p>With two lines of text.", BASE);
    gtk_widget_show_all(window);
    gtk_main();
    g_object_unref(context);
}

int main(int argc, char **argv) {
    Bench bench = {0};
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "launch") == 0) return launch(argv + 2);
    if (strcmp(what, "window") == 0) {
        show_window();
        return 0;
    }
    if (strcmp(what, "round-trip") == 0) {
        bench.count = argc > 2 ? strtoul(argv[2], NULL, 10) : 3000;
        if (bench.count == 0) fail("count what?");
    } else if (strcmp(what, "start") != 0) {
        fail("usage: floor launch PROGRAM [ARGUMENT…] | start | round-trip [COUNT] | window");
    }
    run(&bench);
    return 0;
}
