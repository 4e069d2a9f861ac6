/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
/* Each operation once, against a chain: what it gives, and the code of what it refuses. */
#include <string.h>

#include "stage.h"

#define RUN(start, ...)                              \
    g_auto(StageEnd) end = {0};                      \
    g_autoptr(GError) error = NULL;                  \
    start(__VA_ARGS__, NULL, stage_note, &end);      \
    GAsyncResult *result = stage_wait(&end)

static void test_account(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autoptr(NearConnectAccount) account = NULL;
    g_autofree char *network = NULL;
    gboolean is_signed_in = FALSE;
    g_object_get(manager, "account", &account, "signed-in", &is_signed_in, "network", &network, NULL);
    g_assert_true(is_signed_in);
    g_assert_cmpstr(near_connect_account_get_wallet_id(account), ==, KEYSTORE);
    g_assert_true(g_str_has_prefix(near_connect_account_get_public_key(account), "ed25519:"));
    g_assert_cmpstr(network, ==, "devnet");
    NearConnectSandbox sandbox = NEAR_CONNECT_SANDBOX_OFF;
    g_autofree char *problem = NULL;
    g_object_get(manager, "sandbox", &sandbox, "sandbox-problem", &problem, NULL);
    g_assert_cmpint((int)sandbox, ==, (int)near_connect_manager_get_sandbox(manager));
    /* A problem is told where there is one, and only there; tests run with a sandbox or where it can't run. */
    g_assert_true((problem != NULL) == (sandbox == NEAR_CONNECT_SANDBOX_UNAVAILABLE));
    g_assert_cmpint((int)sandbox, !=, NEAR_CONNECT_SANDBOX_OFF);
    {
        RUN(near_connect_manager_check_session_async, manager);
        NearConnectSession session = NEAR_CONNECT_SESSION_SIGNED_OUT;
        g_assert_true(near_connect_manager_check_session_finish(manager, result, &session, &error));
        g_assert_no_error(error);
        g_assert_cmpint((int)session, ==, NEAR_CONNECT_SESSION_VERIFIED);
    }
    {
        RUN(near_connect_manager_list_wallets_async, manager);
        g_autoptr(GPtrArray) wallets = near_connect_manager_list_wallets_finish(manager, result, &error);
        g_assert_no_error(error);
        gboolean has_keystore = FALSE;
        for (guint index = 0; index < wallets->len; index++) {
            NearConnectWallet *wallet = g_ptr_array_index(wallets, index);
            if (g_str_equal(near_connect_wallet_get_id(wallet), KEYSTORE)) has_keystore = TRUE;
            g_assert_nonnull(near_connect_wallet_get_name(wallet));
        }
        g_assert_true(has_keystore);
    }
    RUN(near_connect_manager_sign_out_async, manager);
    g_assert_true(near_connect_manager_sign_out_finish(manager, result, &error));
    g_assert_no_error(error);
    g_assert_null(near_connect_manager_get_account(manager));
    g_assert_false(near_connect_manager_get_signed_in(manager));
}

static void test_messages(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    const guint8 bytes[32] = {7};
    g_autoptr(GBytes) nonce = g_bytes_new(bytes, sizeof bytes);
    {
        RUN(near_connect_manager_sign_in_and_sign_message_async, manager, KEYSTORE, "Hello", "shop.example", NULL);
        g_autoptr(NearConnectSignedMessage) message = NULL;
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_and_sign_message_finish(manager, result, &message, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(near_connect_signed_message_get_account_id(message), ==, near_connect_account_get_id(account));
    }
    {
        RUN(near_connect_manager_sign_message_async, manager, "Hello", "shop.example", nonce);
        g_autoptr(NearConnectSignedMessage) message =
            near_connect_manager_sign_message_finish(manager, result, &error);
        g_assert_no_error(error);
        g_autofree char *text = g_base64_encode(bytes, sizeof bytes);
        g_assert_cmpstr(near_connect_signed_message_get_nonce(message), ==, text);
        gsize length = 0;
        g_autofree guchar *signature =
            g_base64_decode(near_connect_signed_message_get_signature(message), &length);
        g_assert_cmpuint(length, ==, 64);
        g_assert_nonnull(strstr(near_connect_signed_message_get_json(message), "shop.example"));
    }
    g_autoptr(GBytes) short_nonce = g_bytes_new(bytes, 31);
    RUN(near_connect_manager_sign_message_async, manager, "Hello", "shop.example", short_nonce);
    g_assert_null(near_connect_manager_sign_message_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
}

static NearConnectTransaction *transfer(const char *receiver_id, const char *deposit) {
    NearConnectTransaction *transaction = near_connect_transaction_new(receiver_id);
    near_connect_transaction_add_transfer(transaction, deposit);
    return transaction;
}

static void test_transactions(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    {
        g_autofree char *amount = near_connect_parse_amount("1.5 NEAR", NULL);
        RUN(near_connect_manager_send_near_async, manager, "bob.test.near", amount);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(near_connect_outcome_get_hash(outcome));
        g_autoptr(GBytes) value = near_connect_outcome_get_value(outcome);
        g_assert_cmpuint(g_bytes_get_size(value), ==, 0);
        g_auto(GStrv) logs = near_connect_outcome_get_logs(outcome);
        g_assert_cmpuint(g_strv_length(logs), ==, 0);
    }
    g_autoptr(NearConnectTransaction) first = transfer("bob.test.near", "1");
    g_autoptr(NearConnectTransaction) second = transfer("test.near", "2");
    NearConnectTransaction *both[] = {first, second};
    {
        RUN(near_connect_manager_sign_and_send_all_async, manager, both, 2);
        g_autoptr(GPtrArray) outcomes = near_connect_manager_sign_and_send_all_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(outcomes->len, ==, 2);
    }
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_and_send_async(manager, first, NULL, stage_note, &end);
        // The call has a copy: what is added now isn't sent.
        near_connect_transaction_add_transfer(first, "99999999999999999999999999999999");
        g_autoptr(NearConnectOutcome) outcome =
            near_connect_manager_sign_and_send_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_nonnull(outcome);
    }
    {
        RUN(near_connect_manager_sign_delegate_actions_async, manager, &second, 1);
        g_auto(GStrv) signed_actions = near_connect_manager_sign_delegate_actions_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(g_strv_length(signed_actions), ==, 1);
    }
    {
        RUN(near_connect_manager_history_async, manager);
        g_autoptr(GPtrArray) entries = near_connect_manager_history_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(entries->len, ==, 4);
        NearConnectJournalEntry *entry = g_ptr_array_index(entries, 0);
        g_assert_cmpstr(near_connect_journal_entry_get_signer_id(entry), ==, "alice.test.near");
    }
    {
        RUN(near_connect_manager_reconcile_async, manager);
        g_autoptr(GPtrArray) entries = near_connect_manager_reconcile_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(entries);
    }
    // The policy's limit.
    g_autoptr(NearConnectTransaction) large = transfer("bob.test.near", "101000000000000000000000000");
    RUN(near_connect_manager_sign_and_send_async, manager, large);
    g_assert_null(near_connect_manager_sign_and_send_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WALLET_REJECTED);
}

/* The contract's digit. */
static char counted(NearConnectManager *manager) {
    RUN(near_connect_manager_view_function_async, manager, "alice.test.near", "get", NULL);
    g_autoptr(GBytes) value = near_connect_manager_view_function_finish(manager, result, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_bytes_get_size(value), ==, 1);
    return *(const char *)g_bytes_get_data(value, NULL);
}

static void test_contract(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autofree char *code = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(g_getenv("STAGE_CONTRACT"), &code, &length, NULL));
    g_autoptr(GBytes) wasm = g_bytes_new(code, length);
    {
        g_autoptr(NearConnectTransaction) deploy = near_connect_transaction_new("alice.test.near");
        near_connect_transaction_add_deploy(deploy, wasm);
        RUN(near_connect_manager_sign_and_send_async, manager, deploy);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_sign_and_send_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(outcome);
    }
    // Others use the chain, too.
    const char before = counted(manager);
    {
        RUN(near_connect_manager_call_function_async, manager, "alice.test.near", "increment", NULL, 0, NULL);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_call_function_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(outcome);
    }
    {
        // Numbers and texts of the program's own JSON are signed as they are written.
        static const char args[] = "{\"n\":18446744073709551615,\"t\":\"a\\u0000b\"}";
        g_autofree char *action = g_strdup_printf(
            " {\"type\":\"FunctionCall\",\"params\":{\"methodName\":\"increment\",\"args\":%s,"
            "\"gas\":\"30000000000000\",\"deposit\":\"0\"}}\n",
            args);
        g_autoptr(NearConnectTransaction) raw = near_connect_transaction_new("alice.test.near");
        static const char *const wrong[] = {"", "[1]", "1", "{", "{}, {}", "{} {}", "{\"a\":\"}", "\xff{}"};
        for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
            g_autoptr(GError) error = NULL;
            g_assert_false(near_connect_transaction_add_json(raw, wrong[index], &error));
            g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
        }
        g_assert_true(near_connect_transaction_add_json(raw, action, NULL));
        g_assert_cmpuint(near_connect_transaction_get_n_actions(raw), ==, 1);
        RUN(near_connect_manager_sign_delegate_actions_async, manager, &raw, 1);
        g_auto(GStrv) signed_actions = near_connect_manager_sign_delegate_actions_finish(manager, result, &error);
        g_assert_no_error(error);
        gsize size = 0;
        g_autofree guchar *bytes = g_base64_decode(signed_actions[0], &size);
        g_assert_nonnull(memmem(bytes, size, "18446744073709551615", 20));
        g_assert_nonnull(memmem(bytes, size, "a\\u0000b", 8));
    }
    g_assert_cmpint(counted(manager), ==, before == '9' ? '0' : before + 1);
}

static void test_chain(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    {
        RUN(near_connect_manager_view_account_async, manager, "bob.test.near");
        g_autofree char *json = near_connect_manager_view_account_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(strstr(json, "\"spendable\":\""));
    }
    {
        RUN(near_connect_manager_rpc_async, manager, "status", "[]");
        g_autofree char *json = near_connect_manager_rpc_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(strstr(json, "\"chain_id\""));
    }
    {
        RUN(near_connect_manager_rpc_async, manager, "status", "not JSON");
        g_assert_null(near_connect_manager_rpc_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    RUN(near_connect_manager_view_account_async, manager, "nobody.test.near");
    g_assert_null(near_connect_manager_view_account_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_RPC_ERROR);
}

/* The second of two nodes answers where the first one is not there. */
static void test_nodes(void) {
    const char *urls[] = {"http://127.0.0.1:1", g_getenv("STAGE_NODE"), NULL};
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-urls", urls, "ephemeral", TRUE, NULL);
    g_auto(GStrv) kept = NULL;
    g_object_get(manager, "rpc-urls", &kept, NULL);
    g_assert_true(g_strv_equal((const char *const *)kept, urls));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_rpc_async(manager, "status", NULL, NULL, stage_note, &end);
    g_autofree char *status = near_connect_manager_rpc_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(status, "\"chain_id\""));
}

static void test_refusals(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    {
        RUN(near_connect_manager_sign_in_async, manager, "no-such-wallet");
        g_assert_null(near_connect_manager_sign_in_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
        /* NEARError.errorDescription, as it is. */
        g_assert_cmpstr(error->message, ==, "No wallet has the id “no-such-wallet”. Choose one of the list.");
    }
    {
        RUN(near_connect_manager_send_near_async, manager, "bob.test.near", "1");
        g_assert_null(near_connect_manager_send_near_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_NOT_SIGNED_IN);
        g_assert_cmpstr(error->message, ==, "You are not signed in. Connect a wallet first.");
    }
    const char *const amounts[] = {"-1", "1e24", "340282366920938463463374607431768211456", "1.5 NEAR", "", " 1"};
    for (gsize index = 0; index < G_N_ELEMENTS(amounts); index++) {
        RUN(near_connect_manager_send_near_async, manager, "bob.test.near", amounts[index]);
        g_assert_null(near_connect_manager_send_near_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    g_autoptr(NearConnectTransaction) empty = near_connect_transaction_new("bob.test.near");
    RUN(near_connect_manager_sign_and_send_async, manager, empty);
    g_assert_null(near_connect_manager_sign_and_send_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
}

/* By its name, as bindings with types of their own do. */
static void test_by_name(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    {
        RUN(near_connect_manager_perform_async, manager, "viewAccount", "{\"accountId\": \"bob.test.near\"}");
        g_autofree char *json = near_connect_manager_perform_finish(manager, result, &error);
        g_assert_no_error(error);
        g_assert_nonnull(strstr(json, "\"spendable\""));
        g_assert_null(near_connect_manager_get_error_details(manager, result));
    }
    {
        RUN(near_connect_manager_perform_async, manager, "signOut", NULL);
        g_autofree char *json = near_connect_manager_perform_finish(manager, result, &error);
        g_assert_cmpstr(json, ==, "null");
    }
    const char *const refused[][2] = {{"approve", NULL}, {"signIn", "[1]"}, {"signIn", "{"}, {"wallets", "{\"a\": 1}"}};
    for (gsize index = 0; index < G_N_ELEMENTS(refused); index++) {
        RUN(near_connect_manager_perform_async, manager, refused[index][0], refused[index][1]);
        g_assert_null(near_connect_manager_perform_finish(manager, result, &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
        const char *details = near_connect_manager_get_error_details(manager, result);
        g_assert_nonnull(strstr(details, "\"invalid-argument\""));
    }
}

/* What has been executed and failed is in the details, of every operation. */
static void test_error_details(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    RUN(near_connect_manager_call_function_async, manager, "bob.test.near", "none", NULL, 0, NULL);
    g_assert_null(near_connect_manager_call_function_finish(manager, result, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_TRANSACTION_FAILED);
    g_assert_nonnull(strstr(near_connect_manager_get_error_details(manager, result), "\"outcome\""));
}

static void test_texts(void) {
    g_assert_true(near_connect_check_engine(NULL));
    g_autoptr(GError) error = NULL;
    g_autofree char *yocto = near_connect_parse_amount("1.5 NEAR", &error);
    g_assert_cmpstr(yocto, ==, "1500000000000000000000000");
    g_autofree char *text = near_connect_format_amount(yocto, &error);
    g_assert_cmpstr(text, ==, "1.5 NEAR");
    g_assert_null(near_connect_parse_amount("1.5 pounds", &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_clear_error(&error);
    g_assert_null(near_connect_parse_amount("\xff", &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_assert_true(near_connect_account_id_is_valid("alice.near"));
    g_assert_false(near_connect_account_id_is_valid("Alice"));
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/verbs/account", test_account);
    g_test_add_func("/verbs/messages", test_messages);
    g_test_add_func("/verbs/transactions", test_transactions);
    g_test_add_func("/verbs/contract", test_contract);
    g_test_add_func("/verbs/chain", test_chain);
    g_test_add_func("/verbs/nodes", test_nodes);
    g_test_add_func("/verbs/refusals", test_refusals);
    g_test_add_func("/verbs/by-name", test_by_name);
    g_test_add_func("/verbs/error-details", test_error_details);
    g_test_add_func("/verbs/texts", test_texts);
    return g_test_run();
}
