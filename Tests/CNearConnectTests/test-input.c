/* SPDX-License-Identifier: MIT */
/* Mistakes of programs: texts that are too long, no UTF-8 or no text, amounts that are none, transactions
 * without measure, and cancelling more than once. */
#include <string.h>

#include "stage.h"

/* Sentences for labels are UTF-8, of at most as many scalars as docs/embedding.md says. */
static void is_sentence(const char *text) {
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_cmpint(g_utf8_strlen(text, -1), <=, 4000);
}

#define ENDS_WITH(code_domain, code, start, finish, ...)      \
    G_STMT_START {                                            \
        g_auto(StageEnd) end = {0};                           \
        g_autoptr(GError) error = NULL;                       \
        start(__VA_ARGS__, NULL, stage_note, &end);           \
        (void)finish(manager, stage_wait(&end), &error);      \
        g_assert_error(error, code_domain, (int)(code));      \
        is_sentence(error->message);                          \
    }                                                         \
    G_STMT_END
#define IS_REFUSED(...) ENDS_WITH(NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT, __VA_ARGS__)

/* Each place where a program's text goes in. */
static void refuse_text(NearConnectManager *manager, const char *text, gboolean is_unicode) {
    ENDS_WITH(
        NEAR_CONNECT_ERROR, is_unicode ? NEAR_CONNECT_ERROR_UNKNOWN_WALLET : NEAR_CONNECT_ERROR_INVALID_ARGUMENT,
        near_connect_manager_sign_in_async, near_connect_manager_sign_in_finish, manager, text);
    IS_REFUSED(near_connect_manager_send_near_async, near_connect_manager_send_near_finish, manager, text, "1");
    IS_REFUSED(
        near_connect_manager_send_near_async, near_connect_manager_send_near_finish, manager, "bob.test.near", text);
    IS_REFUSED(
        near_connect_manager_call_function_async, near_connect_manager_call_function_finish, manager, text, "method",
        NULL, 0, NULL);
    IS_REFUSED(
        near_connect_manager_call_function_async, near_connect_manager_call_function_finish, manager, "bob.test.near",
        "method", NULL, 0, text);
    IS_REFUSED(near_connect_manager_view_account_async, near_connect_manager_view_account_finish, manager, text);
    IS_REFUSED(
        near_connect_manager_view_function_async, near_connect_manager_view_function_finish, manager, text, "get", NULL);
    IS_REFUSED(near_connect_manager_perform_async, near_connect_manager_perform_finish, manager, text, NULL);
    IS_REFUSED(near_connect_manager_perform_async, near_connect_manager_perform_finish, manager, "wallets", text);
    IS_REFUSED(near_connect_manager_rpc_async, near_connect_manager_rpc_finish, manager, "status", text);
    g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new(text);
    near_connect_transaction_add_transfer(transaction, "1");
    IS_REFUSED(
        near_connect_manager_sign_and_send_async, near_connect_manager_sign_and_send_finish, manager, transaction);
    g_autoptr(NearConnectTransaction) amount = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_transfer(amount, text);
    IS_REFUSED(near_connect_manager_sign_and_send_async, near_connect_manager_sign_and_send_finish, manager, amount);
    g_autoptr(NearConnectTransaction) stake = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_stake(stake, "1", text);
    IS_REFUSED(near_connect_manager_sign_and_send_async, near_connect_manager_sign_and_send_finish, manager, stake);
    g_autoptr(GError) error = NULL;
    g_assert_null(near_connect_parse_amount(text, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_clear_error(&error);
    g_assert_null(near_connect_format_amount(text, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_clear_error(&error);
    g_assert_false(near_connect_transaction_add_json(transaction, text, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_clear_error(&error);
    g_assert_false(near_connect_manager_handle_return_link(manager, text, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    g_assert_false(near_connect_account_id_is_valid(text));
}

static void test_texts(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autofree char *long_text = g_strnfill(10 << 20, 'x');
    /* A tenth of it in each place, and all of it in two. */
    refuse_text(manager, long_text + (9 << 20), TRUE);
    ENDS_WITH(
        NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET, near_connect_manager_sign_in_async,
        near_connect_manager_sign_in_finish, manager, long_text);
    IS_REFUSED(near_connect_manager_view_account_async, near_connect_manager_view_account_finish, manager, long_text);
    /* The beginning of a sentence is counted in scalars, of which each has four bytes here. */
    g_autoptr(GString) faces = g_string_new(NULL);
    for (int count = 0; count < 5000; count++) g_string_append(faces, "\xf0\x9f\x98\x80");
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_in_async(manager, faces->str, NULL, stage_note, &end);
        g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
        g_assert_true(g_str_has_suffix(error->message, "\xf0\x9f\x98\x80 \xe2\x80\xa6"));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_cmpint(g_utf8_strlen(error->message, -1), ==, 4000);
    }
    refuse_text(manager, "", FALSE);
    /* Bytes that are no UTF-8, and what a lone surrogate would be. */
    refuse_text(manager, "\xff", FALSE);
    refuse_text(manager, "\xed\xa0\x80", FALSE);
    refuse_text(manager, "a\xc0\x80" "b", FALSE);
    /* A message may say anything in UTF-8, at any length. */
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_message_async(manager, long_text, "shop.example", NULL, NULL, stage_note, &end);
    g_autoptr(NearConnectSignedMessage) message =
        near_connect_manager_sign_message_finish(manager, stage_wait(&end), &error);
    /* The keystore signs it: what is hashed has no measure. */
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_signed_message_get_account_id(message), ==, "alice.test.near");
    g_assert_nonnull(near_connect_signed_message_get_signature(message));
    /* Labels show it. */
    const char *last_error = near_connect_manager_get_last_error(manager);
    if (last_error != NULL) is_sentence(last_error);
    /* Nothing of it has ended the session. */
    g_assert_true(near_connect_manager_get_signed_in(manager));
}

static const char key[] = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp";

/* Each text of the operations that only the program has. */
static void refuse_program_text(NearConnectManager *manager, NearConnectSignedDelegateAction *action, const char *text) {
    const char *const methods[] = {text, NULL};
    IS_REFUSED(
        near_connect_manager_sign_in_with_function_call_key_async,
        near_connect_manager_sign_in_with_function_call_key_finish, manager, KEYSTORE, text, "bob.test.near", NULL, NULL);
    IS_REFUSED(
        near_connect_manager_sign_in_with_function_call_key_async,
        near_connect_manager_sign_in_with_function_call_key_finish, manager, KEYSTORE, key, text, NULL, NULL);
    IS_REFUSED(
        near_connect_manager_sign_in_with_function_call_key_async,
        near_connect_manager_sign_in_with_function_call_key_finish, manager, KEYSTORE, key, "bob.test.near", NULL, text);
    IS_REFUSED(
        near_connect_manager_sign_in_with_keystore_async, near_connect_manager_sign_in_with_keystore_finish, manager,
        text, NULL, NULL);
    IS_REFUSED(
        near_connect_manager_sign_in_with_keystore_async, near_connect_manager_sign_in_with_keystore_finish, manager,
        "bob.test.near", methods, text);
    IS_REFUSED(
        near_connect_manager_add_function_call_key_async, near_connect_manager_add_function_call_key_finish, manager,
        text, "bob.test.near", NULL, NULL);
    IS_REFUSED(
        near_connect_manager_add_function_call_key_async, near_connect_manager_add_function_call_key_finish, manager,
        key, text, methods, NULL);
    IS_REFUSED(near_connect_manager_relay_async, near_connect_manager_relay_finish, manager, action, text);
    g_autoptr(GError) error = NULL;
    g_assert_null(near_connect_signed_delegate_action_new_from_base64(text, &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    is_sentence(error->message);
    g_assert_false(near_connect_manager_recognizes_return_link(manager, text));
}

static void test_texts_of_the_program(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autoptr(NearConnectSignedDelegateAction) action = g_object_new(NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION, NULL);
    g_autofree char *long_text = g_strnfill(10 << 20, 'x');
    refuse_program_text(manager, action, "");
    refuse_program_text(manager, action, "\xff");
    refuse_program_text(manager, action, long_text);
    /* Of a wallet that nobody knows nothing is left. */
    const char *const wallets[] = {"", long_text};
    for (gsize index = 0; index < G_N_ELEMENTS(wallets); index++) {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_forget_wallet_async(manager, wallets[index], NULL, stage_note, &end);
        g_assert_true(near_connect_manager_forget_wallet_finish(manager, stage_wait(&end), NULL, &error));
        g_assert_no_error(error);
    }
    /* No text is a mistake that GLib names, and nothing begins. */
    IS_CRITICAL(near_connect_manager_sign_in_with_function_call_key_async(
        manager, NULL, NULL, "bob.test.near", NULL, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_sign_in_with_function_call_key_async(
        manager, NULL, key, NULL, NULL, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_sign_in_with_keystore_async(manager, NULL, NULL, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_add_function_call_key_async(
        manager, NULL, "bob.test.near", NULL, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_add_function_call_key_async(manager, key, NULL, NULL, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_relay_async(manager, NULL, "bob.test.near", NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_relay_async(manager, action, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_forget_wallet_async(manager, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_accept_wallet_update_async(manager, NULL, FALSE, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_manager_decline_wallet_update_async(manager, NULL, NULL, NULL, NULL));
    IS_CRITICAL(near_connect_signed_delegate_action_new_from_base64(NULL, NULL));
    IS_CRITICAL(near_connect_manager_recognizes_return_link(manager, NULL));
    g_assert_false(near_connect_manager_get_busy(manager));
    /* Words on a button are the program's own. */
    g_autoptr(GtkWidget) button = g_object_ref_sink(near_connect_button_new(NULL));
    near_connect_button_set_connect_label(NEAR_CONNECT_BUTTON(button), long_text);
    g_assert_cmpstr(near_connect_button_get_connect_label(NEAR_CONNECT_BUTTON(button)), ==, long_text);
}

/* JSON can write what C's texts can't: a NUL, and halves of characters. */
static void test_texts_in_json(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    static const char *const wrong[][2] = {
        {"signIn", "{\"walletId\":\"\\ud800\"}"},
        {"signIn", "{\"walletId\":\"\\udc00\\ud800\"}"},
        {"viewAccount", "{\"accountId\":\"bob.test.near\\u0000.evil\"}"},
        {"sendNEAR", "{\"receiverId\":\"bob.test.near\\u0000\",\"amount\":\"1\"}"},
        {"sendNEAR", "{\"receiverId\":\"bob.test.near\",\"amount\":\"1\\u0000\"}"},
        {"sendNEAR", "{\"receiverId\":\"bob.test.near\",\"amount\":1}"},
        {"signMessage", "{\"message\":\"\\ud83d\",\"recipient\":\"shop.example\"}"},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        IS_REFUSED(
            near_connect_manager_perform_async, near_connect_manager_perform_finish, manager, wrong[index][0],
            wrong[index][1]);
    }
    ENDS_WITH(
        NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET, near_connect_manager_perform_async,
        near_connect_manager_perform_finish, manager, "signIn", "{\"walletId\":\"" KEYSTORE "\\u0000\"}");
    /* A whole character, and a NUL in what is signed: both as they are. */
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_perform_async(
        manager, "signMessage", "{\"message\":\"\\ud83d\\ude00 a\\u0000b\",\"recipient\":\"shop.example\"}", NULL,
        stage_note, &end);
    g_autofree char *json = near_connect_manager_perform_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(json, "a\\u0000b"));
}

static void test_amounts(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    static const char *const wrong[] = {
        "-1",         "1e24",  "340282366920938463463374607431768211456", "1.5 NEAR ", "1.5 NEAR", "", " 1", "1 ", "+1",
        "0x10",       "1_000", "\xd9\xa1", "1.0",
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        IS_REFUSED(
            near_connect_manager_send_near_async, near_connect_manager_send_near_finish, manager, "bob.test.near",
            wrong[index]);
        g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new("bob.test.near");
        near_connect_transaction_add_transfer(transaction, wrong[index]);
        IS_REFUSED(
            near_connect_manager_sign_and_send_async, near_connect_manager_sign_and_send_finish, manager, transaction);
    }
    static const char *const no_text[] = {
        "-1", "1e24", "340282366920938463463374607431768211456", "1.5  pounds", "", "NEAR", "1.5.5 NEAR",
        "0.0000000000000000000000001 NEAR",
    };
    for (gsize index = 0; index < G_N_ELEMENTS(no_text); index++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *digits = near_connect_parse_amount(no_text[index], &error);
        if (digits != NULL) g_error("“%s” is taken for %s", no_text[index], digits);
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT);
    }
    /* Amounts that people type may have white space around them. */
    g_autofree char *digits = near_connect_parse_amount("1.5 NEAR ", NULL);
    g_assert_cmpstr(digits, ==, "1500000000000000000000000");
}

static void test_transactions_without_measure(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_autoptr(NearConnectTransaction) many = near_connect_transaction_new("bob.test.near");
    for (int count = 0; count < 10000; count++) near_connect_transaction_add_transfer(many, "1");
    g_assert_cmpuint(near_connect_transaction_get_n_actions(many), ==, 10000);
    IS_REFUSED(near_connect_manager_sign_and_send_async, near_connect_manager_sign_and_send_finish, manager, many);
    IS_REFUSED(
        near_connect_manager_sign_and_send_all_async, near_connect_manager_sign_and_send_all_finish, manager, NULL, 0);
    IS_REFUSED(
        near_connect_manager_sign_delegate_actions_async, near_connect_manager_sign_delegate_actions_finish, manager,
        &many, 1);
}

/* Configurations */

static void test_configurations(void) {
    g_autofree char *long_text = g_strnfill(10 << 20, 'x');
    static const char *const texts[] = {"network", "rpc-url", "profile", "origin", "policy-file", "return-scheme",
                                        "project-id", "relay", "accent"};
    const char *const wrong[] = {long_text + (9 << 20), "\xff", "a\nb"};
    for (gsize index = 0; index < G_N_ELEMENTS(texts); index++) {
        for (gsize each = 0; each < G_N_ELEMENTS(wrong); each++) {
            g_autoptr(NearConnectManager) manager =
                g_object_new(NEAR_CONNECT_TYPE_MANAGER, texts[index], wrong[each], NULL);
            const char *reason = near_connect_manager_get_unavailable_reason(manager);
            if (reason == NULL) g_error("%s number %d is taken", texts[index], (int)each);
            is_sentence(reason);
            ENDS_WITH(
                NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE, near_connect_manager_sign_in_async,
                near_connect_manager_sign_in_finish, manager, NULL);
        }
    }
    /* What users see may say anything. */
    g_autoptr(NearConnectManager) manager =
        g_object_new(NEAR_CONNECT_TYPE_MANAGER, "app-name", long_text, "ephemeral", TRUE, NULL);
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
}

/* Cancelling */

static void test_cancelled_twice_and_during(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &end);
    WAIT_UNTIL(near_connect_manager_get_wallet_visible(manager));
    g_cancellable_cancel(cancellable);
    g_cancellable_cancel(cancellable);
    g_assert_cmpuint(end.count, ==, 0);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    /* One that was used, made fresh again, and used for the next. */
    g_cancellable_reset(cancellable);
    g_auto(StageEnd) second = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, cancellable, stage_note, &second);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&second), &error);
    g_assert_no_error(error);
    g_assert_nonnull(account);
    g_cancellable_cancel(cancellable);
    g_cancellable_cancel(cancellable);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(end.count, ==, 1);
    g_assert_cmpuint(second.count, ==, 1);
}

/* Nobody wants to know how it ends. */
static void test_fire_and_forget(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, NULL, NULL);
    WAIT_UNTIL(near_connect_manager_get_signed_in(manager));
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/input/texts", test_texts);
    g_test_add_func("/input/texts/json", test_texts_in_json);
    g_test_add_func("/input/texts/program", test_texts_of_the_program);
    g_test_add_func("/input/amounts", test_amounts);
    g_test_add_func("/input/transactions", test_transactions_without_measure);
    g_test_add_func("/input/configurations", test_configurations);
    g_test_add_func("/input/cancellable", test_cancelled_twice_and_during);
    g_test_add_func("/input/no-callback", test_fire_and_forget);
    return g_test_run();
}
