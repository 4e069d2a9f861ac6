/* SPDX-License-Identifier: MIT */
/* A program that decides in its own way what the keystore wallet signs: who is asked, what is told, and each end. */
#include <string.h>

#include "stage.h"

/* A manager of the keystore wallet without a policy, so that somebody has to be asked. */
static NearConnectManager *asking_manager(void) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, "app-name", "Stage", NULL);
}

/* Questions that the program has been asked, and what its handler does with them. */
typedef struct {
    NearConnectApprovalRequest *request;
    guint count;
    gboolean keeps, takes, allows;
    guint ends;
} Desk;

static void note_end(NearConnectApprovalRequest *request, GParamSpec *spec, gpointer data) {
    stage_on_thread();
    (void)spec;
    g_assert_false(near_connect_approval_request_get_open(request));
    ((Desk *)data)->ends++;
}

static gboolean asked(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer data) {
    stage_on_thread();
    Desk *desk = data;
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    g_assert_true(near_connect_approval_request_get_open(request));
    desk->count++;
    g_signal_connect(request, "notify::open", G_CALLBACK(note_end), desk);
    if (desk->allows) g_assert_true(near_connect_approval_request_allow(request, NULL));
    if (desk->keeps) g_set_object(&desk->request, request);
    return desk->takes;
}

static void clear_desk(Desk *desk) {
    g_clear_object(&desk->request);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Desk, clear_desk)

static NearConnectApprovalRequest *wait_for_request(Desk *desk) {
    WAIT_UNTIL(desk->request != NULL);
    return desk->request;
}

static void sign_in(NearConnectManager *manager) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(account);
}

/* A sign-in with the account that the program has chosen, then a transfer. */
static void test_a_program_allows(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        NearConnectApprovalRequest *request = wait_for_request(&desk);
        g_assert_cmpint((int)near_connect_approval_request_get_kind(request), ==, NEAR_CONNECT_APPROVAL_KIND_SIGN_IN);
        g_assert_cmpstr(near_connect_approval_request_get_network(request), ==, "devnet");
        g_assert_false(near_connect_approval_request_get_mainnet(request));
        g_assert_null(near_connect_approval_request_get_signer_id(request));
        g_assert_null(near_connect_approval_request_get_message(request));
        const char *const *candidates = near_connect_approval_request_get_candidates(request);
        g_assert_true(g_strv_contains(candidates, "bob.test.near"));
        /* Nobody's account is none to choose, and is no answer. */
        g_assert_false(near_connect_approval_request_allow(request, "mallory.test.near"));
        g_autofree char *long_text = g_strnfill(10 << 20, 'x');
        static const char *const nobody[] = {"\xff", ""};
        for (gsize index = 0; index < G_N_ELEMENTS(nobody); index++) {
            g_assert_false(near_connect_approval_request_allow(request, nobody[index]));
        }
        g_assert_false(near_connect_approval_request_allow(request, long_text));
        g_assert_true(near_connect_approval_request_get_open(request));
        g_assert_true(near_connect_approval_request_allow(request, "bob.test.near"));
        g_assert_false(near_connect_approval_request_get_open(request));
        g_assert_cmpuint(desk.ends, ==, 0);
        g_assert_false(near_connect_approval_request_allow(request, "bob.test.near"));
        g_assert_false(near_connect_approval_request_deny(request));
        g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_cmpstr(near_connect_account_get_id(account), ==, "bob.test.near");
        g_assert_cmpuint(desk.ends, ==, 1);
        g_clear_object(&desk.request);
    }
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_send_near_async(
        manager, "alice.test.near", "1500000000000000000000000", NULL, stage_note, &end);
    NearConnectApprovalRequest *request = wait_for_request(&desk);
    NearConnectApprovalKind kind = NEAR_CONNECT_APPROVAL_KIND_OTHER;
    g_autofree char *signer = NULL;
    g_autofree char *deposit = NULL;
    g_autofree char *json = NULL;
    g_autofree char *text = NULL;
    g_autofree char *heading = NULL;
    g_auto(GStrv) candidates = NULL;
    gboolean is_open = FALSE, is_dangerous = TRUE;
    guint64 gas = 7;
    g_object_get(
        request, "kind", &kind, "signer-id", &signer, "deposit", &deposit, "json", &json, "text", &text, "heading",
        &heading, "candidates", &candidates, "open", &is_open, "dangerous", &is_dangerous, "gas", &gas, NULL);
    g_assert_cmpint((int)kind, ==, NEAR_CONNECT_APPROVAL_KIND_TRANSACTIONS);
    g_assert_cmpstr(signer, ==, "bob.test.near");
    g_assert_cmpstr(deposit, ==, "1500000000000000000000000");
    g_assert_cmpuint(gas, ==, 0);
    g_assert_cmpuint(g_strv_length(candidates), ==, 0);
    g_assert_true(is_open && !is_dangerous);
    g_assert_cmpstr(heading, ==, "Send a transaction?");
    g_assert_nonnull(strstr(text, "1.5 NEAR"));
    g_assert_nonnull(strstr(text, "alice.test.near"));
    g_assert_nonnull(strstr(json, "\"transactions\""));
    g_assert_true(near_connect_approval_request_allow(request, NULL));
    g_autoptr(NearConnectOutcome) outcome = near_connect_manager_send_near_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(outcome);
    g_assert_cmpuint(desk.count, ==, 2);
}

/* Messages, delegate actions and keys have kinds of their own, and a key without an end is dangerous. */
static void test_kinds(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE, .allows = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    sign_in(manager);
    {
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_message_async(manager, "Hello", "shop.example", NULL, NULL, stage_note, &end);
        g_autoptr(NearConnectSignedMessage) message =
            near_connect_manager_sign_message_finish(manager, stage_wait(&end), NULL);
        g_assert_nonnull(message);
        g_assert_cmpint((int)near_connect_approval_request_get_kind(desk.request), ==, NEAR_CONNECT_APPROVAL_KIND_MESSAGE);
        g_assert_cmpstr(near_connect_approval_request_get_message(desk.request), ==, "Hello");
        g_assert_cmpstr(near_connect_approval_request_get_recipient(desk.request), ==, "shop.example");
    }
    g_autoptr(NearConnectTransaction) key = near_connect_transaction_new("alice.test.near");
    near_connect_transaction_add_full_access_key(key, "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp");
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_delegate_actions_async(manager, &key, 1, NULL, stage_note, &end);
        g_auto(GStrv) actions =
            near_connect_manager_sign_delegate_actions_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_nonnull(actions);
        g_assert_cmpint(
            (int)near_connect_approval_request_get_kind(desk.request), ==, NEAR_CONNECT_APPROVAL_KIND_DELEGATE_ACTIONS);
        g_assert_true(near_connect_approval_request_get_dangerous(desk.request));
        g_assert_nonnull(strstr(near_connect_approval_request_get_text(desk.request), "Warning: "));
    }
    /* A sum that no account can hold has no digits, and isn't 0. */
    desk.allows = FALSE;
    g_clear_object(&desk.request);
    g_autoptr(NearConnectTransaction) large = near_connect_transaction_new("bob.test.near");
    near_connect_transaction_add_transfer(large, "340282366920938463463374607431768211455");
    near_connect_transaction_add_transfer(large, "340282366920938463463374607431768211455");
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_and_send_async(manager, large, NULL, stage_note, &end);
    g_assert_null(near_connect_approval_request_get_deposit(wait_for_request(&desk)));
    g_assert_true(near_connect_approval_request_deny(desk.request));
    g_assert_null(near_connect_manager_sign_and_send_finish(manager, stage_wait(&end), &error));
    g_assert_nonnull(error);
}

/* What a node says of a transfer comes later; of a sign-in nobody asks one. */
static void test_a_node_says_what_it_would_do(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE, .allows = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    sign_in(manager);
    g_assert_cmpstr(near_connect_approval_request_get_outlook(desk.request), ==, "");
    g_clear_object(&desk.request);
    desk.allows = FALSE;
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_send_near_async(
        manager, "nobody.test.near", "1000000000000000000000000000000000", NULL, stage_note, &end);
    wait_for_request(&desk);
    WAIT_UNTIL(near_connect_approval_request_get_outlook(desk.request) != NULL);
    const char *const *warnings = near_connect_approval_request_get_warnings(desk.request);
    g_assert_nonnull(warnings[0]);
    g_autofree char *all = g_strjoinv("\n", (char **)warnings);
    g_assert_nonnull(strstr(all, "this would fail"));
    g_assert_nonnull(strstr(near_connect_approval_request_get_outlook(desk.request), warnings[0]));
    g_assert_null(strstr(near_connect_approval_request_get_text(desk.request), "this would fail"));
    g_assert_true(near_connect_approval_request_deny(desk.request));
    g_assert_null(near_connect_manager_send_near_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
}

/* Ends a sign-in that a program was asked about, and returns its error. */
static GError *refusal(NearConnectManager *manager, StageEnd *end) {
    GError *error = NULL;
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(end), &error));
    g_assert_null(near_connect_manager_get_account(manager));
    return error;
}

static void test_a_program_denies(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    {
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        g_assert_true(near_connect_approval_request_deny(wait_for_request(&desk)));
        g_autoptr(GError) error = refusal(manager, &end);
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
        g_clear_object(&desk.request);
    }
    /* One that is dropped without an answer is denied, here at the handler's end. */
    desk.keeps = FALSE;
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    g_autoptr(GError) error = refusal(manager, &end);
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
}

static gpointer drop(gpointer object) {
    g_object_unref(object);
    return NULL;
}

static gpointer allow_on_a_thread(gpointer request) {
    g_test_expect_message("NearConnect", G_LOG_LEVEL_WARNING, "*another thread than the one that runs GTK*");
    g_assert_false(near_connect_approval_request_allow(request, NULL));
    g_test_assert_expected_messages();
    return NULL;
}

static void test_another_thread_answers_nothing(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    g_auto(StageEnd) end = {0};
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    g_thread_join(g_thread_new("answer", allow_on_a_thread, wait_for_request(&desk)));
    g_assert_true(near_connect_approval_request_get_open(desk.request));
    g_thread_join(g_thread_new("collector", drop, g_steal_pointer(&desk.request)));
    g_autoptr(GError) error = refusal(manager, &end);
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
}

static gboolean has_approval(GtkWidget *window) {
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *each = windows; each != NULL; each = each->next) {
        GtkWindow *above = GTK_WINDOW(each->data);
        if (gtk_window_get_transient_for(above) == GTK_WINDOW(window) && gtk_widget_get_visible(GTK_WIDGET(above))
            && g_strcmp0(gtk_window_get_title(above), "Approval") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A handler that wants nothing to do with it: the library's dialog asks, and without a widget there is nobody. */
static void test_who_does_not_take_it_leaves_it_to_the_dialog(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = FALSE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    {
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        g_autoptr(GError) error = refusal(manager, &end);
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WALLET_REJECTED);
        g_assert_cmpuint(desk.count, ==, 1);
        g_clear_object(&desk.request);
    }
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    WAIT_UNTIL(has_approval(window));
    /* It is the dialog's by now. */
    g_assert_false(near_connect_approval_request_get_open(desk.request));
    g_assert_false(near_connect_approval_request_allow(desk.request, NULL));
    g_assert_true(near_connect_manager_cancel(manager));
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
    WAIT_UNTIL(!has_approval(window));
    /* A program that takes it has no dialog, although there is a widget. */
    desk.takes = desk.allows = TRUE;
    sign_in(manager);
    g_assert_false(has_approval(window));
    gtk_widget_destroy(window);
}

/* An operation that ends takes its request with it. */
static void test_the_end_of_the_operation_ends_the_request(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    g_auto(Desk) desk = {.keeps = TRUE, .takes = TRUE};
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    {
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_in_async(manager, KEYSTORE, cancellable, stage_note, &end);
        wait_for_request(&desk);
        g_cancellable_cancel(cancellable);
        g_autoptr(GError) error = refusal(manager, &end);
        g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        WAIT_UNTIL(desk.ends == 1);
        g_assert_false(near_connect_approval_request_allow(desk.request, NULL));
        g_clear_object(&desk.request);
    }
    {
        g_auto(StageEnd) end = {0};
        near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
        wait_for_request(&desk);
        near_connect_manager_close(manager);
        g_autoptr(GError) error = refusal(manager, &end);
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
        WAIT_UNTIL(desk.ends == 2);
    }
    /* It outlives its manager, and answers nothing there. */
    gpointer watched = manager;
    g_object_add_weak_pointer(G_OBJECT(manager), &watched);
    g_clear_object(&manager);
    WAIT_UNTIL(watched == NULL);
    g_assert_false(near_connect_approval_request_deny(desk.request));
}

/* A handler with a dialog of its own turns the loop until its user has answered. */
static gboolean ask_in_a_loop(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer data) {
    stage_on_thread();
    gboolean *is_answered = data;
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_view_account_async(manager, "bob.test.near", NULL, stage_note, &end);
    g_autofree char *json = near_connect_manager_view_account_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    *is_answered = near_connect_approval_request_allow(request, NULL);
    return TRUE;
}

static void test_a_handler_may_turn_a_loop(void) {
    g_autoptr(NearConnectManager) manager = asking_manager();
    gboolean is_answered = FALSE;
    g_signal_connect(manager, "approval-requested", G_CALLBACK(ask_in_a_loop), &is_answered);
    sign_in(manager);
    g_assert_true(is_answered);
}

/* The first handler that takes a request has it; a policy comes before all of them. */
static void test_who_is_asked(void) {
    g_auto(Desk) first = {.takes = TRUE, .allows = TRUE};
    g_auto(Desk) second = {.takes = TRUE};
    {
        g_autoptr(NearConnectManager) manager = asking_manager();
        g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &first);
        g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &second);
        sign_in(manager);
        g_assert_cmpuint(first.count, ==, 1);
        g_assert_cmpuint(second.count, ==, 0);
    }
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &first);
    sign_in(manager);
    g_assert_cmpuint(first.count, ==, 1);
}

/* A request that no engine knows answers nothing. */
static void test_a_request_of_nobody(void) {
    g_autoptr(NearConnectApprovalRequest) request = g_object_new(NEAR_CONNECT_TYPE_APPROVAL_REQUEST, NULL);
    g_assert_false(near_connect_approval_request_get_open(request));
    g_assert_false(near_connect_approval_request_allow(request, NULL));
    g_assert_false(near_connect_approval_request_deny(request));
    g_assert_null(near_connect_approval_request_get_heading(request));
    g_assert_null(near_connect_approval_request_get_candidates(request)[0]);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/approvals/allow", test_a_program_allows);
    g_test_add_func("/approvals/kinds", test_kinds);
    g_test_add_func("/approvals/outlook", test_a_node_says_what_it_would_do);
    g_test_add_func("/approvals/deny", test_a_program_denies);
    g_test_add_func("/approvals/thread", test_another_thread_answers_nothing);
    g_test_add_func("/approvals/dialog", test_who_does_not_take_it_leaves_it_to_the_dialog);
    g_test_add_func("/approvals/end", test_the_end_of_the_operation_ends_the_request);
    g_test_add_func("/approvals/loop", test_a_handler_may_turn_a_loop);
    g_test_add_func("/approvals/order", test_who_is_asked);
    g_test_add_func("/approvals/nobody", test_a_request_of_nobody);
    return g_test_run();
}
