/* SPDX-License-Identifier: MIT */
#include "near-connect-dialog.h"

#include "near-connect-private.h"
#include "near-connect-widget.h"

/**
 * NearConnectDialog:
 *
 * A manager's wallets in a dialog of their own, for programs that have no place for a #NearConnectWidget.
 *
 * It shows itself while a wallet wants to be seen, and hides itself afterwards. A user who closes it cancels the
 * operation that is open. It stays hidden between operations, and asks the user for the manager as its widget does; a
 * program destroys it by gtk_widget_destroy().
 */
typedef struct {
    NearConnectManager *manager;
    NearConnectWidget *widget;
} NearConnectDialogPrivate;
G_DEFINE_TYPE_WITH_PRIVATE(NearConnectDialog, near_connect_dialog, GTK_TYPE_DIALOG)

static void follow(NearConnectDialog *self) {
    NearConnectDialogPrivate *private = near_connect_dialog_get_instance_private(self);
    if (near_connect_manager_get_wallet_visible(private->manager)) gtk_window_present(GTK_WINDOW(self));
    else gtk_widget_hide(GTK_WIDGET(self));
}

static void forget(NearConnectDialog *self) {
    NearConnectDialogPrivate *private = near_connect_dialog_get_instance_private(self);
    if (private->manager == NULL) return;
    g_signal_handlers_disconnect_by_data(private->manager, self);
    g_clear_object(&private->manager);
}

static gboolean dialog_delete_event(GtkWidget *widget, GdkEventAny *event) {
    (void)event;
    NearConnectDialogPrivate *private = near_connect_dialog_get_instance_private(NEAR_CONNECT_DIALOG(widget));
    /* What can't be cancelled any more goes on unseen, and its end is told. */
    if (private->manager != NULL) near_connect_manager_cancel(private->manager);
    gtk_widget_hide(widget);
    return GDK_EVENT_STOP;
}

static void dialog_destroy(GtkWidget *widget) {
    NearConnectDialog *self = NEAR_CONNECT_DIALOG(widget);
    forget(self);
    ((NearConnectDialogPrivate *)near_connect_dialog_get_instance_private(self))->widget = NULL;
    GTK_WIDGET_CLASS(near_connect_dialog_parent_class)->destroy(widget);
}

static void dialog_dispose(GObject *object) {
    if (near_connect_private_put_off(object)) return;
    G_OBJECT_CLASS(near_connect_dialog_parent_class)->dispose(object);
}

static void dialog_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    if (id == 1) g_value_set_object(value, near_connect_dialog_get_manager(NEAR_CONNECT_DIALOG(object)));
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void dialog_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    if (id == 1) near_connect_dialog_set_manager(NEAR_CONNECT_DIALOG(object), g_value_get_object(value));
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void near_connect_dialog_init(NearConnectDialog *self) {
    NearConnectDialogPrivate *private = near_connect_dialog_get_instance_private(self);
    GtkWidget *widget = near_connect_widget_new(NULL);
    private->widget = NEAR_CONNECT_WIDGET(widget);
    gtk_widget_show(widget);
    GtkWidget *content = gtk_dialog_get_content_area(GTK_DIALOG(self));
    gtk_container_set_border_width(GTK_CONTAINER(content), 0);
    gtk_box_pack_start(GTK_BOX(content), widget, TRUE, TRUE, 0);
    gtk_window_set_default_size(GTK_WINDOW(self), 420, 640);
}

static void near_connect_dialog_class_init(NearConnectDialogClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    object_class->dispose = dialog_dispose;
    object_class->get_property = dialog_get_property;
    object_class->set_property = dialog_set_property;
    widget_class->delete_event = dialog_delete_event;
    widget_class->destroy = dialog_destroy;
    /**
     * NearConnectDialog:manager: (getter get_manager) (setter set_manager)
     *
     * The manager whose wallets are shown.
     */
    g_object_class_install_property(
        object_class, 1,
        g_param_spec_object(
            "manager", "manager", "The manager whose wallets are shown", NEAR_CONNECT_TYPE_MANAGER,
            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
}

/**
 * near_connect_dialog_new:
 * @parent: (nullable): the window that it stands above, and keeps from being used meanwhile
 * @manager: (nullable): the manager whose wallets are shown
 *
 * Makes a dialog, which shows itself when a wallet wants to be seen.
 *
 * Returns: (transfer none) (not nullable): a dialog, which GTK owns until it is destroyed
 */
GtkWidget *near_connect_dialog_new(GtkWindow *parent, NearConnectManager *manager) {
    g_return_val_if_fail(parent == NULL || GTK_IS_WINDOW(parent), NULL);
    g_return_val_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager), NULL);
    return g_object_new(
        NEAR_CONNECT_TYPE_DIALOG, "use-header-bar", 1, "transient-for", parent, "modal", parent != NULL,
        "destroy-with-parent", parent != NULL, "manager", manager, NULL);
}

/**
 * near_connect_dialog_get_manager: (get-property manager)
 * @self: a dialog
 *
 * Returns: (nullable) (transfer none): the manager whose wallets are shown
 */
NearConnectManager *near_connect_dialog_get_manager(NearConnectDialog *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_DIALOG(self), NULL);
    return ((NearConnectDialogPrivate *)near_connect_dialog_get_instance_private(self))->manager;
}

/**
 * near_connect_dialog_set_manager: (set-property manager)
 * @self: a dialog
 * @manager: (nullable): the manager whose wallets are to be shown
 *
 * Shows another manager's wallets.
 */
void near_connect_dialog_set_manager(NearConnectDialog *self, NearConnectManager *manager) {
    g_return_if_fail(NEAR_CONNECT_IS_DIALOG(self));
    g_return_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager));
    NearConnectDialogPrivate *private = near_connect_dialog_get_instance_private(self);
    if (private->manager == manager || private->widget == NULL) return;
    if (near_connect_private_is_elsewhere()) return;
    forget(self);
    gtk_widget_hide(GTK_WIDGET(self));
    near_connect_widget_set_manager(private->widget, manager);
    if (manager != NULL) {
        private->manager = g_object_ref(manager);
        g_signal_connect_object(
            manager, "notify::wallet-visible", G_CALLBACK(follow), self, G_CONNECT_SWAPPED);
        if (gtk_window_get_title(GTK_WINDOW(self)) == NULL) {
            g_autofree char *title = near_connect_private_label("wallet", "Wallet");
            gtk_window_set_title(GTK_WINDOW(self), title);
        }
        follow(self);
    }
    g_object_notify(G_OBJECT(self), "manager");
}
