/* SPDX-License-Identifier: MIT */
/* What only the program has in whose process the wallets are: versions of wallets, what is forgotten, the page, its own
 * looks; and what an error says of itself. Keys and relaying are in test-keys.c. */
#include <string.h>

#include "stage.h"

#define RUN(start, ...)                              \
    g_auto(StageEnd) end = {0};                      \
    g_autoptr(GError) error = NULL;                  \
    start(__VA_ARGS__, NULL, stage_note, &end);      \
    GAsyncResult *result = stage_wait(&end)

static void test_a_wallet_is_forgotten(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    {
        RUN(near_connect_manager_forget_wallet_async, manager, KEYSTORE);
        gboolean phones_are_told = FALSE;
        g_assert_true(near_connect_manager_forget_wallet_finish(manager, result, &phones_are_told, &error));
        g_assert_no_error(error);
        g_assert_true(phones_are_told);
        g_assert_null(near_connect_manager_get_account(manager));
    }
    {
        /* Of one that nobody knows nothing is left, either. */
        RUN(near_connect_manager_forget_wallet_async, manager, "nobody");
        g_assert_true(near_connect_manager_forget_wallet_finish(manager, result, NULL, &error));
        g_assert_no_error(error);
    }
    {
        /* Not while an operation is open. */
        g_auto(StageEnd) open = {0};
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &open);
        WAIT_UNTIL(near_connect_manager_get_busy(manager));
        RUN(near_connect_manager_forget_wallet_async, manager, KEYSTORE);
        g_assert_false(near_connect_manager_forget_wallet_finish(manager, result, NULL, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_OPERATION_IN_PROGRESS);
        g_cancellable_cancel(cancellable);
        stage_wait(&open);
    }
    /* The page comes again, and signs in as before. */
    RUN(near_connect_manager_sign_in_async, manager, KEYSTORE);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, result, &error);
    g_assert_no_error(error);
    g_assert_nonnull(account);
}

/* A profile that stores nothing has no version that waits. */
static void test_versions_of_wallets(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    {
        RUN(near_connect_manager_list_wallet_updates_async, manager);
        g_autoptr(GPtrArray) updates = near_connect_manager_list_wallet_updates_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(updates->len, ==, 0);
    }
    {
        g_auto(GStrv) failures = NULL;
        RUN(near_connect_manager_look_for_wallet_updates_async, manager);
        g_autoptr(GPtrArray) updates =
            near_connect_manager_look_for_wallet_updates_finish(manager, result, &failures, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(updates->len, ==, 0);
        g_assert_cmpuint(g_strv_length(failures), ==, 0);
    }
    /* What was never listed can't be accepted. */
    g_autoptr(NearConnectWalletUpdate) none = g_object_new(NEAR_CONNECT_TYPE_WALLET_UPDATE, NULL);
    g_assert_null(near_connect_wallet_update_get_id(none));
    g_auto(GStrv) changes = near_connect_wallet_update_get_changes(none);
    g_assert_cmpuint(g_strv_length(changes), ==, 0);
    {
        RUN(near_connect_manager_accept_wallet_update_async, manager, none, FALSE);
        g_assert_false(near_connect_manager_accept_wallet_update_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    RUN(near_connect_manager_decline_wallet_update_async, manager, none);
    g_assert_false(near_connect_manager_decline_wallet_update_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
}

static void test_the_chain_is_identified(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    {
        g_autofree char *name = NULL;
        RUN(near_connect_manager_identify_chain_async, manager);
        g_autofree char *genesis = near_connect_manager_identify_chain_finish(manager, result, &name, &error);
        g_assert_no_error(error);
        g_assert_null(name);
        g_assert_cmpuint(strlen(genesis), >, 40);
    }
    /* A chain of one's own that calls itself testnet. */
    g_autoptr(NearConnectManager) other = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "testnet", "rpc-url", g_getenv("STAGE_NODE"), "ephemeral", TRUE, NULL);
    {
        RUN(near_connect_manager_identify_chain_async, other);
        g_autofree char *genesis = near_connect_manager_identify_chain_finish(other, result, NULL, &error);
        g_assert_null(genesis);
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WRONG_CHAIN);
    }
    /* After the end. */
    near_connect_manager_close(manager);
    RUN(near_connect_manager_identify_chain_async, manager);
    g_assert_null(near_connect_manager_identify_chain_finish(manager, result, NULL, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
}

/* A node that takes connections, and never answers. */
static char *silent_node(GSocket *socket) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GSocketAddress) any = g_inet_socket_address_new_from_string("127.0.0.1", 0);
    g_assert_true(g_socket_bind(socket, any, TRUE, &error) && g_socket_listen(socket, &error));
    g_autoptr(GSocketAddress) own = g_socket_get_local_address(socket, &error);
    g_assert_no_error(error);
    return g_strdup_printf(
        "http://127.0.0.1:%u", g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(own)));
}

static void test_who_closes_or_cancels_waits_for_no_node(void) {
    g_autoptr(GSocket) socket =
        g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
    g_autofree char *node = silent_node(socket);
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "silent", "rpc-url", node, "ephemeral", TRUE, NULL);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_identify_chain_async(manager, cancellable, stage_note, &end);
        WAIT_UNTIL(g_socket_condition_check(socket, G_IO_IN) != 0);
        g_cancellable_cancel(cancellable);
        g_assert_null(near_connect_manager_identify_chain_finish(manager, stage_wait(&end), NULL, &error));
        g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_look_for_wallet_updates_async(manager, cancellable, stage_note, &end);
        g_assert_null(
            near_connect_manager_look_for_wallet_updates_finish(manager, stage_wait(&end), NULL, &error));
        g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_identify_chain_async(manager, NULL, stage_note, &end);
    for (int turns = 0; turns < 100; turns++) g_main_context_iteration(NULL, FALSE);
    g_assert_cmpuint(end.count, ==, 0);
    near_connect_manager_close(manager);
    g_assert_null(near_connect_manager_identify_chain_finish(manager, stage_wait(&end), NULL, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
}

static void test_the_page(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_assert_false(near_connect_manager_get_unresponsive(manager));
    g_assert_false(near_connect_manager_get_offers_cache_reset(manager));
    g_assert_false(near_connect_manager_recognizes_return_link(manager, "stage:back?nonce=1"));
    g_assert_false(near_connect_manager_recognizes_return_link(manager, ""));
    near_connect_manager_close_popups(manager);
    /* The page answers. */
    g_assert_false(near_connect_manager_stop_unresponsive_page(manager));
    g_assert_false(near_connect_manager_wait_for_unresponsive_page(manager));
    g_autoptr(GtkWidget) widget = g_object_ref_sink(near_connect_widget_new(NULL));
    g_assert_false(near_connect_widget_focus(NEAR_CONNECT_WIDGET(widget)));
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), manager);
    g_assert_true(near_connect_widget_focus(NEAR_CONNECT_WIDGET(widget)));
    RUN(near_connect_manager_reset_cache_async, manager);
    g_assert_true(near_connect_manager_reset_cache_finish(manager, result, &error));
    g_assert_no_error(error);
    g_assert_true(near_connect_manager_get_signed_in(manager));
}

static void test_the_sandbox_is_the_programs_choice(void) {
    g_autoptr(NearConnectManager) without = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "ephemeral", TRUE,
        "sandbox-use", NEAR_CONNECT_SANDBOX_USE_NEVER, NULL);
    RUN(near_connect_manager_wait_ready_async, without);
    g_assert_true(near_connect_manager_wait_ready_finish(without, result, &error));
    g_assert_cmpint((int)near_connect_manager_get_sandbox(without), ==, NEAR_CONNECT_SANDBOX_OFF);
    NearConnectSandboxUse use = NEAR_CONNECT_SANDBOX_USE_REQUIRED;
    g_object_get(without, "sandbox-use", &use, NULL);
    g_assert_cmpint((int)use, ==, NEAR_CONNECT_SANDBOX_USE_NEVER);
    /* Where it is required and can't run, there is no bridge. */
    g_autoptr(NearConnectManager) with = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "ephemeral", TRUE,
        "sandbox-use", NEAR_CONNECT_SANDBOX_USE_REQUIRED, NULL);
    g_auto(StageEnd) second = {0};
    near_connect_manager_wait_ready_async(with, NULL, stage_note, &second);
    gboolean is_ready = near_connect_manager_wait_ready_finish(with, stage_wait(&second), NULL);
    NearConnectSandbox sandbox = near_connect_manager_get_sandbox(with);
    g_assert_true(is_ready == (sandbox == NEAR_CONNECT_SANDBOX_ON || sandbox == NEAR_CONNECT_SANDBOX_FLATPAK));
    if (is_ready) return;
    /* Without a page there are no caches, either. */
    g_auto(StageEnd) third = {0};
    g_autoptr(GError) reason = NULL;
    near_connect_manager_reset_cache_async(with, NULL, stage_note, &third);
    g_assert_false(near_connect_manager_reset_cache_finish(with, stage_wait(&third), &reason));
    g_assert_error(reason, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE);
}

/* The program's own words, which stay through a sign-in, and go again. */
static void test_the_button_has_the_programs_words(void) {
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "policy-file", g_getenv("STAGE_POLICY"), "ephemeral", TRUE, "accent", "#1a5fb4",
        NULL);
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    NearConnectButton *button = NEAR_CONNECT_BUTTON(near_connect_button_new(NULL));
    gtk_container_add(GTK_CONTAINER(window), GTK_WIDGET(button));
    gtk_widget_show_all(window);
    near_connect_button_set_connect_label(button, "_Pay with NEAR");
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "_Pay with NEAR");
    near_connect_button_set_manager(button, manager);
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "_Pay with NEAR");
    near_connect_button_set_wallet_id(button, KEYSTORE);
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(near_connect_manager_get_signed_in(manager));
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "alice.test.near");
    near_connect_button_set_connect_label(button, "");
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "alice.test.near");
    WAIT_UNTIL(!near_connect_manager_get_busy(manager));
    near_connect_button_set_manager(button, NULL);
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "");
    near_connect_button_set_connect_label(button, NULL);
    g_assert_null(near_connect_button_get_connect_label(button));
    g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "Connect wallet");
    gtk_widget_destroy(window);
}

/* Errors and values */

static void test_an_error_has_its_details(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    {
        RUN(near_connect_manager_call_function_async, manager, "bob.test.near", "none", NULL, 0, NULL);
        g_assert_null(near_connect_manager_call_function_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_TRANSACTION_FAILED);
        /* They go along with copies, and outlive the error. */
        g_autoptr(GError) copy = g_error_copy(error);
        g_clear_error(&error);
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(copy);
        g_clear_error(&copy);
        g_assert_nonnull(details);
        g_autoptr(GPtrArray) outcomes = near_connect_error_details_get_outcomes(details);
        g_assert_cmpuint(outcomes->len, ==, 1);
        g_assert_nonnull(near_connect_outcome_get_hash(g_ptr_array_index(outcomes, 0)));
        g_assert_false(near_connect_outcome_get_succeeded(g_ptr_array_index(outcomes, 0)));
        g_assert_nonnull(strstr(near_connect_error_details_get_json(details), "\"transaction-failed\""));
        g_assert_null(near_connect_error_details_get_hash(details));
    }
    {
        /* Of several, too. */
        g_autoptr(NearConnectTransaction) first = near_connect_transaction_new("bob.test.near");
        near_connect_transaction_add_transfer(first, "1");
        g_autoptr(NearConnectTransaction) second = near_connect_transaction_new("bob.test.near");
        near_connect_transaction_add_call(second, "none", NULL, 0, NULL);
        NearConnectTransaction *both[] = {first, second};
        RUN(near_connect_manager_sign_and_send_all_async, manager, both, 2);
        g_assert_null(near_connect_manager_sign_and_send_all_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_TRANSACTION_FAILED);
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(error);
        g_autoptr(GPtrArray) outcomes = near_connect_error_details_get_outcomes(details);
        g_assert_cmpuint(outcomes->len, ==, 1);
        g_assert_false(near_connect_outcome_get_succeeded(g_ptr_array_index(outcomes, 0)));
    }
    {
        /* Nothing was sent. */
        RUN(near_connect_manager_send_near_async, manager, "bob.test.near", "x");
        g_assert_null(near_connect_manager_send_near_finish(manager, result, &error));
        g_assert_null(near_connect_error_get_details(error));
    }
    g_autoptr(GError) own = g_error_new_literal(NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FAILED, "The program's own.");
    g_assert_null(near_connect_error_get_details(own));
    g_autoptr(GError) foreign = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_FAILED, "Another library's.");
    g_assert_null(near_connect_error_get_details(foreign));
}

/* Made by the domain's name before any function of the library was called, as a binding could. */
static GError *early;

static void test_an_error_that_a_binding_has_made(void) {
    g_assert_error(early, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FAILED);
    g_assert_null(near_connect_error_get_details(early));
    g_clear_error(&early);
}

int main(int argc, char **argv) {
    early = g_error_new_literal(
        g_quark_from_static_string("near-connect-error-quark"), NEAR_CONNECT_ERROR_FAILED, "Early.");
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program/forget", test_a_wallet_is_forgotten);
    g_test_add_func("/program/versions", test_versions_of_wallets);
    g_test_add_func("/program/chain", test_the_chain_is_identified);
    g_test_add_func("/program/silence", test_who_closes_or_cancels_waits_for_no_node);
    g_test_add_func("/program/page", test_the_page);
    g_test_add_func("/program/sandbox", test_the_sandbox_is_the_programs_choice);
    g_test_add_func("/program/words", test_the_button_has_the_programs_words);
    g_test_add_func("/program/early", test_an_error_that_a_binding_has_made);
    g_test_add_func("/program/details", test_an_error_has_its_details);
    return g_test_run();
}
