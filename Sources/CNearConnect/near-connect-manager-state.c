/* SPDX-License-Identifier: MIT */
#include "near-connect-private.h"

/**
 * NearConnectManager:network: (getter get_network)
 *
 * The chain's id: mainnet, testnet, or another one with #NearConnectManager:rpc-url or
 * #NearConnectManager:rpc-urls.
 */
/**
 * NearConnectManager:account: (getter get_account)
 *
 * The account that is signed in.
 */
/**
 * NearConnectManager:session: (getter get_session)
 *
 * The state of the account's session.
 */
/**
 * NearConnectManager:session-reason: (getter get_session_reason)
 *
 * The reason why the session is stale, for a label.
 */
/**
 * NearConnectManager:signed-in: (getter get_signed_in)
 *
 * %TRUE while an account is signed in.
 */
/**
 * NearConnectManager:ready: (getter get_ready)
 *
 * %TRUE once the bridge page has announced itself; operations wait for it.
 */
/**
 * NearConnectManager:busy: (getter get_busy)
 *
 * %TRUE while an interactive operation is open.
 */
/**
 * NearConnectManager:wallet-visible: (getter get_wallet_visible)
 *
 * %TRUE while a wallet wants to be seen.
 */
/**
 * NearConnectManager:waiting-text: (getter get_waiting_text)
 *
 * The thing that an open operation waits for, for a label.
 */
/**
 * NearConnectManager:unavailable-reason: (getter get_unavailable_reason)
 *
 * The reason why there is no bridge, where operations can only fail.
 */
/**
 * NearConnectManager:last-error: (getter get_last_error)
 *
 * The last thing that went wrong, for a label.
 */

/**
 * NearConnectManager:sandbox: (getter get_sandbox)
 *
 * The state of WebKit's sandbox around the processes that run web pages.
 */
/**
 * NearConnectManager:sandbox-problem: (getter get_sandbox_problem)
 *
 * The reason why there is no sandbox, and what to do about it, for a label.
 */

/**
 * NearConnectManager:unresponsive: (getter get_unresponsive)
 *
 * %TRUE while the bridge page doesn't answer. The widget asks the user by itself whether to wait. Without a widget nobody
 * can be asked: then such a page is ended at once, and the open operation with %NEAR_CONNECT_ERROR_BRIDGE_CRASHED.
 *
 * See near_connect_manager_stop_unresponsive_page() and near_connect_manager_wait_for_unresponsive_page().
 */
/**
 * NearConnectManager:offers-cache-reset: (getter get_offers_cache_reset)
 *
 * %TRUE if emptying the caches may bring the bridge back: it was lost again and again.
 *
 * See near_connect_manager_reset_cache_async().
 */

/**
 * near_connect_manager_new:
 * @network: (nullable): the chain's id, mainnet or testnet; %NULL for mainnet
 * @profile: (nullable): the name of the profile; %NULL for default
 * @app_name: (nullable): the program's name in questions to the user
 *
 * Makes a manager. Where the bridge can't run, it is there all the same: #NearConnectManager:unavailable-reason says
 * why, and operations end with an error.
 *
 * Returns: (transfer full) (not nullable): a manager
 */
NearConnectManager *near_connect_manager_new(const char *network, const char *profile, const char *app_name) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", network != NULL ? network : "mainnet", "profile",
        profile != NULL ? profile : "default", "app-name", app_name, NULL);
}

/**
 * near_connect_manager_get_account: (get-property account)
 * @self: a manager
 *
 * Returns: (nullable) (transfer none): the account that is signed in
 */
NearConnectAccount *near_connect_manager_get_account(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->account;
}

/**
 * near_connect_manager_get_session: (get-property session)
 * @self: a manager
 *
 * Returns: the state of the account's session
 */
NearConnectSession near_connect_manager_get_session(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NEAR_CONNECT_SESSION_SIGNED_OUT);
    return self->session;
}

/**
 * near_connect_manager_get_session_reason: (get-property session-reason)
 * @self: a manager
 *
 * Returns: (transfer none) (nullable): why the session is stale, for a label
 */
const char *near_connect_manager_get_session_reason(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->session_reason;
}

/**
 * near_connect_manager_get_signed_in: (get-property signed-in)
 * @self: a manager
 *
 * Returns: %TRUE while an account is signed in
 */
gboolean near_connect_manager_get_signed_in(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->account != NULL;
}

/**
 * near_connect_manager_get_ready: (get-property ready)
 * @self: a manager
 *
 * Returns: %TRUE once the bridge page has announced itself
 */
gboolean near_connect_manager_get_ready(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->ready;
}

/**
 * near_connect_manager_get_busy: (get-property busy)
 * @self: a manager
 *
 * Returns: %TRUE while an interactive operation is open
 */
gboolean near_connect_manager_get_busy(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->busy;
}

/**
 * near_connect_manager_get_wallet_visible: (get-property wallet-visible)
 * @self: a manager
 *
 * Returns: %TRUE while a wallet wants to be seen
 */
gboolean near_connect_manager_get_wallet_visible(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->wallet_visible;
}

/**
 * near_connect_manager_get_waiting_text: (get-property waiting-text)
 * @self: a manager
 *
 * Returns: (transfer none) (nullable): what an open operation waits for, for a label
 */
const char *near_connect_manager_get_waiting_text(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->waiting_text;
}

/**
 * near_connect_manager_get_unavailable_reason: (get-property unavailable-reason)
 * @self: a manager
 *
 * Returns: (transfer none) (nullable): why there is no bridge
 */
const char *near_connect_manager_get_unavailable_reason(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->unavailable_reason;
}

/**
 * near_connect_manager_get_last_error: (get-property last-error)
 * @self: a manager
 *
 * Returns: (transfer none) (nullable): what went wrong last, for a label
 */
const char *near_connect_manager_get_last_error(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->last_error;
}

/**
 * near_connect_manager_get_network: (get-property network)
 * @self: a manager
 *
 * Returns: (transfer none) (not nullable): the chain's id
 */
const char *near_connect_manager_get_network(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->network;
}

/**
 * near_connect_manager_get_sandbox: (get-property sandbox)
 * @self: a manager
 *
 * Returns: the state of WebKit's sandbox around the processes that run web pages
 */
NearConnectSandbox near_connect_manager_get_sandbox(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NEAR_CONNECT_SANDBOX_OFF);
    return self->sandbox;
}

/**
 * near_connect_manager_get_sandbox_problem: (get-property sandbox-problem)
 * @self: a manager
 *
 * Returns: (transfer none) (nullable): why there is no sandbox, for a label
 */
const char *near_connect_manager_get_sandbox_problem(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    return self->sandbox_problem;
}

/**
 * near_connect_manager_get_unresponsive: (get-property unresponsive)
 * @self: a manager
 *
 * Returns: %TRUE while the bridge page doesn't answer
 */
gboolean near_connect_manager_get_unresponsive(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->unresponsive;
}

/**
 * near_connect_manager_get_offers_cache_reset: (get-property offers-cache-reset)
 * @self: a manager
 *
 * Returns: %TRUE if emptying the caches may bring the bridge back
 */
gboolean near_connect_manager_get_offers_cache_reset(NearConnectManager *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), FALSE);
    return self->offers_cache_reset;
}
