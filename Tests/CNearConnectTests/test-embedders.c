/* SPDX-License-Identifier: MIT */
/* What programs of others do with the library: applications, several managers, widgets that are moved or
 * never seen, and mistakes with results. */
#include "stage.h"

/* GApplication runs the loop */

typedef struct {
    GApplication *application;
    NearConnectManager *manager;
    gboolean is_signed_in;
} Shop;

static gboolean too_late(gpointer data) {
    (void)data;
    g_error("the application did not end within a minute");
    return G_SOURCE_REMOVE;
}

static void signed_in(GObject *manager, GAsyncResult *result, gpointer data) {
    stage_on_thread();
    Shop *shop = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    g_assert_no_error(error);
    shop->is_signed_in = account != NULL;
    g_application_quit(shop->application);
}

static void activated(GApplication *application, gpointer data) {
    stage_on_thread();
    Shop *shop = data;
    GtkWidget *window = gtk_application_window_new(GTK_APPLICATION(application));
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(shop->manager));
    gtk_widget_show_all(window);
    near_connect_manager_sign_in_async(shop->manager, KEYSTORE, NULL, signed_in, shop);
}

static void test_an_application_runs_the_loop(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GtkApplication) application =
        gtk_application_new("io.github.near_connect.Stage", G_APPLICATION_NON_UNIQUE);
    Shop shop = {G_APPLICATION(application), manager, FALSE};
    g_signal_connect(application, "activate", G_CALLBACK(activated), &shop);
    guint limit = g_timeout_add_seconds(60, too_late, NULL);
    g_assert_cmpint(g_application_run(G_APPLICATION(application), 0, NULL), ==, 0);
    g_source_remove(limit);
    g_assert_true(shop.is_signed_in);
    g_assert_true(near_connect_manager_get_signed_in(manager));
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
    WAIT_UNTIL(near_connect_manager_get_wallet_visible(manager));
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

/* A manager of the program's shows what its own widget is for, and no other one's. */
static void test_a_widget_of_another_manager(void) {
    g_autoptr(NearConnectManager) first = stage_manager();
    g_autoptr(NearConnectManager) second = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) end = {0};
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *widget = near_connect_widget_new(first);
    gtk_container_add(GTK_CONTAINER(window), widget);
    gtk_widget_show_all(window);
    near_connect_manager_sign_in_async(second, NULL, cancellable, stage_note, &end);
    WAIT_UNTIL(near_connect_manager_get_wallet_visible(second));
    g_assert_false(near_connect_manager_get_wallet_visible(first));
    /* The widget goes to the one that asks, and back. */
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), second);
    while (g_main_context_iteration(NULL, FALSE)) {}
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), first);
    sign_in_and_out(first);
    g_assert_cmpuint(end.count, ==, 0);
    /* Widgets of a manager that has ended are no harm. */
    near_connect_manager_close(second);
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), second);
    g_assert_null(near_connect_manager_sign_in_finish(second, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
    gtk_widget_destroy(window);
}

/* Dialogs of the program's, run in each handler */

typedef struct {
    NearConnectManager *manager;
    guint count;
    int depth, deepest;
} Dialogs;

static void viewed(GObject *manager, GAsyncResult *result, gpointer dialog) {
    g_autoptr(GError) error = NULL;
    g_autofree char *json =
        near_connect_manager_view_account_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    g_assert_no_error(error);
    gtk_dialog_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
}

/* Stays until the library has answered, which it only can below the handler. */
static void run_dialog(Dialogs *dialogs) {
    GtkWidget *dialog = gtk_dialog_new();
    near_connect_manager_view_account_async(dialogs->manager, "bob.test.near", NULL, viewed, dialog);
    dialogs->depth++;
    dialogs->deepest = MAX(dialogs->deepest, dialogs->depth);
    g_assert_cmpint(gtk_dialog_run(GTK_DIALOG(dialog)), ==, GTK_RESPONSE_OK);
    dialogs->depth--;
    dialogs->count++;
    gtk_widget_destroy(dialog);
}

static void dialog_of_notify(GObject *manager, GParamSpec *spec, gpointer data) {
    (void)manager;
    (void)spec;
    run_dialog(data);
}

static void dialog_of_signed_in(GObject *manager, NearConnectAccount *account, gpointer data) {
    (void)manager;
    (void)account;
    run_dialog(data);
}

static void dialog_of_signed_out(GObject *manager, gpointer data) {
    (void)manager;
    run_dialog(data);
}

typedef struct {
    Dialogs *dialogs;
    StageEnd end;
} DialogEnd;

static void dialog_of_end(GObject *manager, GAsyncResult *result, gpointer data) {
    DialogEnd *end = data;
    run_dialog(end->dialogs);
    stage_note(manager, result, &end->end);
}

static void test_a_dialog_runs_in_each_handler(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GError) error = NULL;
    Dialogs dialogs = {manager, 0, 0, 0};
    g_signal_connect(manager, "notify", G_CALLBACK(dialog_of_notify), &dialogs);
    g_signal_connect(manager, "account-signed-in", G_CALLBACK(dialog_of_signed_in), &dialogs);
    g_signal_connect(manager, "account-signed-out", G_CALLBACK(dialog_of_signed_out), &dialogs);
    DialogEnd in = {&dialogs, {0}}, sent = {&dialogs, {0}}, out = {&dialogs, {0}};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, dialog_of_end, &in);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&in.end), &error);
    g_assert_no_error(error);
    near_connect_manager_send_near_async(manager, "bob.test.near", "1", NULL, dialog_of_end, &sent);
    g_autoptr(NearConnectOutcome) outcome =
        near_connect_manager_send_near_finish(manager, stage_wait(&sent.end), &error);
    g_assert_no_error(error);
    near_connect_manager_sign_out_async(manager, NULL, dialog_of_end, &out);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&out.end), &error));
    g_assert_no_error(error);
    while (g_main_context_iteration(NULL, FALSE)) {}
    /* Three ends, two signals, and notifications: ready, busy, signed-in, account, session … */
    g_assert_cmpuint(dialogs.count, >=, 12);
    g_assert_cmpint(dialogs.depth, ==, 0);
    g_assert_cmpint(dialogs.deepest, >, 1);
    g_assert_null(near_connect_manager_get_account(manager));
    g_signal_handlers_disconnect_by_data(manager, &dialogs);
    stage_clear(&in.end);
    stage_clear(&sent.end);
    stage_clear(&out.end);
}

/* A widget that goes while the user is asked in a dialog above it */

static GtkWidget *approval(void) {
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *each = windows; each != NULL; each = each->next) {
        if (gtk_widget_get_visible(each->data) && g_strcmp0(gtk_window_get_title(each->data), "Approval") == 0) {
            return each->data;
        }
    }
    return NULL;
}

typedef enum { DESTROY_WIDGET, DESTROY_WINDOW, REMOVE_WIDGET, CLOSE_MANAGER, N_WAYS } Way;

static void test_destroyed_during_an_approval(void) {
    for (Way way = DESTROY_WIDGET; way < N_WAYS; way++) {
        g_autoptr(NearConnectManager) manager = g_object_new(
            NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
            g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
        g_autoptr(GError) error = NULL;
        g_auto(StageEnd) end = {0};
        GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *widget = near_connect_widget_new(manager);
        gtk_container_add(GTK_CONTAINER(window), widget);
        gtk_widget_show_all(window);
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        WAIT_UNTIL(approval() != NULL);
        if (way == DESTROY_WIDGET) gtk_widget_destroy(widget);
        if (way == DESTROY_WINDOW) gtk_widget_destroy(window);
        if (way == REMOVE_WIDGET) gtk_container_remove(GTK_CONTAINER(window), widget);
        if (way == CLOSE_MANAGER) near_connect_manager_close(manager);
        while (g_main_context_iteration(NULL, FALSE)) {}
        /* The question stays as long as the call that it belongs to. */
        g_assert_true((approval() != NULL) == (way != CLOSE_MANAGER));
        if (approval() != NULL) gtk_window_close(GTK_WINDOW(approval()));
        /* Nobody has allowed it. */
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
        g_assert_null(account);
        g_test_message("way %d: %s", way, error->message);
        const int code = way == CLOSE_MANAGER ? NEAR_CONNECT_ERROR_MANAGER_RELEASED : NEAR_CONNECT_ERROR_USER_CANCELLED;
        g_assert_error(error, NEAR_CONNECT_ERROR, code);
        g_assert_null(approval());
        if (way != DESTROY_WINDOW) gtk_widget_destroy(window);
    }
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
    WAIT_UNTIL(near_connect_manager_get_busy(manager) && near_connect_manager_get_busy(other));
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
    g_test_add_func("/embedders/application", test_an_application_runs_the_loop);
    g_test_add_func("/embedders/widget/hidden", test_a_widget_that_is_never_shown);
    g_test_add_func("/embedders/widget/loose", test_a_widget_without_a_parent);
    g_test_add_func("/embedders/widget/moved", test_a_widget_that_moves_to_another_window);
    g_test_add_func("/embedders/widget/of-another", test_a_widget_of_another_manager);
    g_test_add_func("/embedders/widget/approval", test_destroyed_during_an_approval);
    g_test_add_func("/embedders/dialogs", test_a_dialog_runs_in_each_handler);
    g_test_add_func("/embedders/result", test_a_result_is_had_once_and_by_its_own_call);
    g_test_add_func("/embedders/cancellable", test_a_cancellable_of_two_calls);
    return g_test_run();
}
