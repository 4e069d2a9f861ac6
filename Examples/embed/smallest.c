/* SPDX-License-Identifier: MIT */
#include <near-connect.h>

static void signed_in(GObject *manager, GAsyncResult *result, gpointer data) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    (void)data;
    g_print("%s\n", account != NULL ? near_connect_account_get_id(account) : error->message);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    NearConnectManager *manager = near_connect_manager_new("testnet", "shop", "Shop");
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    near_connect_manager_sign_in_async(manager, NULL, NULL, signed_in, NULL);
    gtk_main();
}
