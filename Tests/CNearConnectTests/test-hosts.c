/* SPDX-License-Identifier: MIT */
/* What programs of others do with the library: applications, several managers and networks, widgets that are moved or
 * never seen, and mistakes with results. */
#include "stage.h"

/* GApplication runs the loop */

typedef struct {
    GApplication *application;
    NearConnectManager *manager;
    gboolean is_signed_in;
} Host;

static gboolean too_late(gpointer data) {
    (void)data;
    g_error("the application did not end within a minute");
    return G_SOURCE_REMOVE;
}

static void signed_in(GObject *manager, GAsyncResult *result, gpointer data) {
    Host *host = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    g_assert_no_error(error);
    host->is_signed_in = account != NULL;
    g_application_quit(host->application);
}

static void activated(GApplication *application, gpointer data) {
    Host *host = data;
    GtkWidget *window = gtk_application_window_new(GTK_APPLICATION(application));
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(host->manager));
    gtk_widget_show_all(window);
    near_connect_manager_sign_in_async(host->manager, KEYSTORE, NULL, signed_in, host);
}

static void test_an_application_runs_the_loop(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GtkApplication) application =
        gtk_application_new("io.github.near_connect.Stage", G_APPLICATION_NON_UNIQUE);
    Host host = {G_APPLICATION(application), manager, FALSE};
    g_signal_connect(application, "activate", G_CALLBACK(activated), &host);
    guint limit = g_timeout_add_seconds(60, too_late, NULL);
    g_assert_cmpint(g_application_run(G_APPLICATION(application), 0, NULL), ==, 0);
    g_source_remove(limit);
    g_assert_true(host.is_signed_in);
    g_assert_true(near_connect_manager_get_signed_in(manager));
}

/* Networks */

static void test_three_networks_in_one_program(void) {
    const char *networks[] = {"devnet", "testnet", "mainnet"};
    NearConnectManager *managers[3];
    g_autoptr(GError) error = NULL;
    for (int index = 0; index < 3; index++) {
        managers[index] = g_object_new(
            NEAR_CONNECT_TYPE_MANAGER, "network", networks[index], "rpc-url", g_getenv("STAGE_NODE"), "credentials",
            g_getenv("STAGE_CREDENTIALS"), "policy-file", g_getenv("STAGE_POLICY"), "ephemeral", TRUE, NULL);
        g_assert_null(near_connect_manager_get_unavailable_reason(managers[index]));
    }
    /* At once: an account, a wallet that isn't there, and the user's choice, which is cancelled. */
    g_auto(StageEnd) first = {0};
    g_auto(StageEnd) second = {0};
    g_auto(StageEnd) third = {0};
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    near_connect_manager_sign_in_async(managers[0], KEYSTORE, NULL, stage_note, &first);
    near_connect_manager_sign_in_async(managers[1], "nobody", NULL, stage_note, &second);
    near_connect_manager_sign_in_async(managers[2], NULL, cancellable, stage_note, &third);
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(managers[0], stage_wait(&first), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
    g_assert_null(near_connect_manager_sign_in_finish(managers[1], stage_wait(&second), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
    g_clear_error(&error);
    g_assert_cmpuint(third.count, ==, 0);
    near_connect_manager_close(managers[0]);
    g_cancellable_cancel(cancellable);
    g_assert_null(near_connect_manager_sign_in_finish(managers[2], stage_wait(&third), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    for (int index = 0; index < 3; index++) {
        g_assert_cmpstr(near_connect_manager_get_network(managers[index]), ==, networks[index]);
        if (index > 0) g_assert_false(near_connect_manager_get_signed_in(managers[index]));
        g_object_unref(managers[index]);
    }
}

/* Widgets */

static void sign_in_and_out(NearConnectManager *manager) {
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) in = {0};
    g_auto(StageEnd) out = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &in);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&in), &error);
    g_assert_no_error(error);
    g_assert_nonnull(account);
    near_connect_manager_sign_out_async(manager, NULL, stage_note, &out);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&out), &error));
    g_assert_no_error(error);
}

static void test_a_widget_that_is_never_shown(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    sign_in_and_out(manager);
    gtk_widget_destroy(window);
}

static void test_a_widget_without_a_parent(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *widget = g_object_ref_sink(near_connect_widget_new(manager));
    sign_in_and_out(manager);
    g_object_unref(widget);
    sign_in_and_out(manager);
}

static void test_a_widget_that_moves_to_another_window(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GError) error = NULL;
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) end = {0};
    GtkWidget *from = gtk_window_new(GTK_WINDOW_TOPLEVEL), *to = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    GtkWidget *widget = g_object_ref_sink(near_connect_widget_new(manager));
    gtk_container_add(GTK_CONTAINER(from), widget);
    gtk_widget_show_all(from);
    gtk_widget_show(to);
    /* While the user chooses. */
    near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &end);
    while (!near_connect_manager_get_wallet_visible(manager)) g_main_context_iteration(NULL, TRUE);
    gtk_container_remove(GTK_CONTAINER(from), widget);
    gtk_container_add(GTK_CONTAINER(to), widget);
    gtk_widget_destroy(from);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(end.count, ==, 0);
    g_assert_true(near_connect_manager_get_wallet_visible(manager));
    g_assert_true(gtk_widget_get_mapped(widget));
    g_cancellable_cancel(cancellable);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    sign_in_and_out(manager);
    gtk_widget_destroy(to);
    g_object_unref(widget);
}

/* Results */

static void test_a_result_is_had_once_and_by_its_own_call(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(NearConnectManager) other = stage_manager();
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    GAsyncResult *result = stage_wait(&end);
    /* Another call's function, and another manager's, take nothing. */
    g_test_expect_message("NearConnect", G_LOG_LEVEL_CRITICAL, "*g_task_get_source_tag*");
    g_assert_false(near_connect_manager_sign_out_finish(manager, result, &error));
    g_test_assert_expected_messages();
    g_test_expect_message("NearConnect", G_LOG_LEVEL_CRITICAL, "*g_task_is_valid*");
    g_assert_null(near_connect_manager_sign_in_finish(other, result, &error));
    g_test_assert_expected_messages();
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, result, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
    g_test_expect_message("GLib-GIO", G_LOG_LEVEL_CRITICAL, "*result_set*");
    g_assert_null(near_connect_manager_sign_in_finish(manager, result, NULL));
    g_test_assert_expected_messages();
    g_assert_true(near_connect_manager_get_signed_in(manager));
}

static void test_a_cancellable_of_two_calls(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(NearConnectManager) other = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) first = {0};
    g_auto(StageEnd) second = {0};
    near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &first);
    near_connect_manager_sign_in_async(other, NULL, cancellable, stage_note, &second);
    while (!near_connect_manager_get_busy(manager) || !near_connect_manager_get_busy(other)) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_cancellable_cancel(cancellable);
    g_assert_cmpuint(first.count + second.count, ==, 0);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&first), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    g_assert_null(near_connect_manager_sign_in_finish(other, stage_wait(&second), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(first.count, ==, 1);
    g_assert_cmpuint(second.count, ==, 1);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hosts/application", test_an_application_runs_the_loop);
    g_test_add_func("/hosts/networks", test_three_networks_in_one_program);
    g_test_add_func("/hosts/widget/hidden", test_a_widget_that_is_never_shown);
    g_test_add_func("/hosts/widget/loose", test_a_widget_without_a_parent);
    g_test_add_func("/hosts/widget/moved", test_a_widget_that_moves_to_another_window);
    g_test_add_func("/hosts/result", test_a_result_is_had_once_and_by_its_own_call);
    g_test_add_func("/hosts/cancellable", test_a_cancellable_of_two_calls);
    return g_test_run();
}
