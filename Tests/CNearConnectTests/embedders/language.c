/* SPDX-License-Identifier: MIT */
/* A program in the language of its user, or in none: prints a button's label, why an operation failed, and why a
 * manager can't be used. With the word "plain" it is one that has never asked for its user's language: the library
 * then has no other one than the program. */
#include <stdio.h>

#include "stage.h"

int main(int argc, char **argv) {
    if (argc > 1 && g_str_equal(argv[1], "plain")) gtk_disable_setlocale();
    gtk_init(&argc, &argv);
    g_autoptr(NearConnectManager) manager = stage_manager();
    g_autoptr(NearConnectManager) elsewhere = g_object_new(NEAR_CONNECT_TYPE_MANAGER, "network", "elsewhere", NULL);
    g_autoptr(GError) error = NULL;
    g_auto(StageEnd) end = {0};
    GtkWidget *button = g_object_ref_sink(near_connect_button_new(manager));
    near_connect_manager_sign_in_async(manager, "nobody", NULL, stage_note, &end);
    g_assert_null(near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error));
    // g_print would have other bytes where the program has no locale.
    puts(gtk_button_get_label(GTK_BUTTON(button)));
    puts(error->message);
    puts(near_connect_manager_get_unavailable_reason(elsewhere));
    g_object_unref(button);
    return 0;
}
