/* SPDX-License-Identifier: MIT */
#include "near-connect-button.h"

#include "near-connect-dialog.h"
#include "near-connect-error.h"
#include "near-connect-private.h"

/**
 * NearConnectButton:
 *
 * A button that connects a wallet, and then shows the account, with a menu to sign out.
 *
 * Where the manager has no widget of the program's, the button brings a #NearConnectDialog above its window, and keeps
 * it for the approvals that come later. What went wrong is its tooltip, and is told by
 * #NearConnectButton::connecting-failed. Destroying the button cancels the sign-in that it has begun.
 */
typedef struct {
    NearConnectManager *manager;
    char *wallet_id;
    char *connect_label;
    /* The sign-in that this button has begun. */
    GCancellable *signing_in;
    GtkWidget *dialog;
    GtkWidget *menu;
} NearConnectButtonPrivate;
G_DEFINE_TYPE_WITH_PRIVATE(NearConnectButton, near_connect_button, GTK_TYPE_BUTTON)

enum { PROP_MANAGER = 1, PROP_WALLET_ID, PROP_CONNECT_LABEL };
static guint failed_signal;

static NearConnectButtonPrivate *of(gpointer self) {
    return near_connect_button_get_instance_private(NEAR_CONNECT_BUTTON(self));
}

static void show_account(NearConnectButton *self) {
    NearConnectAccount *account = of(self)->manager != NULL ? near_connect_manager_get_account(of(self)->manager) : NULL;
    const char *id = account != NULL ? near_connect_account_get_id(account) : NULL;
    const char *own = id != NULL ? id : of(self)->connect_label;
    g_autofree char *label =
        own != NULL ? g_strdup(own) : near_connect_private_label("connect-wallet", "Connect wallet");
    gtk_button_set_label(GTK_BUTTON(self), label);
    gtk_button_set_use_underline(GTK_BUTTON(self), FALSE);
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), id);
    gtk_widget_set_sensitive(GTK_WIDGET(self), of(self)->manager != NULL);
    /* An implicit account's id has 64 letters; the tooltip has them all. */
    GtkWidget *text = gtk_bin_get_child(GTK_BIN(self));
    if (GTK_IS_LABEL(text)) {
        gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_MIDDLE);
        gtk_label_set_max_width_chars(GTK_LABEL(text), 24);
    }
}

/* Signing in */

static void signed_in(GObject *manager, GAsyncResult *result, gpointer data) {
    g_autoptr(NearConnectButton) self = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(NearConnectAccount) account =
        near_connect_manager_sign_in_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    /* The button may be gone, or have another manager. */
    if (of(self)->signing_in != g_task_get_cancellable(G_TASK(result))) return;
    g_clear_object(&of(self)->signing_in);
    if (error == NULL || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
        || g_error_matches(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_USER_CANCELLED)) {
        return;
    }
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), error->message);
    g_signal_emit(self, failed_signal, 0, error);
}

static void dialog_destroyed(GtkWidget *dialog, gpointer self) {
    (void)dialog;
    of(self)->dialog = NULL;
}

static void sign_in(NearConnectButton *self) {
    NearConnectButtonPrivate *private = of(self);
    if (private->signing_in != NULL) {
        if (private->dialog != NULL && gtk_widget_get_visible(private->dialog)) {
            gtk_window_present(GTK_WINDOW(private->dialog));
        }
        near_connect_manager_present_wallet(private->manager);
        return;
    }
    if (private->manager->n_widgets == 0) {
        GtkWidget *window = gtk_widget_get_toplevel(GTK_WIDGET(self));
        private->dialog =
            near_connect_dialog_new(gtk_widget_is_toplevel(window) ? GTK_WINDOW(window) : NULL, private->manager);
        g_signal_connect_object(private->dialog, "destroy", G_CALLBACK(dialog_destroyed), self, 0);
    }
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), NULL);
    private->signing_in = g_cancellable_new();
    near_connect_manager_sign_in_async(
        private->manager, private->wallet_id, private->signing_in, signed_in, g_object_ref(self));
}

/* Signing out */

static void signed_out(GObject *manager, GAsyncResult *result, gpointer data) {
    g_autoptr(NearConnectButton) self = data;
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_out_finish(NEAR_CONNECT_MANAGER(manager), result, &error);
    if (error == NULL || of(self)->manager != NEAR_CONNECT_MANAGER(manager)) return;
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), error->message);
    g_signal_emit(self, failed_signal, 0, error);
}

static void sign_out(NearConnectButton *self) {
    if (of(self)->manager == NULL) return;
    near_connect_manager_sign_out_async(of(self)->manager, NULL, signed_out, g_object_ref(self));
}

static void sign_out_clicked(NearConnectButton *self) {
    gtk_popover_popdown(GTK_POPOVER(of(self)->menu));
    sign_out(self);
}

static void show_menu(NearConnectButton *self) {
    NearConnectButtonPrivate *private = of(self);
    /* A program may click what nobody sees; a popover needs a window that is there. */
    if (!gtk_widget_get_mapped(GTK_WIDGET(self))) return;
    if (private->menu == NULL) {
        g_autofree char *label = near_connect_private_label("sign-out", "Sign out");
        GtkWidget *item = g_object_new(GTK_TYPE_MODEL_BUTTON, "text", label, "margin", 6, "visible", TRUE, NULL);
        g_signal_connect_object(item, "clicked", G_CALLBACK(sign_out_clicked), self, G_CONNECT_SWAPPED);
        private->menu = gtk_popover_new(GTK_WIDGET(self));
        gtk_container_add(GTK_CONTAINER(private->menu), item);
    }
    gtk_popover_popup(GTK_POPOVER(private->menu));
}

static void button_clicked(GtkButton *button) {
    NearConnectButton *self = NEAR_CONNECT_BUTTON(button);
    if (of(self)->manager == NULL) return;
    if (near_connect_manager_get_signed_in(of(self)->manager)) show_menu(self);
    else sign_in(self);
}

/* Life */

static void forget(NearConnectButton *self) {
    NearConnectButtonPrivate *private = of(self);
    if (private->signing_in != NULL) g_cancellable_cancel(private->signing_in);
    g_clear_object(&private->signing_in);
    GtkWidget *dialog = g_steal_pointer(&private->dialog);
    if (dialog != NULL) gtk_widget_destroy(dialog);
    if (private->manager != NULL) g_signal_handlers_disconnect_by_data(private->manager, self);
    g_clear_object(&private->manager);
}

static void button_destroy(GtkWidget *widget) {
    NearConnectButton *self = NEAR_CONNECT_BUTTON(widget);
    forget(self);
    /* GTK destroys a popover with the widget that it belongs to. */
    of(self)->menu = NULL;
    GTK_WIDGET_CLASS(near_connect_button_parent_class)->destroy(widget);
}

static void button_finalize(GObject *object) {
    g_free(of(object)->wallet_id);
    g_free(of(object)->connect_label);
    G_OBJECT_CLASS(near_connect_button_parent_class)->finalize(object);
}

static void near_connect_button_init(NearConnectButton *self) {
    gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(self)), "near-connect");
}

static void button_constructed(GObject *object) {
    G_OBJECT_CLASS(near_connect_button_parent_class)->constructed(object);
    show_account(NEAR_CONNECT_BUTTON(object));
}

static void button_dispose(GObject *object) {
    if (near_connect_private_put_off(object)) return;
    G_OBJECT_CLASS(near_connect_button_parent_class)->dispose(object);
}

static void button_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    switch (id) {
        case PROP_MANAGER: g_value_set_object(value, of(object)->manager); break;
        case PROP_WALLET_ID: g_value_set_string(value, of(object)->wallet_id); break;
        case PROP_CONNECT_LABEL: g_value_set_string(value, of(object)->connect_label); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void button_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    NearConnectButton *self = NEAR_CONNECT_BUTTON(object);
    switch (id) {
        case PROP_MANAGER: near_connect_button_set_manager(self, g_value_get_object(value)); break;
        case PROP_WALLET_ID: near_connect_button_set_wallet_id(self, g_value_get_string(value)); break;
        case PROP_CONNECT_LABEL: near_connect_button_set_connect_label(self, g_value_get_string(value)); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_button_class_init(NearConnectButtonClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
    object_class->constructed = button_constructed;
    object_class->finalize = button_finalize;
    object_class->dispose = button_dispose;
    object_class->get_property = button_get_property;
    object_class->set_property = button_set_property;
    GTK_WIDGET_CLASS(klass)->destroy = button_destroy;
    GTK_BUTTON_CLASS(klass)->clicked = button_clicked;
    /**
     * NearConnectButton:manager: (getter get_manager) (setter set_manager)
     *
     * The manager that signs in and out; a button without one can't be pressed.
     */
    g_object_class_install_property(
        object_class, PROP_MANAGER,
        g_param_spec_object(
            "manager", "manager", "The manager that signs in and out", NEAR_CONNECT_TYPE_MANAGER, flags));
    /**
     * NearConnectButton:wallet-id: (getter get_wallet_id) (setter set_wallet_id)
     *
     * The wallet to sign in with; where there is none, the user chooses.
     */
    g_object_class_install_property(
        object_class, PROP_WALLET_ID,
        g_param_spec_string("wallet-id", "wallet-id", "The wallet to sign in with", NULL, flags));
    /**
     * NearConnectButton:connect-label: (getter get_connect_label) (setter set_connect_label)
     *
     * The program's own text while nobody is signed in, in place of “Connect wallet” in the user's language.
     */
    g_object_class_install_property(
        object_class, PROP_CONNECT_LABEL,
        g_param_spec_string("connect-label", "connect-label", "The text while nobody is signed in", NULL, flags));
    /**
     * NearConnectButton::connecting-failed:
     * @self: the button
     * @error: why
     *
     * Signing in or out ended with an error; that the user has cancelled it is none.
     */
    failed_signal = g_signal_new(
        "connecting-failed", NEAR_CONNECT_TYPE_BUTTON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
        G_TYPE_ERROR);
}

/**
 * near_connect_button_new:
 * @manager: (nullable): the manager that signs in and out
 *
 * Makes a button; a manager can be set later.
 *
 * Returns: (transfer floating) (not nullable): a button
 */
GtkWidget *near_connect_button_new(NearConnectManager *manager) {
    g_return_val_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager), NULL);
    return g_object_new(NEAR_CONNECT_TYPE_BUTTON, "manager", manager, NULL);
}

/**
 * near_connect_button_get_manager: (get-property manager)
 * @self: a button
 *
 * Returns: (nullable) (transfer none): the manager that signs in and out
 */
NearConnectManager *near_connect_button_get_manager(NearConnectButton *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_BUTTON(self), NULL);
    return of(self)->manager;
}

/**
 * near_connect_button_set_manager: (set-property manager)
 * @self: a button
 * @manager: (nullable): the manager that is to sign in and out
 *
 * Shows another manager's account.
 */
void near_connect_button_set_manager(NearConnectButton *self, NearConnectManager *manager) {
    g_return_if_fail(NEAR_CONNECT_IS_BUTTON(self));
    g_return_if_fail(manager == NULL || NEAR_CONNECT_IS_MANAGER(manager));
    if (of(self)->manager == manager || gtk_widget_in_destruction(GTK_WIDGET(self))) return;
    if (near_connect_private_is_elsewhere()) return;
    forget(self);
    if (manager != NULL) {
        of(self)->manager = g_object_ref(manager);
        g_signal_connect_object(manager, "notify::account", G_CALLBACK(show_account), self, G_CONNECT_SWAPPED);
    }
    show_account(self);
    g_object_notify(G_OBJECT(self), "manager");
}

/**
 * near_connect_button_get_wallet_id: (get-property wallet-id)
 * @self: a button
 *
 * Returns: (transfer none) (nullable): the wallet to sign in with
 */
const char *near_connect_button_get_wallet_id(NearConnectButton *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_BUTTON(self), NULL);
    return of(self)->wallet_id;
}

/**
 * near_connect_button_set_wallet_id: (set-property wallet-id)
 * @self: a button
 * @wallet_id: (nullable): the wallet to sign in with; %NULL lets the user choose
 *
 * Sets the wallet for the next sign-in.
 */
void near_connect_button_set_wallet_id(NearConnectButton *self, const char *wallet_id) {
    g_return_if_fail(NEAR_CONNECT_IS_BUTTON(self));
    if (g_strcmp0(of(self)->wallet_id, wallet_id) == 0) return;
    if (near_connect_private_is_elsewhere()) return;
    g_free(of(self)->wallet_id);
    of(self)->wallet_id = g_strdup(wallet_id);
    g_object_notify(G_OBJECT(self), "wallet-id");
}

/**
 * near_connect_button_get_connect_label: (get-property connect-label)
 * @self: a button
 *
 * Returns: (transfer none) (nullable): the program's own text while nobody is signed in
 */
const char *near_connect_button_get_connect_label(NearConnectButton *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_BUTTON(self), NULL);
    return of(self)->connect_label;
}

/**
 * near_connect_button_set_connect_label: (set-property connect-label)
 * @self: a button
 * @label: (nullable): the text; %NULL for the library's own, in the user's language
 *
 * Sets the text that is shown while nobody is signed in.
 */
void near_connect_button_set_connect_label(NearConnectButton *self, const char *label) {
    g_return_if_fail(NEAR_CONNECT_IS_BUTTON(self));
    if (g_strcmp0(of(self)->connect_label, label) == 0) return;
    if (near_connect_private_is_elsewhere()) return;
    g_free(of(self)->connect_label);
    of(self)->connect_label = g_strdup(label);
    show_account(self);
    g_object_notify(G_OBJECT(self), "connect-label");
}
