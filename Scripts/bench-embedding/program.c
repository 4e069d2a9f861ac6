/* SPDX-License-Identifier: MIT */
/* The program in C of Scripts/bench embedding. It prints one JSON line, as its counterparts in Swift and Python do.
 *
 *   program ready              from NEAR_CONNECT_BENCH_START until the bridge page has announced itself; private memory
 *   program verb NODE COUNT    an account read from a node, COUNT times, one after the other
 *   program nested NODE COUNT  the same, in turns with reading it in a handler that runs a dialog, until the answer comes
 */
#include <inttypes.h>
#include <near-connect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 20 };

static gint64 now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void note(GObject *manager, GAsyncResult *result, gpointer place) {
    (void)manager;
    *(GAsyncResult **)place = g_object_ref(result);
}

static GAsyncResult *wait_for(GAsyncResult **result) {
    while (*result == NULL) g_main_context_iteration(NULL, TRUE);
    return *result;
}

static void wait_until_ready(NearConnectManager *manager) {
    g_autoptr(GAsyncResult) result = NULL;
    g_autoptr(GError) error = NULL;
    near_connect_manager_wait_ready_async(manager, NULL, note, &result);
    if (!near_connect_manager_wait_ready_finish(manager, wait_for(&result), &error)) g_error("%s", error->message);
}

static long private_kib(void) {
    g_autofree char *text = NULL;
    long sum = 0;
    if (!g_file_get_contents("/proc/self/smaps_rollup", &text, NULL, NULL)) return 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "Private_")) sum += atol(strchr(*line, ':') + 1);
    }
    return sum;
}

static NearConnectManager *manager_of(const char *node) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", node != NULL ? "devnet" : "testnet", "rpc-url", node, "ephemeral", TRUE,
        NULL);
}

static int compare(gconstpointer a, gconstpointer b) {
    const gint64 one = *(const gint64 *)a, other = *(const gint64 *)b;
    return (one > other) - (one < other);
}

static double median_us(gint64 *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return (double)times[count / 2] / 1000;
}

static gint64 view(NearConnectManager *manager) {
    g_autoptr(GAsyncResult) result = NULL;
    g_autoptr(GError) error = NULL;
    gint64 began = now();
    near_connect_manager_view_account_async(manager, "bob.test.near", NULL, note, &result);
    g_autofree char *json = near_connect_manager_view_account_finish(manager, wait_for(&result), &error);
    if (json == NULL) g_error("%s", error->message);
    return now() - began;
}

/* A call in a handler that waits in a dialog. */
typedef struct {
    GtkWidget *dialog;
    gint64 began;
    gint64 time;
} Nested;

static void answered(GObject *manager, GAsyncResult *result, gpointer data) {
    Nested *nested = data;
    nested->time = now() - nested->began;
    gtk_dialog_response(GTK_DIALOG(nested->dialog), GTK_RESPONSE_OK);
    (void)manager;
    (void)result;
}

/* Called by the library: a handler of an operation's, which asks for more and waits in a dialog. */
static void run_dialog(GObject *manager, GAsyncResult *result, gpointer data) {
    Nested *nested = data;
    nested->dialog = gtk_dialog_new();
    nested->began = now();
    near_connect_manager_view_account_async(NEAR_CONNECT_MANAGER(manager), "bob.test.near", NULL, answered, nested);
    gtk_dialog_run(GTK_DIALOG(nested->dialog));
    gtk_widget_destroy(nested->dialog);
    (void)result;
}

static gint64 nested(NearConnectManager *manager) {
    Nested nested = {0};
    near_connect_manager_view_account_async(manager, "bob.test.near", NULL, run_dialog, &nested);
    while (nested.time == 0) g_main_context_iteration(NULL, TRUE);
    return nested.time;
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    const char *mode = argc > 1 ? argv[1] : "", *node = argc > 2 ? argv[2] : NULL;
    const int count = argc > 3 ? atoi(argv[3]) : 1;
    g_autoptr(NearConnectManager) manager = manager_of(node);
    wait_until_ready(manager);
    if (g_str_equal(mode, "ready")) {
        /* First the time: to count the memory takes some. */
        const gint64 ended = now();
        const char *text = getenv("NEAR_CONNECT_BENCH_START");
        printf(
            "{\"ms\":%.2f,\"private_kib\":%ld}\n",
            (double)(ended - g_ascii_strtoll(text != NULL ? text : "0", NULL, 10)) / 1e6, private_kib());
        return 0;
    }
    g_autofree gint64 *times = g_new0(gint64, (gsize)count), *dialogs = g_new0(gint64, (gsize)count);
    const gboolean is_nested = g_str_equal(mode, "nested");
    for (int turn = -WARM_UP; turn < count; turn++) {
        gint64 time = view(manager), dialog = is_nested ? nested(manager) : 0;
        if (turn >= 0) times[turn] = time, dialogs[turn] = dialog;
    }
    printf("{\"us\":%.1f,\"nested_us\":%.1f}\n", median_us(times, count), median_us(dialogs, count));
    return 0;
}
