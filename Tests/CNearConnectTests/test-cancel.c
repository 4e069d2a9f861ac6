/* SPDX-License-Identifier: MIT */
/* Cancelling: before, during and after an operation, from any thread, and once something was signed. */
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "stage.h"

static void test_cancelled_before(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    g_cancellable_cancel(cancellable);
    near_connect_manager_sign_in_async(manager, KEYSTORE, cancellable, stage_note, &end);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gpointer cancel_on_a_thread(gpointer cancellable) {
    g_cancellable_cancel(cancellable);
    return NULL;
}

static void test_cancelled_from_another_thread(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) first = {0};
    g_auto(StageEnd) second = {0};
    g_autoptr(GError) error = NULL;
    // Nobody chooses a wallet from the list: without the thread, this one would wait for ever.
    near_connect_manager_sign_in_async(manager, NULL, cancellable, stage_note, &first);
    near_connect_manager_wait_ready_async(manager, NULL, stage_note, &second);
    stage_wait(&second);
    g_thread_join(g_thread_new("cancel", cancel_on_a_thread, cancellable));
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&first), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void wait_in_handler(GCancellable *cancellable, gpointer data) {
    (void)cancellable;
    // As a dialog does that a handler runs.
    stage_wait(data);
}

static void test_a_handler_of_cancelled_may_have_a_loop(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, cancellable, stage_note, &end);
    g_cancellable_connect(cancellable, G_CALLBACK(wait_in_handler), &end, NULL);
    g_cancellable_cancel(cancellable);
    g_assert_cmpuint(end.count, ==, 1);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void test_cancelled_after(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, cancellable, stage_note, &end);
    GAsyncResult *result = stage_wait(&end);
    g_cancellable_cancel(cancellable);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, result, &error);
    g_assert_no_error(error);
    g_assert_nonnull(account);
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(end.count, ==, 1);
}

/* A devnet of its own, which makes no block until it is told to: what is sent there waits. */
typedef struct {
    GSubprocess *process;
    char *folder, *node;
} Chain;

static void stop(Chain *chain) {
    g_subprocess_send_signal(chain->process, SIGTERM);
    g_subprocess_wait(chain->process, NULL, NULL);
    g_clear_object(&chain->process);
    const char *const arguments[] = {"rm", "-rf", "--one-file-system", chain->folder, NULL};
    g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    g_clear_pointer(&chain->folder, g_free);
    g_clear_pointer(&chain->node, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Chain, stop)

/* A test that fails ends its chain as well. */
static void end_with_its_parent(gpointer data) {
    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static Chain start_without_blocks(void) {
    g_autoptr(GError) error = NULL;
    Chain chain = {NULL, g_dir_make_tmp("stage-XXXXXX", &error), NULL};
    g_assert_no_error(error);
    g_autofree char *keys = g_build_filename(chain.folder, "keys", NULL);
    g_autofree char *ready = g_build_filename(chain.folder, "ready", NULL);
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE);
    g_subprocess_launcher_set_child_setup(launcher, end_with_its_parent, NULL, NULL);
    chain.process = g_subprocess_launcher_spawn(
        launcher, &error, g_getenv("STAGE_PROGRAM"), "devnet", "--block-time", "86400000", "--credentials", keys,
        "--ready-file", ready, "--quiet", NULL);
    g_assert_no_error(error);
    g_autofree char *text = NULL;
    WAIT_UNTIL(g_file_get_contents(ready, &text, NULL, NULL) && strstr(text, "\"rpcUrl\"") != NULL);
    const char *url = strstr(text, "http://");
    g_assert_nonnull(url);
    chain.node = g_strndup(url, strcspn(url, "\""));
    return chain;
}

static char *rpc(NearConnectManager *manager, const char *method, const char *params) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_rpc_async(manager, method, params, NULL, stage_note, &end);
    char *json = near_connect_manager_rpc_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    return json;
}

/* The words of a node about what bob has. */
static char *amount_of_bob(NearConnectManager *manager) {
    g_autofree char *json = rpc(
        manager, "query",
        "{\"request_type\":\"view_account\",\"finality\":\"final\",\"account_id\":\"bob.test.near\"}");
    const char *place = strstr(json, "\"amount\":\"");
    g_assert_nonnull(place);
    return g_strndup(place, strcspn(place, ","));
}

/* Whether bob has another amount than `before`. */
static gboolean has_come(NearConnectManager *manager, const char *before) {
    g_autofree char *now = amount_of_bob(manager);
    return !g_str_equal(now, before);
}

/* The newest entry of the history; NULL where there is none. */
static NearConnectJournalEntry *newest(NearConnectManager *manager) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_history_async(manager, NULL, stage_note, &end);
    g_autoptr(GPtrArray) entries = near_connect_manager_history_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    return entries->len > 0 ? g_object_ref(g_ptr_array_index(entries, 0)) : NULL;
}

/* The hash of what was signed; NULL before. */
static char *signed_hash(NearConnectManager *manager) {
    g_autoptr(NearConnectJournalEntry) entry = newest(manager);
    const char *place = entry != NULL ? strstr(near_connect_journal_entry_get_json(entry), "\"hash\":\"") : NULL;
    if (place == NULL) return NULL;
    place += strlen("\"hash\":\"");
    return g_strndup(place, strcspn(place, "\""));
}

/* Cancelled by its cancellable, and by the manager's own function: both come too late to have done nothing. */
static void test_what_was_signed_is_never_called_cancelled(void) {
    for (int index = 0; index < 2; index++) {
        /* One each: what the first one sends late would take the second one's nonce. */
        g_auto(Chain) chain = start_without_blocks();
        g_autofree char *keys = g_build_filename(chain.folder, "keys", NULL);
        g_autoptr(NearConnectManager) manager = g_object_new(
            NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", chain.node, "credentials", keys, "policy-file",
            g_getenv("STAGE_POLICY"), "ephemeral", TRUE, NULL);
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        g_auto(StageEnd) in = {0}, end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &in);
        g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&in), &error);
        g_assert_no_error(error);
        g_autofree char *amount = amount_of_bob(manager);
        near_connect_manager_send_near_async(manager, "bob.test.near", "1", cancellable, stage_note, &end);
        g_autofree char *hash = NULL;
        WAIT_UNTIL((hash = signed_hash(manager)) != NULL);
        g_assert_cmpuint(end.count, ==, 0);
        if (index == 0) g_cancellable_cancel(cancellable);
        else g_assert_true(near_connect_manager_cancel(manager));
        g_assert_null(near_connect_manager_send_near_finish(manager, stage_wait(&end), &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_TRANSACTION_UNKNOWN);
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(error);
        g_assert_cmpstr(near_connect_error_details_get_hash(details), ==, hash);
        g_assert_false(has_come(manager, amount));
        /* The chain goes on, and the history says what it has done. What wasn't sent yet may still be. */
        g_auto(StageEnd) looked = {0};
        g_clear_error(&error);
        near_connect_manager_reconcile_async(manager, NULL, stage_note, &looked);
        for (int block = 0; block < 4 || looked.count == 0; block++) {
            g_free(rpc(manager, "sandbox_fast_forward", "{\"delta_height\":1}"));
        }
        g_autoptr(GPtrArray) entries = near_connect_manager_reconcile_finish(manager, stage_wait(&looked), &error);
        g_assert_no_error(error);
        g_autoptr(NearConnectJournalEntry) entry = newest(manager);
        const char *state = near_connect_journal_entry_get_state(entry);
        g_test_message("%s", state);
        if (g_str_equal(state, "confirmed")) g_assert_true(has_come(manager, amount));
        g_assert_cmpstr(state, !=, "refused");
    }
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cancel/before", test_cancelled_before);
    g_test_add_func("/cancel/thread", test_cancelled_from_another_thread);
    g_test_add_func("/cancel/loop", test_a_handler_of_cancelled_may_have_a_loop);
    g_test_add_func("/cancel/after", test_cancelled_after);
    g_test_add_func("/cancel/signed", test_what_was_signed_is_never_called_cancelled);
    return g_test_run();
}
