/* SPDX-License-Identifier: MIT */
/* The promises of docs/embedding-threads.md about ownership, order and threads; what it promises of cancelling is in
 * test-cancel.c, and of the host's process in test-processes.c. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stage.h"

/* Ownership */

static void test_a_manager_lives_while_a_call_is_open(void) {
    NearConnectManager *manager = stage_manager();
    gpointer watched = manager;
    g_object_add_weak_pointer(G_OBJECT(manager), &watched);
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        g_object_unref(manager);
        g_assert_nonnull(watched);
        g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_nonnull(account);
    }
    WAIT_UNTIL(watched == NULL);
}

static gpointer drop(gpointer object) {
    g_object_unref(object);
    return NULL;
}

/* A garbage collector may drop the last reference on any thread, while the engine has news for the manager. */
static void test_the_last_reference_may_go_on_another_thread(void) {
    for (int round = 0; round < 8; round++) {
        NearConnectManager *manager = stage_manager();
        gpointer watched = manager;
        g_object_add_weak_pointer(G_OBJECT(manager), &watched);
        GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
        GtkWidget *widget = near_connect_widget_new(manager);
        gtk_container_add(GTK_CONTAINER(window), widget);
        gtk_widget_show_all(window);
        gtk_widget_destroy(window);
        g_thread_join(g_thread_new("collector", drop, manager));
        WAIT_UNTIL(watched == NULL);
        // Whatever the engine's manager had to say is said to nobody.
        while (g_main_context_iteration(NULL, FALSE)) {}
    }
    g_autoptr(NearConnectManager) other = stage_signed_in();
    g_assert_true(near_connect_manager_get_signed_in(other));
}

static void test_a_widget_may_go_first_or_last(void) {
    NearConnectManager *manager = stage_manager();
    gpointer watched = manager;
    g_object_add_weak_pointer(G_OBJECT(manager), &watched);
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    GtkWidget *widget = near_connect_widget_new(manager);
    gtk_container_add(GTK_CONTAINER(window), widget);
    gtk_widget_show_all(window);
    g_assert_true(near_connect_widget_get_manager(NEAR_CONNECT_WIDGET(widget)) == manager);
    gtk_widget_destroy(widget);
    // Another one of the same manager, which outlives the program's reference.
    widget = near_connect_widget_new(manager);
    gtk_container_add(GTK_CONTAINER(window), widget);
    gtk_widget_show_all(window);
    g_object_unref(manager);
    g_assert_nonnull(watched);
    gtk_widget_destroy(window);
    WAIT_UNTIL(watched == NULL);
}

static void test_close_ends_every_call_once(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_auto(StageEnd) first = {0};
    g_auto(StageEnd) second = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_wait_ready_async(manager, NULL, stage_note, &first);
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &second);
    near_connect_manager_close(manager);
    g_assert_cmpuint(first.count + second.count, ==, 0);
    g_assert_false(near_connect_manager_wait_ready_finish(manager, stage_wait(&first), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
    g_clear_error(&error);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&second), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
    g_clear_error(&error);
    g_auto(StageEnd) later = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &later);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&later), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(first.count, ==, 1);
    g_assert_cmpuint(second.count, ==, 1);
}

/* Order */

typedef struct {
    GString *order;
    StageEnd end;
} Order;

static void noted(GObject *manager, GParamSpec *spec, gpointer data) {
    stage_on_thread();
    (void)manager;
    g_string_append_printf(((Order *)data)->order, "%s ", spec->name);
}

static void emitted(GObject *manager, NearConnectAccount *account, gpointer data) {
    stage_on_thread();
    (void)manager;
    g_string_append_printf(((Order *)data)->order, "signal:%s ", near_connect_account_get_id(account));
}

static void ended(GObject *manager, GAsyncResult *result, gpointer data) {
    Order *order = data;
    g_string_append(order->order, "result ");
    stage_note(manager, result, &order->end);
}

static void test_the_account_comes_before_the_result(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    Order order = {g_string_new(NULL), {0}};
    g_signal_connect(manager, "notify::account", G_CALLBACK(noted), &order);
    g_signal_connect(manager, "account-signed-in", G_CALLBACK(emitted), &order);
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, ended, &order);
    g_assert_cmpstr(order.order->str, ==, "");
    stage_wait(&order.end);
    g_assert_cmpstr(order.order->str, ==, "account signal:alice.test.near result ");
    stage_clear(&order.end);
    g_string_free(order.order, TRUE);
}

/* A handler that turns a loop of its own, as gtk_dialog_run does. */

typedef struct {
    NearConnectManager *manager;
    gboolean is_nested_done;
    gboolean is_done;
} Nested;

static void nested_ended(GObject *manager, GAsyncResult *result, gpointer data) {
    stage_on_thread();
    g_autoptr(GError) error = NULL;
    g_autofree char *json =
        near_connect_manager_view_account_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    g_assert_no_error(error);
    ((Nested *)data)->is_nested_done = TRUE;
}

static void turn_a_loop(GObject *manager, GAsyncResult *result, gpointer data) {
    stage_on_thread();
    Nested *nested = data;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, NULL);
    g_assert_nonnull(account);
    near_connect_manager_view_account_async(nested->manager, "bob.test.near", NULL, nested_ended, nested);
    stage_wait_for(&nested->is_nested_done);
    nested->is_done = TRUE;
}

static void test_a_loop_in_a_handler_stops_nothing(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    Nested nested = {manager, FALSE, FALSE};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, turn_a_loop, &nested);
    stage_wait_for(&nested.is_done);
}

/* Bindings hand NULL over where a program has said nothing. */
static void test_what_is_not_said_is_preset(void) {
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", NULL, "profile", NULL, "ephemeral", TRUE, NULL);
    g_assert_cmpstr(near_connect_manager_get_network(manager), ==, "mainnet");
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    g_autofree char *profile = NULL;
    g_object_get(manager, "profile", &profile, NULL);
    g_assert_cmpstr(profile, ==, "default");
    // An empty name is one that was said, and no chain's.
    g_autoptr(NearConnectManager) nameless = g_object_new(NEAR_CONNECT_TYPE_MANAGER, "network", "", NULL);
    g_assert_nonnull(near_connect_manager_get_unavailable_reason(nameless));
}

/* A manager whose configuration can't be used says so wherever it is asked. */
static void test_without_an_engine_manager_each_command_says_why(void) {
    g_autoptr(NearConnectManager) manager = g_object_new(NEAR_CONNECT_TYPE_MANAGER, "network", "no network", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(near_connect_manager_handle_return_link(manager, "near-connect-return:x", &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE);
    g_assert_cmpstr(error->message, ==, near_connect_manager_get_unavailable_reason(manager));
}

/* Threads and forks */


/* What is refused ends where it was called. */
static void note_refusal(GObject *manager, GAsyncResult *result, gpointer place) {
    (void)manager;
    g_set_object((GAsyncResult **)place, result);
}

static gpointer call_on_a_thread(gpointer manager) {
    GMainContext *context = g_main_context_new();
    g_main_context_push_thread_default(context);
    g_autoptr(GAsyncResult) refusal = NULL;
    GError *error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, note_refusal, &refusal);
    WAIT_UNTIL_IN(context, refusal != NULL);
    near_connect_manager_sign_in_finish(manager, refusal, &error);
    g_assert_null(near_connect_parse_amount("1 NEAR", NULL));
    // Functions without the engine answer on any thread; those without an error log a mistake.
    g_assert_true(near_connect_account_id_is_valid("alice.near"));
    g_test_expect_message("NearConnect", G_LOG_LEVEL_WARNING, "*another thread than the one that runs GTK*");
    near_connect_manager_close(manager);
    g_test_assert_expected_messages();
    g_main_context_pop_thread_default(context);
    g_main_context_unref(context);
    return error;
}

static void test_another_thread_is_refused(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autoptr(GError) error = g_thread_join(g_thread_new("call", call_on_a_thread, manager));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_THREAD);
    // The close was none.
    g_assert_true(near_connect_manager_get_signed_in(manager));
    g_clear_error(&error);
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_out_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
}

static void test_a_fork_is_refused(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    pid_t child = fork();
    if (child == 0) {
        GError *error = NULL;
        gboolean is_refused = near_connect_parse_amount("1 NEAR", &error) == NULL
                              && g_error_matches(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FORKED);
        // Finalizers don't call what can't answer.
        g_object_unref(manager);
        _exit(is_refused ? 0 : 1);
    }
    int status = 0;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, 0);
    g_autofree char *digits = near_connect_parse_amount("1 NEAR", NULL);
    g_assert_nonnull(digits);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/promises/ownership/call", test_a_manager_lives_while_a_call_is_open);
    g_test_add_func("/promises/ownership/thread", test_the_last_reference_may_go_on_another_thread);
    g_test_add_func("/promises/ownership/widget", test_a_widget_may_go_first_or_last);
    g_test_add_func("/promises/ownership/close", test_close_ends_every_call_once);
    g_test_add_func("/promises/order", test_the_account_comes_before_the_result);
    g_test_add_func("/promises/nested-loop", test_a_loop_in_a_handler_stops_nothing);
    g_test_add_func("/promises/preset", test_what_is_not_said_is_preset);
    g_test_add_func("/promises/configuration", test_without_an_engine_manager_each_command_says_why);
    g_test_add_func("/promises/thread", test_another_thread_is_refused);
    g_test_add_func("/promises/fork", test_a_fork_is_refused);
    return g_test_run();
}
