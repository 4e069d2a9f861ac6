/* SPDX-License-Identifier: MIT */
/* A plug-in that embeds the library, and is unloaded afterwards. */
#include "stage.h"

int run_plugin(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_send_near_async(manager, "bob.test.near", "1", NULL, stage_note, &end);
    g_autoptr(NearConnectOutcome) outcome =
        near_connect_manager_send_near_finish(manager, stage_wait(&end), &error);
    gtk_widget_destroy(window);
    return outcome == NULL;
}
