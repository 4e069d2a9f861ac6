/* SPDX-License-Identifier: MIT */
/* What only the program has in whose process the wallets are: keys of its own, versions of wallets, what is forgotten; and
 * what an error and a delegate action say of themselves. */
#include <string.h>

#include "stage.h"

#define RUN(start, ...)                              \
    g_auto(StageEnd) end = {0};                      \
    g_autoptr(GError) error = NULL;                  \
    start(__VA_ARGS__, NULL, stage_note, &end);      \
    GAsyncResult *result = stage_wait(&end)

/* The keys of the program's own: any points of the curve. */
#define KEY "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
#define OTHER_KEY "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"

/* What the chain says of a key of an account's. */
static char *permission(NearConnectManager *manager, const char *account_id, const char *key) {
    g_autofree char *params = g_strdup_printf(
        "{\"request_type\":\"view_access_key\",\"finality\":\"optimistic\",\"account_id\":\"%s\",\"public_key\":\"%s\"}",
        account_id, key);
    RUN(near_connect_manager_rpc_async, manager, "query", params);
    char *json = near_connect_manager_rpc_finish(manager, result, &error);
    g_assert_no_error(error);
    return json;
}

static void test_keys(void) {
    static const char *const methods[] = {"increment", "get", NULL};
    g_autoptr(NearConnectManager) manager = stage_manager();
    {
        RUN(near_connect_manager_add_function_call_key_async, manager, KEY, "bob.test.near", methods, NULL);
        g_assert_false(near_connect_manager_add_function_call_key_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_NOT_SIGNED_IN);
    }
    {
        RUN(near_connect_manager_sign_in_with_function_call_key_async, manager, KEYSTORE, KEY, "bob.test.near", methods,
            "250000000000000000000000");
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_with_function_call_key_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
        g_autofree char *json = permission(manager, "alice.test.near", KEY);
        g_assert_nonnull(strstr(json, "\"increment\""));
        g_assert_nonnull(strstr(json, "\"250000000000000000000000\""));
    }
    {
        /* Every method, without an end. */
        RUN(near_connect_manager_add_function_call_key_async, manager, OTHER_KEY, "bob.test.near", NULL, NULL);
        g_assert_true(near_connect_manager_add_function_call_key_finish(manager, result, &error));
        g_assert_no_error(error);
        g_autofree char *json = permission(manager, "alice.test.near", OTHER_KEY);
        g_assert_nonnull(strstr(json, "\"allowance\":null"));
    }
    {
        /* The account has that key already. */
        RUN(near_connect_manager_add_function_call_key_async, manager, KEY, "bob.test.near", NULL, NULL);
        g_assert_false(near_connect_manager_add_function_call_key_finish(manager, result, &error));
        g_assert_nonnull(error);
    }
    {
        /* As before, for who comes next. */
        g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new("alice.test.near");
        near_connect_transaction_add_delete_key(transaction, KEY);
        near_connect_transaction_add_delete_key(transaction, OTHER_KEY);
        RUN(near_connect_manager_sign_and_send_async, manager, transaction);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_sign_and_send_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(outcome);
    }
    const char *const wrong[][3] = {
        {"", "bob.test.near", NULL},    {"ed25519:1", "bob.test.near", NULL}, {KEY, "Bob", NULL},
        {KEY, "bob.test.near", "-1"},   {KEY, "bob.test.near", "1 NEAR"},     {"\xff", "bob.test.near", NULL},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        RUN(near_connect_manager_add_function_call_key_async, manager, wrong[index][0], wrong[index][1], NULL,
            wrong[index][2]);
        g_assert_false(near_connect_manager_add_function_call_key_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
}

static void test_a_wallet_is_forgotten(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    {
        RUN(near_connect_manager_forget_wallet_async, manager, KEYSTORE);
        g_assert_true(near_connect_manager_forget_wallet_finish(manager, result, &error));
        g_assert_no_error(error);
        g_assert_null(near_connect_manager_get_account(manager));
    }
    {
        /* Of one that nobody knows nothing is left, either. */
        RUN(near_connect_manager_forget_wallet_async, manager, "nobody");
        g_assert_true(near_connect_manager_forget_wallet_finish(manager, result, &error));
        g_assert_no_error(error);
    }
    {
        /* Not while an operation is open. */
        g_auto(StageEnd) open = {0};
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &open);
        WAIT_UNTIL(near_connect_manager_get_busy(manager));
        RUN(near_connect_manager_forget_wallet_async, manager, KEYSTORE);
        g_assert_false(near_connect_manager_forget_wallet_finish(manager, result, &error));
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
        g_assert_nonnull(strstr(near_connect_error_details_get_json(details), "\"transaction-failed\""));
        g_assert_null(near_connect_error_details_get_hash(details));
    }
    {
        /* The first of two is done. */
        g_autoptr(NearConnectTransaction) first = near_connect_transaction_new("bob.test.near");
        near_connect_transaction_add_transfer(first, "1");
        g_autoptr(NearConnectTransaction) second = near_connect_transaction_new("bob.test.near");
        near_connect_transaction_add_call(second, "none", NULL, 0, NULL);
        NearConnectTransaction *both[] = {first, second};
        RUN(near_connect_manager_sign_and_send_all_async, manager, both, 2);
        g_assert_null(near_connect_manager_sign_and_send_all_finish(manager, result, &error));
        g_assert_nonnull(error);
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(error);
        g_assert_nonnull(details);
        g_autoptr(GPtrArray) outcomes = near_connect_error_details_get_outcomes(details);
        g_assert_cmpuint(outcomes->len, >=, 1);
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

static void test_a_delegate_action_is_read(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autoptr(NearConnectTransaction) transfer = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_transfer(transfer, "1");
    RUN(near_connect_manager_sign_delegate_actions_async, manager, &transfer, 1);
    g_auto(GStrv) texts = near_connect_manager_sign_delegate_actions_finish(manager, result, &error);
    g_assert_no_error(error);
    g_autoptr(NearConnectSignedDelegateAction) action =
        near_connect_signed_delegate_action_new_from_base64(texts[0], &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_signed_delegate_action_get_sender_id(action), ==, "alice.test.near");
    g_assert_cmpstr(near_connect_signed_delegate_action_get_receiver_id(action), ==, "bob.test.near");
    g_assert_cmpstr(
        near_connect_signed_delegate_action_get_public_key(action), ==,
        near_connect_account_get_public_key(near_connect_manager_get_account(manager)));
    g_assert_cmpstr(near_connect_signed_delegate_action_get_base64(action), ==, texts[0]);
    g_assert_cmpuint(near_connect_signed_delegate_action_get_nonce(action), >, 0);
    g_assert_cmpuint(near_connect_signed_delegate_action_get_max_block_height(action), >, 0);
    g_assert_true(near_connect_signed_delegate_action_get_verified(action));
    g_autoptr(GBytes) bytes = near_connect_signed_delegate_action_get_bytes(action);
    guint64 height = 0;
    g_autofree char *sender = NULL;
    g_object_get(action, "max-block-height", &height, "sender-id", &sender, NULL);
    g_assert_cmpuint(height, ==, near_connect_signed_delegate_action_get_max_block_height(action));
    g_assert_cmpstr(sender, ==, "alice.test.near");
    /* The last byte is the signature's. */
    gsize size = 0;
    g_autofree guchar *changed = g_bytes_unref_to_data(g_bytes_ref(bytes), &size);
    changed[size - 1] ^= 1;
    g_autofree char *forged_text = g_base64_encode(changed, size);
    g_autoptr(NearConnectSignedDelegateAction) forged =
        near_connect_signed_delegate_action_new_from_base64(forged_text, NULL);
    g_assert_true(forged == NULL || !near_connect_signed_delegate_action_get_verified(forged));
    g_autofree char *cut = g_base64_encode(changed, size - 1);
    const char *const wrong[] = {"", "AAAA", "no Base64!", "\xff", cut};
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        g_autoptr(GError) reason = NULL;
        g_assert_null(near_connect_signed_delegate_action_new_from_base64(wrong[index], &reason));
        g_assert_error(reason, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    g_autoptr(NearConnectSignedDelegateAction) empty = g_object_new(NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION, NULL);
    g_assert_null(near_connect_signed_delegate_action_get_sender_id(empty));
    g_assert_false(near_connect_signed_delegate_action_get_verified(empty));
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program/keys", test_keys);
    g_test_add_func("/program/forget", test_a_wallet_is_forgotten);
    g_test_add_func("/program/versions", test_versions_of_wallets);
    g_test_add_func("/program/chain", test_the_chain_is_identified);
    g_test_add_func("/program/page", test_the_page);
    g_test_add_func("/program/sandbox", test_the_sandbox_is_the_programs_choice);
    g_test_add_func("/program/words", test_the_button_has_the_programs_words);
    g_test_add_func("/program/details", test_an_error_has_its_details);
    g_test_add_func("/program/delegate", test_a_delegate_action_is_read);
    return g_test_run();
}
