/* SPDX-License-Identifier: MIT */
/* Programs that need a process of their own: one whose GTK runs on a worker thread, one that forks first, one without a
 * display, and what a process looks like before and after. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stage.h"

/* Sends with the wallets in a window, which goes afterwards. */
static void send_in_window(NearConnectManager *manager) {
    g_autoptr(GError) error = NULL;
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    g_auto(StageEnd) end = {0};
    near_connect_manager_send_near_async(manager, "bob.test.near", "1", NULL, stage_note, &end);
    g_autoptr(NearConnectOutcome) outcome =
        near_connect_manager_send_near_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(outcome);
    gtk_widget_destroy(window);
}

/* Threads */

typedef struct {
    GMutex mutex;
    GCond cond;
    gboolean is_done;
} Progress;

/* The thread stays until the process ends: WebKit's other threads wait for ever for one that has gone. */
static gpointer run_gtk(gpointer data) {
    Progress *progress = data;
    g_autoptr(GError) error = NULL;
    stage_use_this_thread();
    gtk_init(NULL, NULL);
    g_assert_true(near_connect_init(&error));
    g_assert_no_error(error);
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    send_in_window(manager);
    g_mutex_lock(&progress->mutex);
    progress->is_done = TRUE;
    g_cond_signal(&progress->cond);
    g_mutex_unlock(&progress->mutex);
    gtk_main();
    return NULL;
}

static void program_with_gtk_on_a_worker(void) {
    static Progress progress;
    g_autoptr(GError) error = NULL;
    g_thread_unref(g_thread_new("gtk", run_gtk, &progress));
    g_mutex_lock(&progress.mutex);
    const gint64 limit = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;
    while (!progress.is_done) g_assert_true(g_cond_wait_until(&progress.cond, &progress.mutex, limit));
    g_mutex_unlock(&progress.mutex);
    /* The library is that thread's now, also for the process's first one. */
    g_assert_null(near_connect_parse_amount("1 NEAR", &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_THREAD);
}

static gpointer come_first(gpointer data) {
    (void)data;
    GError *error = NULL;
    g_assert_null(near_connect_parse_amount("1 NEAR", &error));
    g_autoptr(NearConnectManager) manager = near_connect_manager_new("testnet", NULL, NULL);
    g_assert_cmpstr(near_connect_manager_get_unavailable_reason(manager), ==, error->message);
    return error;
}

static void program_whose_worker_comes_first(void) {
    gtk_init(NULL, NULL);
    g_autoptr(GError) error = g_thread_join(g_thread_new("worker", come_first, NULL));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_THREAD);
    g_object_unref(stage_signed_in());
}

/* Forks */

static int end_of(pid_t child) {
    int status = 0;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    return status;
}

static void program_that_forks_before(void) {
    /* Functions that need no engine come before. */
    g_assert_true(near_connect_account_id_is_valid("alice.near"));
    g_assert_true(near_connect_check_engine(NULL));
    pid_t child = fork();
    if (child == 0) {
        gtk_init(NULL, NULL);
        g_object_unref(stage_signed_in());
        _exit(0);
    }
    g_assert_cmpint(end_of(child), ==, 0);
    gtk_init(NULL, NULL);
    g_object_unref(stage_signed_in());
}

static void program_that_forks_after(void) {
    gtk_init(NULL, NULL);
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    pid_t child = fork();
    if (child == 0) {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_out_async(manager, NULL, stage_note, &end);
        near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error);
        gboolean is_refused = g_error_matches(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FORKED);
        g_autoptr(NearConnectManager) second = near_connect_manager_new("testnet", NULL, NULL);
        is_refused &= g_strcmp0(near_connect_manager_get_unavailable_reason(second), error->message) == 0;
        _exit(is_refused ? 0 : 1);
    }
    g_assert_cmpint(end_of(child), ==, 0);
    /* One that goes on as another program is no copy. */
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_assert_true(g_spawn_command_line_sync("/bin/true", NULL, NULL, &status, &error));
    g_assert_cmpint(status, ==, 0);
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_out_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
}

/* A display */

static void program_without_a_display(void) {
    g_unsetenv("DISPLAY");
    g_unsetenv("WAYLAND_DISPLAY");
    g_assert_false(gtk_init_check(NULL, NULL));
    g_autoptr(NearConnectManager) manager = stage_manager();
    const char *reason = near_connect_manager_get_unavailable_reason(manager);
    g_assert_nonnull(reason);
    g_test_message("%s", reason);
    g_autoptr(GError) error = NULL;
    {
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE);
        g_assert_nonnull(strstr(error->message, reason));
        g_clear_error(&error);
    }
    /* The chain needs no window. */
    g_auto(StageEnd) end = {0};
    near_connect_manager_view_account_async(manager, "bob.test.near", NULL, stage_note, &end);
    g_autofree char *json = near_connect_manager_view_account_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(json, "\"spendable\""));
}

/* The embedder's own: a line for each thing, in a fixed order. */

static void handle(int number) {
    (void)number;
}

static void handle_with_information(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)information;
    (void)context;
}

/* Handlers as programs have them: one that another handler replaces is handled all the same, so each has its function,
 * its flags and its mask. */
static void handle_signals(void) {
    static const int plain[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD};
    for (gsize index = 0; index < G_N_ELEMENTS(plain); index++) {
        struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaddset(&action.sa_mask, SIGUSR2);
        g_assert_cmpint(sigaction(plain[index], &action, NULL), ==, 0);
    }
    static const int informed[] = {SIGPIPE, SIGUSR1, SIGXCPU};
    for (gsize index = 0; index < G_N_ELEMENTS(informed); index++) {
        struct sigaction action = {.sa_sigaction = handle_with_information, .sa_flags = SA_SIGINFO};
        sigemptyset(&action.sa_mask);
        sigaddset(&action.sa_mask, SIGALRM);
        g_assert_cmpint(sigaction(informed[index], &action, NULL), ==, 0);
    }
}

/* A handler by its file and its place there, which two processes have in common. */
static char *disposition(int number) {
    struct sigaction action = {0};
    if (sigaction(number, NULL, &action) != 0) return g_strdup("none");
    g_autoptr(GString) text = g_string_new(NULL);
    Dl_info file = {0};
    if (action.sa_handler == SIG_DFL) g_string_append(text, "default");
    else if (action.sa_handler == SIG_IGN) g_string_append(text, "ignored");
    else if (dladdr(*(void **)&action.sa_handler, &file) != 0) {
        const char *place = *(char **)&action.sa_handler;
        g_string_append_printf(text, "%s+%td", file.dli_fname, place - (const char *)file.dli_fbase);
    } else g_string_append_printf(text, "%p", *(void **)&action.sa_handler);
    g_string_append_printf(text, " flags %x mask", (guint)action.sa_flags);
    for (int each = 1; each < 65; each++) {
        if (sigismember(&action.sa_mask, each) == 1) g_string_append_printf(text, " %d", each);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void add_settings(GPtrArray *lines) {
    GtkSettings *settings = gtk_settings_get_default();
    guint count = 0;
    g_autofree GParamSpec **specs = g_object_class_list_properties(G_OBJECT_GET_CLASS(settings), &count);
    for (guint index = 0; index < count; index++) {
        if (!(specs[index]->flags & G_PARAM_READABLE) || G_TYPE_IS_BOXED(specs[index]->value_type)) continue;
        g_auto(GValue) value = G_VALUE_INIT;
        g_value_init(&value, specs[index]->value_type);
        g_object_get_property(G_OBJECT(settings), specs[index]->name, &value);
        g_autofree char *text = g_strdup_value_contents(&value);
        g_ptr_array_add(lines, g_strdup_printf("setting %s %s", specs[index]->name, text));
    }
}

static GPtrArray *look(void) {
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    for (int number = 1; number < 65; number++) {
        g_autofree char *text = disposition(number);
        g_ptr_array_add(lines, g_strdup_printf("signal %d %s", number, text));
    }
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 65; number++) {
        if (sigismember(&blocked, number)) g_ptr_array_add(lines, g_strdup_printf("blocked %d", number));
    }
    g_auto(GStrv) environment = g_get_environ();
    for (char **each = environment; *each != NULL; each++) g_ptr_array_add(lines, g_strdup_printf("variable %s", *each));
    g_ptr_array_add(lines, g_strdup_printf("locale %s", setlocale(LC_ALL, NULL)));
    g_autofree char *folder = g_get_current_dir();
    g_ptr_array_add(lines, g_strdup_printf("folder %s", folder));
    mode_t mask = umask(022);
    umask(mask);
    g_ptr_array_add(lines, g_strdup_printf("mask %o", (guint)mask));
    for (int stream = 0; stream < 3; stream++) {
        struct stat status = {0};
        fstat(stream, &status);
        g_ptr_array_add(
            lines, g_strdup_printf(
                       "stream %d %" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT " %x", stream, (guint64)status.st_dev,
                       (guint64)status.st_ino, (guint)fcntl(stream, F_GETFL)));
    }
    for (int limit = 0; limit < RLIM_NLIMITS; limit++) {
        struct rlimit now = {0};
        getrlimit(limit, &now);
        g_ptr_array_add(
            lines, g_strdup_printf(
                       "limit %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, limit, (guint64)now.rlim_cur,
                       (guint64)now.rlim_max));
    }
    g_ptr_array_add(lines, g_strdup_printf("program %s %s", g_get_prgname(), g_get_application_name()));
    g_ptr_array_add(
        lines, g_strdup_printf(
                   "context %d %d %d", g_main_context_is_owner(g_main_context_default()),
                   g_main_context_get_thread_default() != NULL, g_main_depth()));
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    g_ptr_array_add(lines, g_strdup_printf("windows %u", g_list_length(windows)));
    g_ptr_array_add(lines, g_strdup_printf("icon %s", gtk_window_get_default_icon_name()));
    add_settings(lines);
    return lines;
}

/* Prints what has come since: a line of `after` that isn't in `before`. */
static void print_changes(GPtrArray *before, GPtrArray *after) {
    for (guint index = 0; index < after->len; index++) {
        const char *line = g_ptr_array_index(after, index);
        if (!g_ptr_array_find_with_equal_func(before, line, g_str_equal, NULL)) g_print("changed: %s\n", line);
    }
    for (guint index = 0; index < before->len; index++) {
        const char *line = g_ptr_array_index(before, index);
        if (g_str_has_prefix(line, "signal ")) continue;
        if (!g_ptr_array_find_with_equal_func(after, line, g_str_equal, NULL)) g_print("gone: %s\n", line);
    }
}

static void program_with_us(void) {
    handle_signals();
    gtk_init(NULL, NULL);
    g_autoptr(GPtrArray) before = look();
    {
        g_autoptr(NearConnectManager) manager = stage_signed_in();
        send_in_window(manager);
    }
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_autoptr(GPtrArray) after = look();
    print_changes(before, after);
}

static void evaluated(GObject *view, GAsyncResult *result, gpointer data) {
    (void)view;
    g_set_object((GObject **)data, G_OBJECT(result));
}

/* A page of WebKit's that answers JavaScript, in a program without us: the functions that it needs, and nothing else. */
static void program_with_webkit_alone(void) {
    handle_signals();
    gtk_init(NULL, NULL);
    g_autoptr(GPtrArray) before = look();
    void *webkit = dlopen("libwebkit2gtk-4.1.so.0", RTLD_NOW | RTLD_NODELETE);
    if (webkit == NULL) g_error("%s", dlerror());
    GtkWidget *(*new_view)(void) = NULL;
    void (*evaluate)(
        GtkWidget *, const char *, gssize, const char *, const char *, GCancellable *, GAsyncReadyCallback, gpointer) =
        NULL;
    GObject *(*evaluate_finish)(GtkWidget *, GAsyncResult *, GError **) = NULL;
    *(void **)&new_view = dlsym(webkit, "webkit_web_view_new");
    *(void **)&evaluate = dlsym(webkit, "webkit_web_view_evaluate_javascript");
    *(void **)&evaluate_finish = dlsym(webkit, "webkit_web_view_evaluate_javascript_finish");
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *view = new_view();
    gtk_container_add(GTK_CONTAINER(window), view);
    gtk_widget_show_all(window);
    g_autoptr(GAsyncResult) result = NULL;
    evaluate(view, "1 + 1", -1, NULL, NULL, NULL, evaluated, &result);
    WAIT_UNTIL(result != NULL);
    g_autoptr(GObject) value = evaluate_finish(view, result, NULL);
    g_assert_nonnull(value);
    gtk_widget_destroy(window);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_autoptr(GPtrArray) after = look();
    print_changes(before, after);
}

/* The lines that a program of this file prints about what has changed. */
static GPtrArray *changes_of(const char *name) {
    GPtrArray *changes = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *path = g_strdup_printf("/processes/%s/subprocess", name);
    const char *arguments[] = {"/proc/self/exe", "-p", path, "--GTestSubprocess", NULL};
    g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
    arguments[0] = own;
    g_autofree char *printed = NULL;
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &printed, NULL, &status, &error);
    g_assert_no_error(error);
    g_assert_true(g_spawn_check_wait_status(status, &error));
    g_auto(GStrv) lines = g_strsplit(printed, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "changed: ") || g_str_has_prefix(*line, "gone: ")) {
            g_ptr_array_add(changes, g_strdup(*line));
        }
    }
    return changes;
}

static gboolean has_prefix(gconstpointer line, gconstpointer prefix) {
    return g_str_has_prefix(line, prefix);
}

static void test_an_embedder_stays_as_it_was(void) {
    g_autoptr(GPtrArray) webkits = changes_of("webkit");
    g_autoptr(GPtrArray) ours = changes_of("us");
    /* The signal by which WebKit suspends a thread, whose handler it replaces: the comparison has found something. */
    g_assert_true(g_ptr_array_find_with_equal_func(webkits, "changed: signal 10 ", has_prefix, NULL));
    for (guint index = 0; index < ours->len; index++) {
        const char *line = g_ptr_array_index(ours, index);
        if (!g_ptr_array_find_with_equal_func(webkits, line, g_str_equal, NULL)) g_error("the embedder has %s", line);
    }
}

static void run_it(gconstpointer name) {
    g_autofree char *path = g_strdup_printf("/processes/%s/subprocess", (const char *)name);
    g_test_trap_subprocess(path, 120 * (guint64)G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        GTestFunc program;
    } programs[] = {
        {"gtk-on-a-worker", program_with_gtk_on_a_worker}, {"worker-first", program_whose_worker_comes_first},
        {"fork-before", program_that_forks_before},        {"fork-after", program_that_forks_after},
        {"no-display", program_without_a_display},         {"us", program_with_us},
        {"webkit", program_with_webkit_alone},
    };
    setlocale(LC_ALL, "");
    g_test_init(&argc, &argv, NULL);
    for (gsize index = 0; index < G_N_ELEMENTS(programs); index++) {
        g_autofree char *path = g_strdup_printf("/processes/%s", programs[index].name);
        g_autofree char *inner = g_strdup_printf("%s/subprocess", path);
        g_test_add_func(inner, programs[index].program);
        if (index < 5) g_test_add_data_func(path, programs[index].name, run_it);
    }
    g_test_add_func("/processes/embedder", test_an_embedder_stays_as_it_was);
    return g_test_run();
}
