// SPDX-License-Identifier: MIT

#include "shop_window.h"

#include <gtk/gtk.h>

static GtkWidget *label, *place;
static void (*opened_callback)(void), (*pay_callback)(void);

static void activate_pay(GSimpleAction *action, GVariant *parameter, gpointer data) {
    (void)action, (void)parameter, (void)data;
    pay_callback();
}

static void activate_quit(GSimpleAction *action, GVariant *parameter, gpointer application) {
    (void)action, (void)parameter;
    g_application_quit(G_APPLICATION(application));
}

static void activate(GtkApplication *application, gpointer data) {
    (void)data;
    GtkWindow *open = gtk_application_get_active_window(application);
    if (open) {
        gtk_window_present(open);
        return;
    }
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "Shop");
    gtk_window_set_default_size(GTK_WINDOW(window), 420, 560);

    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    GtkWidget *button = gtk_button_new_with_label("Pay 1.5 NEAR");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "app.pay");
    label = gtk_label_new("Nothing is paid yet.");
    gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
    place = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_no_show_all(place, TRUE);
    gtk_box_pack_start(GTK_BOX(column), button, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(column), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(column), place, TRUE, TRUE, 0);
    gtk_container_add(GTK_CONTAINER(window), column);
    gtk_widget_show_all(window);
    opened_callback();
}

int shop_window_run(void (*opened)(void), void (*pay)(void)) {
    opened_callback = opened;
    pay_callback = pay;
    GtkApplication *application = gtk_application_new("org.example.Shop", (GApplicationFlags)0);
    const GActionEntry actions[] = {{.name = "pay", .activate = activate_pay},
                                    {.name = "quit", .activate = activate_quit}};
    g_action_map_add_action_entries(G_ACTION_MAP(application), actions, G_N_ELEMENTS(actions), application);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    int status = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    return status;
}

void shop_window_embed(void *widget) {
    gtk_box_pack_start(GTK_BOX(place), GTK_WIDGET(widget), TRUE, TRUE, 0);
    gtk_widget_show(GTK_WIDGET(widget));
}

void shop_window_set_embedded_visible(bool visible) { gtk_widget_set_visible(place, visible); }

void shop_window_say(const char *text) {
    gtk_label_set_text(GTK_LABEL(label), text);
    g_print("%s\n", text);
}
