/* SPDX-License-Identifier: MIT */
/* A bridge page that stops answering, because its process is stopped: the program hears of it, and may wait or give up. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stage.h"

/* The parent of a process, and whether it shows web pages; 0 where there is none. */
static pid_t parent_of(pid_t process, gboolean *is_page) {
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", process), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) return 0;
    const char *name = strchr(text, '('), *end = strrchr(text, ')');
    g_assert_true(name != NULL && end != NULL);
    *is_page = g_str_has_prefix(name + 1, "WebKitWebProc");
    pid_t parent = 0;
    g_assert_cmpint(sscanf(end + 1, " %*c %d", &parent), ==, 1);
    return parent;
}

/* A manager, and its page's process, which is stopped. */
typedef struct {
    NearConnectManager *manager;
    pid_t page;
    GString *told;
    StageEnd end;
} Hanging;

static Hanging patient, brisk, alone;

/* The process of this program that shows another page than those. */
static pid_t page_process(void) {
    g_autoptr(GDir) all = g_dir_open("/proc", 0, NULL);
    for (const char *name = g_dir_read_name(all); name != NULL; name = g_dir_read_name(all)) {
        const pid_t process = (pid_t)g_ascii_strtoll(name, NULL, 10);
        gboolean is_page = FALSE, is_ancestors = FALSE;
        const gboolean is_known = process == patient.page || process == brisk.page || process == alone.page;
        pid_t ancestor = process > 0 && !is_known ? parent_of(process, &is_page) : 0;
        while (is_page && ancestor > 1 && ancestor != getpid()) ancestor = parent_of(ancestor, &is_ancestors);
        if (is_page && ancestor == getpid()) return process;
    }
    g_error("there is no process that shows a page");
}

static void ready(NearConnectManager *manager) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_wait_ready_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_wait_ready_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
}

static void note(NearConnectManager *manager, GParamSpec *property, GString *told) {
    stage_on_thread();
    (void)property;
    g_string_append_c(told, near_connect_manager_get_unresponsive(manager) ? '+' : '-');
}

static void begin(Hanging *it, GtkWidget *window) {
    it->manager = stage_manager();
    if (window != NULL) {
        gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(it->manager));
        gtk_widget_show_all(window);
    }
    ready(it->manager);
    it->page = page_process();
    it->told = g_string_new(NULL);
    g_signal_connect(it->manager, "notify::unresponsive", G_CALLBACK(note), it->told);
    /* There is nothing to wait for, or to end, while a page answers. */
    g_assert_false(near_connect_manager_wait_for_unresponsive_page(it->manager));
    g_assert_false(near_connect_manager_stop_unresponsive_page(it->manager));
    g_assert_cmpint(kill(it->page, SIGSTOP), ==, 0);
    near_connect_manager_sign_in_async(it->manager, KEYSTORE, NULL, stage_note, &it->end);
}

static void is_signed_in(NearConnectManager *manager, StageEnd *end) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(end), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
    g_assert_false(near_connect_manager_get_unresponsive(manager));
}

/* The operation ends with what happened, and the next one has a new page. */
static void is_given_up(Hanging *it) {
    g_autoptr(GError) error = NULL;
    g_assert_null(near_connect_manager_sign_in_finish(it->manager, stage_wait(&it->end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_CRASHED);
    g_assert_false(near_connect_manager_get_unresponsive(it->manager));
    ready(it->manager);
    it->page = page_process();
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_in_async(it->manager, KEYSTORE, NULL, stage_note, &end);
    is_signed_in(it->manager, &end);
}

static void end(Hanging *it) {
    near_connect_manager_close(it->manager);
    g_signal_handlers_disconnect_by_data(it->manager, it->told);
    g_string_free(it->told, TRUE);
    stage_clear(&it->end);
    g_clear_object(&it->manager);
}

/* It takes fifteen seconds until a page doesn't answer: all three at once. */
static void test_pages_that_stop_answering(void) {
    GtkWidget *windows[] = {gtk_window_new(GTK_WINDOW_TOPLEVEL), gtk_window_new(GTK_WINDOW_TOPLEVEL)};
    begin(&patient, windows[0]);
    begin(&brisk, windows[1]);
    begin(&alone, NULL);
    WAIT_UNTIL(near_connect_manager_get_unresponsive(patient.manager));
    WAIT_UNTIL(near_connect_manager_get_unresponsive(brisk.manager));
    g_assert_cmpuint(patient.end.count + brisk.end.count, ==, 0);

    /* In a window the user decides, or the program does. */
    g_assert_true(near_connect_manager_wait_for_unresponsive_page(patient.manager));
    g_assert_cmpint(kill(patient.page, SIGCONT), ==, 0);
    is_signed_in(patient.manager, &patient.end);
    g_assert_cmpstr(patient.told->str, ==, "+-");
    g_assert_true(near_connect_manager_stop_unresponsive_page(brisk.manager));
    is_given_up(&brisk);
    g_assert_cmpstr(brisk.told->str, ==, "+-");

    /* Without one nobody can be asked. */
    is_given_up(&alone);
    g_assert_cmpstr(alone.told->str, ==, "");
    end(&patient);
    end(&brisk);
    end(&alone);
    for (guint index = 0; index < G_N_ELEMENTS(windows); index++) gtk_widget_destroy(windows[index]);
}

int main(int count, char **words) {
    gtk_init(&count, &words);
    g_test_init(&count, &words, NULL);
    g_test_add_func("/hangs/pages", test_pages_that_stop_answering);
    return g_test_run();
}
