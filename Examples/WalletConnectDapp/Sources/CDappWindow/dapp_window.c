// SPDX-License-Identifier: MIT

#include "dapp_window.h"

#include <gtk/gtk.h>

static const char *const names[] = {"connect", "send", "disconnect", "cancel"};
static const char *const labels[] = {"Connect a phone", "Pay 0.5 NEAR", "Disconnect", "Cancel"};
static GtkWidget *account_label, *status_label, *column;
static GtkApplication *application;
static void (*opened_callback)(void), (*pressed_callback)(const char *);

static void activate_button(GSimpleAction *action, GVariant *parameter, gpointer data) {
    (void)parameter, (void)data;
    pressed_callback(g_action_get_name(G_ACTION(action)));
}

static void activate_quit(GSimpleAction *action, GVariant *parameter, gpointer data) {
    (void)action, (void)parameter, (void)data;
    g_application_quit(G_APPLICATION(application));
}

static void activate(GtkApplication *self, gpointer data) {
    (void)data;
    GtkWindow *open = gtk_application_get_active_window(self);
    if (open) {
        gtk_window_present(open);
        return;
    }
    GtkWidget *window = gtk_application_window_new(self);
    gtk_window_set_title(GTK_WINDOW(window), "Phone dApp");
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 320);
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_container_set_border_width(GTK_CONTAINER(column), 12);
    account_label = gtk_label_new(NULL);
    status_label = gtk_label_new(NULL);
    gtk_label_set_line_wrap(GTK_LABEL(status_label), TRUE);
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    for (size_t index = 0; index < G_N_ELEMENTS(names); index++) {
        GtkWidget *button = gtk_button_new_with_label(labels[index]);
        char *action = g_strconcat("app.", names[index], NULL);
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
        g_free(action);
        gtk_box_pack_start(GTK_BOX(row), button, TRUE, TRUE, 0);
    }
    gtk_box_pack_start(GTK_BOX(column), account_label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(column), row, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(column), status_label, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(window), column);
    gtk_widget_show_all(window);
    opened_callback();
}

int dapp_window_run(void (*opened)(void), void (*pressed)(const char *name)) {
    opened_callback = opened;
    pressed_callback = pressed;
    application = gtk_application_new("org.example.PhoneDapp", (GApplicationFlags)0);
    for (size_t index = 0; index < G_N_ELEMENTS(names); index++) {
        const GActionEntry entry = {.name = names[index], .activate = activate_button};
        g_action_map_add_action_entries(G_ACTION_MAP(application), &entry, 1, NULL);
    }
    const GActionEntry quit = {.name = "quit", .activate = activate_quit};
    g_action_map_add_action_entries(G_ACTION_MAP(application), &quit, 1, NULL);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    int status = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    return status;
}

void dapp_window_embed(void *widget) {
    // Wallets of the web would be shown here; this program has none.
    gtk_widget_set_no_show_all(GTK_WIDGET(widget), TRUE);
    gtk_widget_hide(GTK_WIDGET(widget));
    gtk_box_pack_start(GTK_BOX(column), GTK_WIDGET(widget), TRUE, TRUE, 0);
}

static void enable(const char *name, bool is_enabled) {
    GAction *action = g_action_map_lookup_action(G_ACTION_MAP(application), name);
    g_simple_action_set_enabled(G_SIMPLE_ACTION(action), is_enabled);
}

void dapp_window_show(const char *account, const char *waiting, bool is_busy) {
    gtk_label_set_text(GTK_LABEL(account_label), account ? account : "Nobody");
    if (waiting) gtk_label_set_text(GTK_LABEL(status_label), waiting);
    enable("connect", !account && !is_busy);
    enable("send", account && !is_busy);
    enable("disconnect", account && !is_busy);
    enable("cancel", is_busy);
}

void dapp_window_say(const char *text) {
    gtk_label_set_text(GTK_LABEL(status_label), text);
    g_print("%s\n", text);
}
