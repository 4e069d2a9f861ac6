/* SPDX-License-Identifier: MIT */
/* Wallets on phones: a relay and a scripted phone, each a process of its own, and a program whose widget shows the link. */
#include <string.h>

#include "stage.h"

/* A peer, which ends with its standard input. */
typedef struct {
    GSubprocess *process;
    GDataInputStream *lines;
} Peer;

static void end_peer(Peer *peer) {
    if (peer->process == NULL) return;
    g_output_stream_close(g_subprocess_get_stdin_pipe(peer->process), NULL, NULL);
    g_subprocess_wait(peer->process, NULL, NULL);
    g_clear_object(&peer->lines);
    g_clear_object(&peer->process);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Peer, end_peer)

static void note_line(GObject *stream, GAsyncResult *result, gpointer place) {
    g_autoptr(GError) error = NULL;
    *(char **)place = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(stream), result, NULL, &error);
    if (*(char **)place == NULL) g_error("a peer has ended: %s", error != NULL ? error->message : "it says nothing");
}

/* The next line that a peer prints; the loop turns meanwhile. */
static char *next_line(Peer *peer) {
    char *line = NULL;
    g_data_input_stream_read_line_async(peer->lines, G_PRIORITY_DEFAULT, NULL, note_line, &line);
    WAIT_UNTIL(line != NULL);
    return line;
}

/* Reads lines up to the one of an event. */
static char *event(Peer *peer, const char *name) {
    g_autofree char *words = g_strdup_printf("\"event\":\"%s\"", name);
    while (TRUE) {
        g_autofree char *line = next_line(peer);
        if (strstr(line, words) != NULL) return g_steal_pointer(&line);
    }
}

static Peer start_peer(const char *const *words) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    g_ptr_array_add(arguments, (gpointer)g_getenv("STAGE_PROGRAM"));
    g_ptr_array_add(arguments, (gpointer) "walletconnect");
    for (; *words != NULL; words++) g_ptr_array_add(arguments, (gpointer)*words);
    g_ptr_array_add(arguments, (gpointer) "--json");
    g_ptr_array_add(arguments, NULL);
    Peer peer = {
        g_subprocess_newv(
            (const gchar *const *)arguments->pdata, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
            &error),
        NULL};
    g_assert_no_error(error);
    peer.lines = g_data_input_stream_new(g_subprocess_get_stdout_pipe(peer.process));
    return peer;
}

static void tell(Peer *peer, const char *line) {
    g_autoptr(GError) error = NULL;
    g_autofree char *whole = g_strconcat(line, "\n", NULL);
    g_output_stream_write_all(
        g_subprocess_get_stdin_pipe(peer->process), whole, strlen(whole), NULL, NULL, &error);
    g_assert_no_error(error);
}

/* A relay; its address is the caller's. */
static Peer start_relay(char **address) {
    const char *const words[] = {"relay", NULL};
    Peer relay = start_peer(words);
    g_autofree char *line = event(&relay, "ready");
    const char *begin = strstr(line, "ws:");
    g_assert_nonnull(begin);
    *address = g_strndup(begin, strcspn(begin, "\""));
    return relay;
}

static Peer start_phone(const char *relay) {
    const char *const words[] = {"wallet", "--relay", relay, "--node", g_getenv("STAGE_NODE"), NULL};
    Peer phone = start_peer(words);
    g_free(event(&phone, "ready"));
    return phone;
}

/* A manager whose only wallets are on phones. */
static NearConnectManager *phone_manager(const char *project, const char *relay) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "ephemeral", TRUE, "app-name",
        "Stage", "project-id", project, "relay", relay, NULL);
}

static GtkWidget *window_with(NearConnectManager *manager) {
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    return window;
}

static void find_link(GtkWidget *widget, gpointer place) {
    if (GTK_IS_LABEL(widget) && g_str_has_prefix(gtk_label_get_text(GTK_LABEL(widget)), "wc:")) {
        *(const char **)place = gtk_label_get_text(GTK_LABEL(widget));
    } else if (GTK_IS_CONTAINER(widget)) {
        gtk_container_forall(GTK_CONTAINER(widget), find_link, place);
    }
}

/* The visible dialog above a window with this title; NULL where there is none. */
static GtkWidget *dialog_above(GtkWidget *window, const char *title) {
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *each = windows; each != NULL; each = each->next) {
        GtkWindow *above = GTK_WINDOW(each->data);
        if (gtk_window_get_transient_for(above) == GTK_WINDOW(window) && gtk_widget_get_visible(GTK_WIDGET(above))
            && g_strcmp0(gtk_window_get_title(above), title) == 0) {
            return GTK_WIDGET(above);
        }
    }
    return NULL;
}

/* The link that the dialog above a window shows as a text. */
static const char *link_above(GtkWidget *window) {
    GtkWidget *dialog = dialog_above(window, "Connect a phone wallet");
    const char *link = NULL;
    if (dialog != NULL) find_link(dialog, &link);
    return link;
}

static void scan(Peer *phone, GtkWidget *window) {
    WAIT_UNTIL(link_above(window) != NULL);
    g_autofree char *line = g_strdup_printf("{\"pair\": \"%s\"}", link_above(window));
    tell(phone, line);
}

static void sign_in(NearConnectManager *manager, Peer *phone, GtkWidget *window) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, "wallet-connect", NULL, stage_note, &end);
    scan(phone, window);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
    g_assert_cmpstr(near_connect_account_get_wallet_id(account), ==, "wallet-connect");
    g_assert_null(link_above(window));
}

static void test_a_phone_signs_in_sends_and_signs_out(void) {
    g_autofree char *address = NULL;
    g_auto(Peer) relay = start_relay(&address);
    g_auto(Peer) phone = start_phone(address);
    g_autoptr(NearConnectManager) manager = phone_manager("stage", address);
    GtkWidget *window = window_with(manager);
    sign_in(manager, &phone, window);
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_send_near_async(manager, "bob.test.near", "1", NULL, stage_note, &end);
        g_autoptr(NearConnectOutcome) outcome =
            near_connect_manager_send_near_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_nonnull(near_connect_outcome_get_hash(outcome));
    }
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_message_async(manager, "Hello", "shop.example", NULL, NULL, stage_note, &end);
        g_autoptr(NearConnectSignedMessage) message =
            near_connect_manager_sign_message_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_cmpstr(near_connect_signed_message_get_account_id(message), ==, "alice.test.near");
    }
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_out_async(manager, NULL, stage_note, &end);
    g_assert_true(near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
    g_assert_null(near_connect_manager_get_account(manager));
    /* The phone hears of it. */
    g_free(event(&phone, "ended"));
    gtk_widget_destroy(window);
}

/* The user of the phone says no, and one who closes the dialog cancels. A relay on this computer needs no project. */
static void test_a_phone_refuses_and_a_user_cancels(void) {
    g_autofree char *address = NULL;
    g_auto(Peer) relay = start_relay(&address);
    g_auto(Peer) phone = start_phone(address);
    g_autoptr(NearConnectManager) manager = phone_manager(NULL, address);
    GtkWidget *window = window_with(manager);
    {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_sign_in_async(manager, "wallet-connect", NULL, stage_note, &end);
        WAIT_UNTIL(link_above(window) != NULL);
        gtk_window_close(GTK_WINDOW(dialog_above(window, "Connect a phone wallet")));
        g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED);
    }
    sign_in(manager, &phone, window);
    tell(&phone, "{\"script\": {\"*\": [\"reject\"]}}");
    g_free(event(&phone, "script"));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_send_near_async(manager, "bob.test.near", "1", NULL, stage_note, &end);
    g_assert_null(near_connect_manager_send_near_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_WALLET_REJECTED);
    gtk_widget_destroy(window);
}

/* What is still open when the manager is closed ends once, and its dialog goes. */
static void test_close_ends_the_wait_for_a_phone(void) {
    g_autofree char *address = NULL;
    g_auto(Peer) relay = start_relay(&address);
    g_autoptr(NearConnectManager) manager = phone_manager("stage", address);
    GtkWidget *window = window_with(manager);
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, "wallet-connect", NULL, stage_note, &end);
    WAIT_UNTIL(link_above(window) != NULL);
    near_connect_manager_close(manager);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_MANAGER_RELEASED);
    WAIT_UNTIL(link_above(window) == NULL);
    gtk_widget_destroy(window);
}

static void test_without_a_project_there_are_no_phones(void) {
    g_autoptr(NearConnectManager) manager = phone_manager(NULL, NULL);
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, "wallet-connect", NULL, stage_note, &end);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
}

/* Each is a configuration that can't be used, and says why. */
static void test_settings_that_cannot_be_used(void) {
    const char *const wrong[][2] = {
        {"two words", NULL},
        {"p\xc3\xa4", NULL},
        {"p", "relay.example"},
        {"p", "ws://relay.example"},
        {"p", "https://relay.example"},
        {"p", "wss://user@relay.example"},
        {NULL, "wss://relay.example"},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        g_autoptr(NearConnectManager) manager = phone_manager(wrong[index][0], wrong[index][1]);
        if (near_connect_manager_get_unavailable_reason(manager) == NULL) g_error("number %d is taken", (int)index);
    }
    /* An empty text is none. */
    g_autoptr(NearConnectManager) manager = phone_manager("", "");
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    g_autofree char *project = NULL;
    g_autofree char *relay = NULL;
    g_autoptr(NearConnectManager) named = phone_manager("0123456789abcdef0123456789abcdef", "wss://relay.example");
    g_assert_null(near_connect_manager_get_unavailable_reason(named));
    g_object_get(named, "project-id", &project, "relay", &relay, NULL);
    g_assert_cmpstr(project, ==, "0123456789abcdef0123456789abcdef");
    g_assert_cmpstr(relay, ==, "wss://relay.example");
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/phones/sign-in", test_a_phone_signs_in_sends_and_signs_out);
    g_test_add_func("/phones/refusals", test_a_phone_refuses_and_a_user_cancels);
    g_test_add_func("/phones/close", test_close_ends_the_wait_for_a_phone);
    g_test_add_func("/phones/none", test_without_a_project_there_are_no_phones);
    g_test_add_func("/phones/settings", test_settings_that_cannot_be_used);
    return g_test_run();
}
