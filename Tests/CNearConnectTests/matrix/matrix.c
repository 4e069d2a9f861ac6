/* SPDX-License-Identifier: MIT */
/* The table of docs/embedding.md from a C program: a line for each operation, with what it ended in. */
#include <string.h>

#include "stage.h"

static NearConnectManager *manager;

/* Runs an operation to its end, in a block of its own. */
#define RUN(start, ...)                                        \
    g_auto(StageEnd) end = {0};                                \
    g_autoptr(GError) error = NULL;                            \
    start(manager, __VA_ARGS__ NULL, stage_note, &end);        \
    GAsyncResult *result = stage_wait(&end)

/* Says what an operation ended in: a result, or the code of its error. */
static void say(const char *operation, const GError *error, const char *end) {
    if (error == NULL) {
        g_print("%s: %s\n", operation, end);
    } else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        g_print("%s: cancelled\n", operation);
    } else {
        g_assert_cmpstr(g_quark_to_string(error->domain), ==, "near-connect-error-quark");
        g_autoptr(GEnumClass) codes = g_type_class_ref(NEAR_CONNECT_TYPE_ERROR);
        g_print("%s: %s\n", operation, g_enum_get_value(codes, error->code)->value_nick);
    }
}

static const char *id(NearConnectAccount *account) {
    return account != NULL ? near_connect_account_get_id(account) : "nobody";
}

static const char *fate(NearConnectOutcome *outcome) {
    return outcome != NULL && near_connect_outcome_get_hash(outcome) != NULL ? "executed" : "nothing";
}

static NearConnectTransaction *transfer(void) {
    NearConnectTransaction *transaction = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_transfer(transaction, "1");
    return transaction;
}

static void sign_in(void) {
    {
        RUN(near_connect_manager_sign_in_async, "nobody",);
        g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, result, &error);
        say("unknown wallet", error, id(account));
    }
    {
        RUN(near_connect_manager_sign_in_and_sign_message_async, KEYSTORE, "hi", "shop.example", NULL,);
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_and_sign_message_finish(manager, result, NULL, &error);
        say("sign in with message", error, id(account));
    }
    {
        RUN(near_connect_manager_sign_out_async,);
        near_connect_manager_sign_out_finish(manager, result, &error);
        say("sign out", error, id(near_connect_manager_get_account(manager)));
    }
    RUN(near_connect_manager_sign_in_async, KEYSTORE,);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, result, &error);
    say("sign in", error, id(account));
}

static void deploy(void) {
    g_autofree char *code = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(g_getenv("STAGE_CONTRACT"), &code, &length, NULL));
    g_autoptr(GBytes) wasm = g_bytes_new(code, length);
    g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new("alice.test.near");
    near_connect_transaction_add_deploy(transaction, wasm);
    RUN(near_connect_manager_sign_and_send_async, transaction,);
    g_autoptr(NearConnectOutcome) outcome = near_connect_manager_sign_and_send_finish(manager, result, &error);
    g_assert_no_error(error);
}

static void sign(void) {
    {
        RUN(near_connect_manager_send_near_async, "bob.test.near", "1",);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, result, &error);
        say("send", error, fate(outcome));
    }
    deploy();
    {
        RUN(near_connect_manager_call_function_async, "alice.test.near", "increment", NULL, 0, NULL,);
        g_autoptr(NearConnectOutcome) outcome = near_connect_manager_call_function_finish(manager, result, &error);
        say("call", error, fate(outcome));
    }
    g_autoptr(NearConnectTransaction) one = transfer();
    g_autoptr(NearConnectTransaction) other = transfer();
    NearConnectTransaction *both[] = {one, other};
    {
        RUN(near_connect_manager_sign_and_send_all_async, both, 2,);
        g_autoptr(GPtrArray) outcomes = near_connect_manager_sign_and_send_all_finish(manager, result, &error);
        g_autofree char *count = g_strdup_printf("%u outcomes", outcomes != NULL ? outcomes->len : 0);
        say("batch", error, count);
    }
    {
        RUN(near_connect_manager_sign_delegate_actions_async, both, 2,);
        g_auto(GStrv) actions = near_connect_manager_sign_delegate_actions_finish(manager, result, &error);
        g_autofree char *count = g_strdup_printf("%u actions", actions != NULL ? g_strv_length(actions) : 0);
        say("delegate", error, count);
    }
    {
        const guint8 bytes[32] = {7};
        g_autoptr(GBytes) nonce = g_bytes_new(bytes, sizeof bytes);
        RUN(near_connect_manager_sign_message_async, "hello", "shop.example", nonce,);
        g_autoptr(NearConnectSignedMessage) message = near_connect_manager_sign_message_finish(manager, result, &error);
        say("message", error, message != NULL ? near_connect_signed_message_get_account_id(message) : "none");
    }
    {
        RUN(near_connect_manager_history_async,);
        g_autoptr(GPtrArray) entries = near_connect_manager_history_finish(manager, result, &error);
        g_autofree char *count = g_strdup_printf("%u entries", entries != NULL ? entries->len : 0);
        say("history", error, count);
    }
    {
        RUN(near_connect_manager_view_function_async, "alice.test.near", "get", NULL,);
        g_autoptr(GBytes) value = near_connect_manager_view_function_finish(manager, result, &error);
        say("view", error, value != NULL && g_bytes_get_size(value) > 0 ? "a value" : "none");
    }
    RUN(near_connect_manager_send_near_async, "bob.test.near", "101000000000000000000000000",);
    g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, result, &error);
    say("refuse", error, fate(outcome));
}

/* A sign-in that waits for the user, and what ends it. */

static void wait_for_user(StageEnd *end, GCancellable *cancellable) {
    near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, end);
    WAIT_UNTIL(near_connect_manager_get_wallet_visible(manager));
}

static void say_end(const char *operation, StageEnd *end) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(end), &error);
    say(operation, error, id(account));
}

static void end_otherwise(GtkWidget *dialog) {
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        wait_for_user(&end, cancellable);
        g_cancellable_cancel(cancellable);
        say_end("cancel", &end);
    }
    {
        g_auto(StageEnd) end = {0};
        wait_for_user(&end, NULL);
        gtk_window_close(GTK_WINDOW(dialog));
        say_end("window closed", &end);
    }
    g_auto(StageEnd) end = {0};
    wait_for_user(&end, NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(g_spawn_command_line_sync(g_getenv("STAGE_KILL_PAGE"), NULL, NULL, NULL, &error));
    g_assert_no_error(error);
    say_end("page killed", &end);
}

/* Operations that the library has and the helper doesn't. */

static gboolean decide(NearConnectManager *asking, NearConnectApprovalRequest *request, gpointer allows) {
    (void)asking;
    if (GPOINTER_TO_INT(allows)) near_connect_approval_request_allow(request, "alice.test.near");
    else near_connect_approval_request_deny(request);
    return TRUE;
}

static void decide_as_a_program(const char *operation, gboolean allows) {
    g_autoptr(NearConnectManager) asking = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
    g_signal_connect(asking, "approval-requested", G_CALLBACK(decide), GINT_TO_POINTER(allows));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(asking, KEYSTORE, NULL, stage_note, &end);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(asking, stage_wait(&end), &error);
    say(operation, error, id(account));
}

static void be_the_program(void) {
    {
        RUN(near_connect_manager_identify_chain_async,);
        g_autofree char *name = NULL;
        g_autofree char *genesis = near_connect_manager_identify_chain_finish(manager, result, &name, &error);
        say("identify chain", error, name != NULL ? name : genesis != NULL ? "another chain" : "none");
    }
    {
        g_autoptr(NearConnectTransaction) one = transfer();
        RUN(near_connect_manager_sign_delegate_actions_async, &one, 1,);
        g_auto(GStrv) texts = near_connect_manager_sign_delegate_actions_finish(manager, result, &error);
        g_autoptr(NearConnectSignedDelegateAction) action =
            texts != NULL ? near_connect_signed_delegate_action_new_from_base64(texts[0], &error) : NULL;
        say("read delegate", error, action != NULL ? near_connect_signed_delegate_action_get_sender_id(action) : "none");
    }
    {
        RUN(near_connect_manager_call_function_async, "bob.test.near", "none", NULL, 0, NULL,);
        g_assert_null(near_connect_manager_call_function_finish(manager, result, &error));
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(error);
        g_autoptr(GPtrArray) outcomes = details != NULL ? near_connect_error_details_get_outcomes(details) : NULL;
        g_autofree char *count = g_strdup_printf("%u outcome", outcomes != NULL ? outcomes->len : 0);
        say("details of an error", NULL, count);
    }
    {
        RUN(near_connect_manager_forget_wallet_async, KEYSTORE,);
        near_connect_manager_forget_wallet_finish(manager, result, NULL, &error);
        say("forget wallet", error, id(near_connect_manager_get_account(manager)));
    }
    decide_as_a_program("own approval", TRUE);
    decide_as_a_program("own refusal", FALSE);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    manager = stage_manager();
    GtkWidget *dialog = near_connect_dialog_new(NULL, manager);
    sign_in();
    sign();
    be_the_program();
    end_otherwise(dialog);
    gtk_widget_destroy(dialog);
    g_object_unref(manager);
    return 0;
}
