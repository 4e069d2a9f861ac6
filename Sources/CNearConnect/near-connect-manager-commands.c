/* SPDX-License-Identifier: MIT */
/* Commands that a manager follows at once. */
#include "near-connect-error.h"
#include "near-connect-private.h"

/* Of commands without an error a wrong thread is a mistake of the program's that would go unnoticed: the log says so. */
gboolean near_connect_private_command(
    NearConnectManager *self, const char *name, const char *argument, GError **error) {
    if (self->number == 0) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE,
            self->unavailable_reason != NULL ? self->unavailable_reason : "The wallet manager has no configuration.");
        return FALSE;
    }
    g_autoptr(GError) unsaid = NULL;
    const NearConnectEngine *engine = near_connect_private_engine(error != NULL ? error : &unsaid);
    if (unsaid != NULL) g_warning("%s", unsaid->message);
    if (engine == NULL) return FALSE;
    char *problem = NULL;
    gboolean is_done = engine->command(self->number, name, argument, &problem) != 0;
    if (problem != NULL) {
        g_set_error_literal(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT, problem);
        engine->text_free(problem);
    }
    return is_done;
}

/**
 * near_connect_manager_close:
 * @self: a manager
 *
 * Ends every operation, once, and all later ones.
 */
void near_connect_manager_close(NearConnectManager *self) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_command(self, "close", NULL, NULL);
}

/**
 * near_connect_manager_reload:
 * @self: a manager
 *
 * Loads the bridge page again; open operations end with %NEAR_CONNECT_ERROR_BRIDGE_RELOADED.
 */
void near_connect_manager_reload(NearConnectManager *self) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_command(self, "reload", NULL, NULL);
}

/**
 * near_connect_manager_cancel:
 * @self: a manager
 *
 * Cancels the interactive operation that is open.
 *
 * Returns: %TRUE if there was one
 */
gboolean near_connect_manager_cancel(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return near_connect_private_command(self, "cancel", NULL, NULL);
}

/**
 * near_connect_manager_present_wallet:
 * @self: a manager
 *
 * Brings the wallet's window to the front.
 *
 * Returns: %TRUE if there is one
 */
gboolean near_connect_manager_present_wallet(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return near_connect_private_command(self, "present-wallet", NULL, NULL);
}

/**
 * near_connect_manager_handle_return_link:
 * @self: a manager
 * @uri: the link as the desktop gave it
 * @error: why it was not taken
 *
 * Takes a link by which a wallet comes back to this program.
 *
 * Returns: %TRUE if it was taken
 */
gboolean near_connect_manager_handle_return_link(NearConnectManager *self, const char *uri, GError **error) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    g_return_val_if_fail(uri != NULL, FALSE);
    return near_connect_private_command(self, "return-link", uri, error);
}

/**
 * near_connect_manager_recognizes_return_link:
 * @self: a manager
 * @uri: a link as the desktop gave it
 *
 * Looks whether a link is meant for this manager: whether it bears the mark of a request of its own, open or not.
 *
 * A program with several managers or processes finds out by this whose it is; nothing changes by it.
 *
 * Returns: %TRUE if it is
 */
gboolean near_connect_manager_recognizes_return_link(NearConnectManager *self, const char *uri) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    g_return_val_if_fail(uri != NULL, FALSE);
    return near_connect_private_command(self, "recognize-link", uri, NULL);
}

/**
 * near_connect_manager_close_popups:
 * @self: a manager
 *
 * Closes every window that a wallet has opened. Wallets hear of it as if the user had closed them.
 */
void near_connect_manager_close_popups(NearConnectManager *self) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_command(self, "close-popups", NULL, NULL);
}

/**
 * near_connect_manager_stop_unresponsive_page:
 * @self: a manager
 *
 * Ends a page that doesn't answer any more, and loads it again.
 *
 * The open operation ends with %NEAR_CONNECT_ERROR_BRIDGE_CRASHED.
 *
 * Returns: %TRUE if there was one, see #NearConnectManager:unresponsive
 */
gboolean near_connect_manager_stop_unresponsive_page(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return near_connect_private_command(self, "stop-page", NULL, NULL);
}

/**
 * near_connect_manager_wait_for_unresponsive_page:
 * @self: a manager
 *
 * Gives a page that doesn't answer more time.
 *
 * #NearConnectManager:unresponsive becomes %TRUE again if that doesn't help.
 *
 * Returns: %TRUE if there was one
 */
gboolean near_connect_manager_wait_for_unresponsive_page(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return near_connect_private_command(self, "wait-for-page", NULL, NULL);
}
