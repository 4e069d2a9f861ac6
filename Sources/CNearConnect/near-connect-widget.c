/* SPDX-License-Identifier: MIT */
#include "near-connect-widget.h"

#include "near-connect-error.h"
#include "near-connect-private.h"

/**
 * NearConnectWidget:
 *
 * A manager's wallet list and the wallets' own frames.
 *
 * While it lives it asks the user for the manager: approvals of the keystore wallet and questions of pages become
 * dialogs above its window. A manager has one widget at a time; the manager goes on without one. Its CSS name is
 * `near-connect`.
 */
typedef struct {
    NearConnectManager *manager;
    guint64 number;
} NearConnectWidgetPrivate;
G_DEFINE_TYPE_WITH_PRIVATE(NearConnectWidget, near_connect_widget, GTK_TYPE_BIN)

static void forget(NearConnectWidget *self) {
    NearConnectWidgetPrivate *private = near_connect_widget_get_instance_private(self);
    const gboolean may_call = near_connect_private_may_call();
    /* The wallets, or the label that says why there are none. */
    GtkWidget *child = private->manager != NULL ? gtk_bin_get_child(GTK_BIN(self)) : NULL;
    if (child != NULL && (private->number == 0 || may_call)) gtk_container_remove(GTK_CONTAINER(self), child);
    if (private->number != 0 && may_call) near_connect_private_engine(NULL)->widget_free(private->number);
    private->number = 0;
    if (private->manager != NULL) private->manager->n_widgets--;
    g_clear_object(&private->manager);
}

static void near_connect_widget_init(NearConnectWidget *self) {
    (void)self;
}

static void widget_destroy(GtkWidget *widget) {
    forget(NEAR_CONNECT_WIDGET(widget));
    GTK_WIDGET_CLASS(near_connect_widget_parent_class)->destroy(widget);
}

static void widget_dispose(GObject *object) {
    if (near_connect_private_put_off(object)) return;
    G_OBJECT_CLASS(near_connect_widget_parent_class)->dispose(object);
}

static void widget_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    if (id == 1) g_value_set_object(value, near_connect_widget_get_manager(NEAR_CONNECT_WIDGET(object)));
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void widget_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    if (id == 1) near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(object), g_value_get_object(value));
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void near_connect_widget_class_init(NearConnectWidgetClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    object_class->dispose = widget_dispose;
    object_class->get_property = widget_get_property;
    object_class->set_property = widget_set_property;
    widget_class->destroy = widget_destroy;
    gtk_widget_class_set_css_name(widget_class, "near-connect");
    /**
     * NearConnectWidget:manager: (getter get_manager) (setter set_manager)
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
 * near_connect_widget_new:
 * @manager: (nullable): the manager whose wallets are shown
 *
 * Makes a widget; a manager can be set later.
 *
 * Returns: (transfer floating) (not nullable): a widget
 */
GtkWidget *near_connect_widget_new(NearConnectManager *manager) {
    g_return_val_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager), NULL);
    return g_object_new(NEAR_CONNECT_TYPE_WIDGET, "manager", manager, NULL);
}

/**
 * near_connect_widget_get_manager: (get-property manager)
 * @self: a widget
 *
 * Returns: (nullable) (transfer none): the manager whose wallets are shown
 */
NearConnectManager *near_connect_widget_get_manager(NearConnectWidget *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WIDGET(self), NULL);
    return ((NearConnectWidgetPrivate *)near_connect_widget_get_instance_private(self))->manager;
}

/**
 * near_connect_widget_set_manager: (set-property manager)
 * @self: a widget
 * @manager: (nullable): the manager whose wallets are to be shown
 *
 * Shows another manager's wallets.
 */
void near_connect_widget_set_manager(NearConnectWidget *self, NearConnectManager *manager) {
    g_return_if_fail(NEAR_CONNECT_IS_WIDGET(self));
    g_return_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager));
    NearConnectWidgetPrivate *private = near_connect_widget_get_instance_private(self);
    if (private->manager == manager) return;
    if (near_connect_private_is_elsewhere()) return;
    forget(self);
    if (manager != NULL) {
        private->manager = g_object_ref(manager);
        manager->n_widgets++;
        guint64 number = near_connect_private_manager_number(manager);
        const NearConnectEngine *engine = number != 0 ? near_connect_private_engine(NULL) : NULL;
        void *child = NULL;
        if (engine != NULL) private->number = engine->widget_new(number, &child);
        if (child == NULL) {
            const char *reason = near_connect_manager_get_unavailable_reason(manager);
            child = gtk_label_new(reason != NULL ? reason : "The wallet library isn't available.");
            gtk_label_set_line_wrap(GTK_LABEL(child), TRUE);
            gtk_widget_show(child);
        }
        gtk_container_add(GTK_CONTAINER(self), child);
    }
    g_object_notify(G_OBJECT(self), "manager");
}

/**
 * near_connect_widget_focus:
 * @self: a widget
 *
 * Moves the keyboard's focus into the page with the wallets.
 *
 * Returns: %TRUE if there is a page
 */
gboolean near_connect_widget_focus(NearConnectWidget *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WIDGET(self), FALSE);
    NearConnectManager *manager = near_connect_widget_get_manager(self);
    return manager != NULL && near_connect_private_command(manager, "focus", NULL, NULL);
}
