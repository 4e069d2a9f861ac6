/* SPDX-License-Identifier: MIT */
/* A window with any NEAR wallet in it: signs in, and sends 1.5 NEAR. */
#include <gtk/gtk.h>
#include <near-connect.h>

static void sent(GObject *manager, GAsyncResult *result, gpointer data) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectOutcome) outcome =
        near_connect_manager_send_near_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    if (outcome != NULL) g_print("sent: %s\n", near_connect_outcome_get_hash(outcome));
    else g_printerr("%s\n", error->message);
    gtk_widget_destroy(GTK_WIDGET(data));
}

static void signed_in(GObject *manager, GAsyncResult *result, gpointer data) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    if (account == NULL) {
        g_printerr("%s\n", error->message);
        gtk_widget_destroy(GTK_WIDGET(data));
        return;
    }
    g_print("signed in: %s\n", near_connect_account_get_id(account));
    g_autofree char *amount = near_connect_parse_amount("1.5 NEAR", NULL);
    near_connect_manager_send_near_async(
        NEAR_CONNECT_MANAGER(manager), "bob.test.near", amount, NULL, sent, data);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "app-name", "Embedded", "ephemeral", TRUE, "network", argc > 1 ? argv[1] : "testnet",
        "rpc-url", argc > 2 ? argv[2] : NULL, "policy-file", g_getenv("EMBED_POLICY"), "credentials",
        g_getenv("EMBED_CREDENTIALS"), NULL);
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    gtk_widget_show_all(window);
    near_connect_manager_sign_in_async(manager, argc > 3 ? argv[3] : NULL, NULL, signed_in, window);
    gtk_main();
    return 0;
}
