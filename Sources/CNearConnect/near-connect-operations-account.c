/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"
#include "near-connect-error.h"

static GObject *wallet(JsonObject *object) {
    return G_OBJECT(near_connect_private_wallet_new(object));
}

/**
 * near_connect_manager_wait_ready_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Waits until the bridge page has announced itself. Operations do so by themselves.
 */
void near_connect_manager_wait_ready_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "ready", NULL, cancellable, callback, user_data, near_connect_manager_wait_ready_async);
}

/**
 * near_connect_manager_wait_ready_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_wait_ready_async().
 *
 * Returns: %TRUE if it has
 */
gboolean near_connect_manager_wait_ready_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_wait_ready_async, error);
    return node != NULL;
}

/**
 * near_connect_manager_list_wallets_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Lists the wallets that are offered on the network.
 */
void near_connect_manager_list_wallets_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "wallets", NULL, cancellable, callback, user_data, near_connect_manager_list_wallets_async);
}

/**
 * near_connect_manager_list_wallets_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_list_wallets_async().
 *
 * Returns: (transfer container) (element-type NearConnectWallet): the wallets
 */
GPtrArray *near_connect_manager_list_wallets_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_list_wallets_async, error);
    return node != NULL ? near_connect_private_objects(node, wallet) : NULL;
}

/**
 * near_connect_manager_sign_in_async:
 * @self: a manager
 * @wallet_id: (nullable): the wallet's id; %NULL lets the user choose
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs in.
 */
void near_connect_manager_sign_in_async(
    NearConnectManager *self, const char *wallet_id, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    JsonObject *parameters = json_object_new();
    if (wallet_id != NULL) json_object_set_string_member(parameters, "walletId", wallet_id);
    near_connect_private_start(
        self, "signIn", parameters, cancellable, callback, user_data, near_connect_manager_sign_in_async);
}

/**
 * near_connect_manager_sign_in_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_in_async().
 *
 * Returns: (transfer full): the account
 */
NearConnectAccount *near_connect_manager_sign_in_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_in_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_account_new(object) : NULL;
}

/**
 * near_connect_manager_sign_in_and_sign_message_async:
 * @self: a manager
 * @wallet_id: (nullable): the wallet's id; %NULL lets the user choose
 * @message: the message, which the wallet shows
 * @recipient: the one whom it is for, for example the program's domain
 * @nonce: (nullable): 32 bytes; random where %NULL
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs in and signs a NEP-413 message in one step.
 */
void near_connect_manager_sign_in_and_sign_message_async(
    NearConnectManager *self, const char *wallet_id, const char *message, const char *recipient, GBytes *nonce, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(message != NULL && recipient != NULL);
    JsonObject *parameters = json_object_new();
    if (wallet_id != NULL) json_object_set_string_member(parameters, "walletId", wallet_id);
    json_object_set_string_member(parameters, "message", message);
    json_object_set_string_member(parameters, "recipient", recipient);
    near_connect_private_set_bytes(parameters, "nonce", nonce);
    near_connect_private_start(
        self, "signInAndSignMessage", parameters, cancellable, callback, user_data, near_connect_manager_sign_in_and_sign_message_async);
}

/**
 * near_connect_manager_sign_in_and_sign_message_finish:
 * @self: a manager
 * @result: what the callback got
 * @signed_message: (out) (transfer full) (optional) (nullable): the message
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_in_and_sign_message_async().
 *
 * Returns: (transfer full): the account
 */
NearConnectAccount *near_connect_manager_sign_in_and_sign_message_finish(
    NearConnectManager *self, GAsyncResult *result, NearConnectSignedMessage **signed_message, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_in_and_sign_message_async, error);
    if (signed_message != NULL) *signed_message = NULL;
    JsonObject *object = near_connect_private_object(node, error);
    if (object == NULL) return NULL;
    JsonNode *account = json_object_get_member(object, "account");
    JsonNode *message = json_object_get_member(object, "message");
    if (signed_message != NULL && message != NULL && JSON_NODE_HOLDS_OBJECT(message)) {
        *signed_message = near_connect_private_signed_message_new(json_node_get_object(message));
    }
    object = near_connect_private_object(account, error);
    return object != NULL ? near_connect_private_account_new(object) : NULL;
}

/**
 * near_connect_manager_sign_out_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs out: forgets the account, here and on disk, and then tells the wallet.
 */
void near_connect_manager_sign_out_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "signOut", NULL, cancellable, callback, user_data, near_connect_manager_sign_out_async);
}

/**
 * near_connect_manager_sign_out_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_out_async().
 *
 * Returns: %TRUE if the wallet was told
 */
gboolean near_connect_manager_sign_out_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_out_async, error);
    return node != NULL;
}

/**
 * near_connect_manager_check_session_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Compares the stored account with what wallet and chain say.
 */
void near_connect_manager_check_session_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "checkSession", NULL, cancellable, callback, user_data, near_connect_manager_check_session_async);
}

/**
 * near_connect_manager_check_session_finish:
 * @self: a manager
 * @result: what the callback got
 * @session: (out) (optional): the session's state
 * @error: why there is no result
 *
 * Ends near_connect_manager_check_session_async().
 *
 * Returns: %TRUE if they were asked
 */
gboolean near_connect_manager_check_session_finish(
    NearConnectManager *self, GAsyncResult *result, NearConnectSession *session, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_check_session_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    if (session != NULL) *session = NEAR_CONNECT_SESSION_SIGNED_OUT;
    if (object == NULL) return FALSE;
    if (session != NULL) *session = near_connect_private_session(object);
    return TRUE;
}

/**
 * near_connect_manager_sign_message_async:
 * @self: a manager
 * @message: the message, which the wallet shows
 * @recipient: the one whom it is for, for example the program's domain
 * @nonce: (nullable): 32 bytes; random where %NULL
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs a NEP-413 message with the account that is signed in.
 */
void near_connect_manager_sign_message_async(
    NearConnectManager *self, const char *message, const char *recipient, GBytes *nonce, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(message != NULL && recipient != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "message", message);
    json_object_set_string_member(parameters, "recipient", recipient);
    near_connect_private_set_bytes(parameters, "nonce", nonce);
    near_connect_private_start(
        self, "signMessage", parameters, cancellable, callback, user_data, near_connect_manager_sign_message_async);
}

/**
 * near_connect_manager_sign_message_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_message_async().
 *
 * Returns: (transfer full): the message, which was verified
 */
NearConnectSignedMessage *near_connect_manager_sign_message_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_message_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_signed_message_new(object) : NULL;
}
