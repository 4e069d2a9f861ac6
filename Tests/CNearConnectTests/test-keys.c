/* SPDX-License-Identifier: MIT */
/* Function-call keys, the program's own and the keystore's, and what one account signs and another one sends. */
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

static gboolean allow(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer count) {
    stage_on_thread();
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    if ((*(guint *)count)++ == 0) {
        g_assert_cmpint(
            (int)near_connect_approval_request_get_kind(request), ==, NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY);
        /* A key without an end to its gas. */
        g_assert_true(near_connect_approval_request_get_dangerous(request));
    }
    return near_connect_approval_request_allow(request, NULL);
}

/* Sign-in and key are one question, and what the key covers is none. */
static void test_the_keystore_makes_a_key(void) {
    static const char *const methods[] = {"increment", NULL};
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
    guint asked = 0;
    g_signal_connect(manager, "approval-requested", G_CALLBACK(allow), &asked);
    {
        g_autoptr(NearConnectTransaction) deploy = near_connect_transaction_new("alice.test.near");
        g_autoptr(NearConnectManager) other = stage_signed_in();
        g_autofree char *code = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(g_getenv("STAGE_CONTRACT"), &code, &length, NULL));
        g_autoptr(GBytes) wasm = g_bytes_new(code, length);
        near_connect_transaction_add_deploy(deploy, wasm);
        RUN(near_connect_manager_sign_and_send_async, other, deploy);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_sign_and_send_finish(other, result, &error);
        g_assert_no_error(error);
    }
    {
        RUN(near_connect_manager_sign_in_with_keystore_async, manager, "alice.test.near", methods, NULL);
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_with_keystore_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(account);
        g_assert_cmpuint(asked, ==, 1);
    }
    {
        RUN(near_connect_manager_call_function_async, manager, "alice.test.near", "increment", NULL, 0, NULL);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_call_function_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_true(near_connect_outcome_get_succeeded(outcome));
        g_assert_cmpuint(asked, ==, 1);
    }
    RUN(near_connect_manager_send_near_async, manager, "bob.test.near", "1");
    g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, result, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(asked, ==, 2);
}

static gboolean read_and_deny(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer data) {
    (void)manager;
    g_assert_cmpint(
        (int)near_connect_approval_request_get_kind(request), ==, NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY);
    *(char **)data = g_strdup(near_connect_approval_request_get_json(request));
    return near_connect_approval_request_deny(request);
}

/* The program that is asked about a key finds its rights in the JSON. */
static void test_the_question_has_the_keys_rights(void) {
    static const char *const methods[] = {"get", NULL};
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
    g_autofree char *json = NULL;
    g_signal_connect(manager, "approval-requested", G_CALLBACK(read_and_deny), &json);
    RUN(near_connect_manager_sign_in_with_keystore_async, manager, "bob.test.near", methods, "250000000000000000000000");
    g_assert_null(near_connect_manager_sign_in_with_keystore_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
    const char *rights = strstr(json, "\"signInPermission\":{");
    g_assert_nonnull(rights);
    g_assert_nonnull(strstr(rights, "\"contractId\":\"bob.test.near\""));
    g_assert_nonnull(strstr(rights, "\"methodNames\":[\"get\"]"));
    g_assert_nonnull(strstr(rights, "\"allowance\":\"250000000000000000000000\""));
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
        /* Nobody reads Base64. */
        g_assert_null(strstr(reason->message, cut));
        g_assert_cmpuint(strlen(reason->message), <, 300);
    }
    g_autoptr(NearConnectSignedDelegateAction) empty = g_object_new(NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION, NULL);
    g_assert_null(near_connect_signed_delegate_action_get_sender_id(empty));
    g_assert_false(near_connect_signed_delegate_action_get_verified(empty));
}

/* What alice signs bob sends, and pays for; once. */
static void test_an_action_is_relayed(void) {
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
    guint asked = 1;
    g_signal_connect(manager, "approval-requested", G_CALLBACK(allow), &asked);
    g_autoptr(NearConnectManager) signer = stage_signed_in();
    g_autoptr(NearConnectTransaction) transfer = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_transfer(transfer, "1");
    g_autoptr(NearConnectSignedDelegateAction) action = NULL;
    {
        RUN(near_connect_manager_sign_delegate_actions_async, signer, &transfer, 1);
        g_auto(GStrv) texts = near_connect_manager_sign_delegate_actions_finish(signer, result, &error);
        g_assert_no_error(error);
        action = near_connect_signed_delegate_action_new_from_base64(texts[0], &error);
        g_assert_no_error(error);
    }
    {
        RUN(near_connect_manager_relay_async, manager, action, "bob.test.near");
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_relay_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_true(near_connect_outcome_get_succeeded(outcome));
        g_assert_cmpuint(asked, ==, 2);
    }
    {
        /* Its nonce was used. */
        RUN(near_connect_manager_relay_async, manager, action, "bob.test.near");
        g_assert_null(near_connect_manager_relay_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WALLET_ERROR);
        g_assert_null(near_connect_error_get_details(error));
    }
    {
        RUN(near_connect_manager_relay_async, manager, action, "Bob");
        g_assert_null(near_connect_manager_relay_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    g_autoptr(NearConnectSignedDelegateAction) empty = g_object_new(NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION, NULL);
    RUN(near_connect_manager_relay_async, manager, empty, "bob.test.near");
    g_assert_null(near_connect_manager_relay_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_assert_cmpuint(asked, ==, 2);
}

/* Values that no engine has made say nothing. */
static void test_values_of_nobody(void) {
    g_autoptr(NearConnectOutcome) outcome = g_object_new(NEAR_CONNECT_TYPE_OUTCOME, NULL);
    g_assert_false(near_connect_outcome_get_succeeded(outcome));
    g_assert_null(near_connect_outcome_get_hash(outcome));
    g_auto(GStrv) logs = near_connect_outcome_get_logs(outcome);
    g_assert_cmpuint(g_strv_length(logs), ==, 0);
    g_autoptr(NearConnectAccount) account = g_object_new(NEAR_CONNECT_TYPE_ACCOUNT, NULL);
    g_assert_null(near_connect_account_get_id(account));
    g_autoptr(NearConnectWallet) wallet = g_object_new(NEAR_CONNECT_TYPE_WALLET, NULL);
    g_assert_null(near_connect_wallet_get_name(wallet));
    g_autoptr(NearConnectErrorDetails) details = g_object_new(NEAR_CONNECT_TYPE_ERROR_DETAILS, NULL);
    g_autoptr(GPtrArray) outcomes = near_connect_error_details_get_outcomes(details);
    g_assert_cmpuint(outcomes->len, ==, 0);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/keys/own", test_keys);
    g_test_add_func("/keys/keystore", test_the_keystore_makes_a_key);
    g_test_add_func("/keys/rights", test_the_question_has_the_keys_rights);
    g_test_add_func("/keys/delegate", test_a_delegate_action_is_read);
    g_test_add_func("/keys/relay", test_an_action_is_relayed);
    g_test_add_func("/keys/values", test_values_of_nobody);
    return g_test_run();
}
