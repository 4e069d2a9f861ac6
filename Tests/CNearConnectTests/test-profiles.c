/* SPDX-License-Identifier: MIT */
/* Two processes on one profile: the account of the other one is there, signs only where its keys are, and a process
 * keeps the account that it has. */
#define _GNU_SOURCE
#include <string.h>

#include "stage.h"

/* A manager of the profile that all processes here have. */
static NearConnectManager *shared_manager(const char *credentials) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "profile", "shared",
        "credentials", credentials, "app-name", "Stage", NULL);
}

/* Answers with the account that `data` names. */
static gboolean allow(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer account) {
    stage_on_thread();
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    const gboolean chooses =
        near_connect_approval_request_get_kind(request) == NEAR_CONNECT_APPROVAL_KIND_SIGN_IN;
    g_assert_true(near_connect_approval_request_allow(request, chooses ? account : NULL));
    return TRUE;
}

static void sign_in(NearConnectManager *manager, const char *id) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    gulong handler = g_signal_connect(manager, "approval-requested", G_CALLBACK(allow), (gpointer)id);
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, id);
    g_signal_handler_disconnect(manager, handler);
}

static void has_account(NearConnectManager *manager, const char *id) {
    NearConnectAccount *account = near_connect_manager_get_account(manager);
    g_assert_cmpstr(account != NULL ? near_connect_account_get_id(account) : NULL, ==, id);
}

static NearConnectSession checked_session(NearConnectManager *manager) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    NearConnectSession session = NEAR_CONNECT_SESSION_SIGNED_OUT;
    near_connect_manager_check_session_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_check_session_finish(manager, stage_wait(&end), &session, &error));
    g_assert_no_error(error);
    return session;
}

/* Sends, and returns who has signed; NULL with the error. */
static char *sent_by(NearConnectManager *manager, GError **error) {
    g_auto(StageEnd) end = {0};
    gulong handler = g_signal_connect(manager, "approval-requested", G_CALLBACK(allow), NULL);
    near_connect_manager_send_near_async(manager, "test.near", "1", NULL, stage_note, &end);
    g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, stage_wait(&end), error);
    g_signal_handler_disconnect(manager, handler);
    if (outcome == NULL) return NULL;
    const char *place = strstr(near_connect_outcome_get_json(outcome), "\"signer_id\":\"");
    g_assert_nonnull(place);
    place += strlen("\"signer_id\":\"");
    return g_strndup(place, strcspn(place, "\""));
}

static void is_sent_by(NearConnectManager *manager, const char *id) {
    g_autoptr(GError) error = NULL;
    g_autofree char *signer = sent_by(manager, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(signer, ==, id);
}

/* What other processes do. */

static void program_with_the_keys(void) {
    g_autoptr(NearConnectManager) manager = shared_manager(g_getenv("STAGE_CREDENTIALS"));
    has_account(manager, "alice.test.near");
    g_assert_cmpint((int)near_connect_manager_get_session(manager), ==, NEAR_CONNECT_SESSION_STORED);
    g_assert_cmpint((int)checked_session(manager), ==, NEAR_CONNECT_SESSION_VERIFIED);
    is_sent_by(manager, "alice.test.near");
}

/* Another process's account, whose keys this one doesn't have: it is no way to sign. */
static void program_without_the_keys(void) {
    g_autoptr(GError) error = NULL;
    g_autofree char *none = g_build_filename(g_getenv("XDG_DATA_HOME"), "no-keys", NULL);
    g_assert_cmpint(g_mkdir_with_parents(none, 0700), ==, 0);
    g_autoptr(NearConnectManager) manager = shared_manager(none);
    has_account(manager, "alice.test.near");
    g_assert_cmpint((int)checked_session(manager), ==, NEAR_CONNECT_SESSION_STALE);
    g_assert_null(sent_by(manager, &error));
    g_test_message("%s", error->message);
    g_assert_true(error->domain == NEAR_CONNECT_ERROR);
    /* It is the other's still. */
    has_account(manager, "alice.test.near");
}

static void program_with_another_account(void) {
    g_autoptr(NearConnectManager) manager = shared_manager(g_getenv("STAGE_CREDENTIALS"));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_out_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
    sign_in(manager, "bob.test.near");
    is_sent_by(manager, "bob.test.near");
}

/* TRUE once WebKit has written the wallet that the page has chosen, which it does half a second later. Strings are in
 * UTF-16 there. */
static gboolean is_choice_written(void) {
    static const char keystore[] = KEYSTORE;
    char wanted[2 * (sizeof keystore - 1)] = {0};
    for (gsize index = 0; index < sizeof wanted / 2; index++) wanted[2 * index] = keystore[index];
    g_autofree char *folder = g_build_filename(
        g_getenv("XDG_DATA_HOME"), "near-connect", "shared", "web", "localstorage", NULL);
    g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
    gboolean is_there = FALSE;
    for (const char *name = NULL; files != NULL && !is_there && (name = g_dir_read_name(files)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *contents = NULL;
        gsize length = 0;
        is_there = g_file_get_contents(path, &contents, &length, NULL)
                   && memmem(contents, length, wanted, sizeof wanted) != NULL;
    }
    return is_there;
}

static void run(const char *path) {
    g_test_trap_subprocess(path, 120 * (guint64)G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
}

static void test_an_account_of_another_process(void) {
    g_autoptr(NearConnectManager) manager = shared_manager(g_getenv("STAGE_CREDENTIALS"));
    has_account(manager, NULL);
    sign_in(manager, "alice.test.near");
    WAIT_UNTIL(is_choice_written());
    run("/profiles/keys/subprocess");
    run("/profiles/no-keys/subprocess");
    is_sent_by(manager, "alice.test.near");
    /* The other one signs out, and in with another account: this one keeps what its user has agreed to. */
    run("/profiles/other/subprocess");
    has_account(manager, "alice.test.near");
    is_sent_by(manager, "alice.test.near");
    g_assert_cmpint((int)checked_session(manager), ==, NEAR_CONNECT_SESSION_VERIFIED);
    has_account(manager, "alice.test.near");
    /* Who comes later has what was stored last. */
    g_autoptr(NearConnectManager) later = shared_manager(g_getenv("STAGE_CREDENTIALS"));
    has_account(later, "bob.test.near");
    is_sent_by(later, "bob.test.near");
}

/* The user's folders are none of these tests'. */
static char *use_folders_of_its_own(void) {
    static const char *const names[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"};
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("stage-XXXXXX", &error);
    g_assert_no_error(error);
    for (gsize index = 0; index < G_N_ELEMENTS(names); index++) {
        g_autofree char *path = g_build_filename(folder, names[index], NULL);
        g_setenv(names[index], path, TRUE);
    }
    return folder;
}

int main(int argc, char **argv) {
    g_test_init(&argc, &argv, NULL);
    g_autofree char *folder = g_test_subprocess() ? NULL : use_folders_of_its_own();
    gtk_init(&argc, &argv);
    g_test_add_func("/profiles/keys/subprocess", program_with_the_keys);
    g_test_add_func("/profiles/no-keys/subprocess", program_without_the_keys);
    g_test_add_func("/profiles/other/subprocess", program_with_another_account);
    g_test_add_func("/profiles/account", test_an_account_of_another_process);
    const int status = g_test_run();
    if (folder != NULL) {
        const char *const arguments[] = {"rm", "-rf", "--one-file-system", folder, NULL};
        g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    }
    return status;
}
