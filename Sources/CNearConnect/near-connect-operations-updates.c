/* SPDX-License-Identifier: MIT */
/* Operations on versions of wallets, which the program decides in whose process they run. */
#include "near-connect-call.h"

static GObject *update(JsonObject *object) {
    return G_OBJECT(near_connect_private_wallet_update_new(object));
}

static void add_sentence(JsonObject *object, const char *name, JsonNode *node, gpointer sentences) {
    (void)object;
    const char *sentence = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : NULL;
    if (sentence == NULL) return;
    g_autofree char *line = g_strdup_printf("%s: %s", name, sentence);
    g_strv_builder_add(sentences, line);
}

/* Why wallets could not be compared. */
static char **sentences(JsonObject *object) {
    g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
    JsonNode *failures = json_object_get_member(object, "failures");
    if (failures != NULL && JSON_NODE_HOLDS_OBJECT(failures)) {
        json_object_foreach_member(json_node_get_object(failures), add_sentence, lines);
    }
    return g_strv_builder_end(lines);
}

/**
 * near_connect_manager_list_wallet_updates_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Lists the versions of wallets that wait to be accepted. Nothing is fetched.
 */
void near_connect_manager_list_wallet_updates_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "walletUpdates", NULL, cancellable, callback, user_data, near_connect_manager_list_wallet_updates_async);
}

/**
 * near_connect_manager_list_wallet_updates_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_list_wallet_updates_async().
 *
 * Returns: (transfer container) (element-type NearConnectWalletUpdate): the updates
 */
GPtrArray *near_connect_manager_list_wallet_updates_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_list_wallet_updates_async, error);
    return node != NULL ? near_connect_private_objects(node, update) : NULL;
}

/**
 * near_connect_manager_look_for_wallet_updates_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Fetches the lists of wallets and the code of those that were chosen, and lists what is another version.
 *
 * Wallets' servers are asked by this; nothing that runs changes.
 */
void near_connect_manager_look_for_wallet_updates_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "lookForWalletUpdates", NULL, cancellable, callback, user_data,
        near_connect_manager_look_for_wallet_updates_async);
}

/**
 * near_connect_manager_look_for_wallet_updates_finish:
 * @self: a manager
 * @result: what the callback got
 * @failures: (out) (optional) (transfer full) (array zero-terminated=1): why some wallets could not be compared, a
 *   line each
 * @error: why there is no result
 *
 * Ends near_connect_manager_look_for_wallet_updates_async().
 *
 * Returns: (transfer container) (element-type NearConnectWalletUpdate): the updates
 */
GPtrArray *near_connect_manager_look_for_wallet_updates_finish(
    NearConnectManager *self, GAsyncResult *result, char ***failures, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_look_for_wallet_updates_async, error);
    if (failures != NULL) *failures = NULL;
    JsonObject *object = near_connect_private_object(node, error);
    if (object == NULL) return NULL;
    if (failures != NULL) *failures = sentences(object);
    JsonNode *updates = json_object_get_member(object, "updates");
    return updates != NULL ? near_connect_private_objects(updates, update) : g_ptr_array_new();
}

/**
 * near_connect_manager_accept_wallet_update_async:
 * @self: a manager
 * @offered: an update that was listed
 * @allows_downgrade: %TRUE if it may be older than the version that runs
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Has another version of a wallet run from now on, and loads the bridge page again.
 *
 * One that has come after the list was shown isn't taken.
 */
void near_connect_manager_accept_wallet_update_async(
    NearConnectManager *self, NearConnectWalletUpdate *offered, gboolean allows_downgrade, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(offered));
    JsonObject *parameters = near_connect_private_wallet_update_name(offered);
    json_object_set_boolean_member(parameters, "allowsDowngrade", allows_downgrade);
    near_connect_private_start(
        self, "acceptWalletUpdate", parameters, cancellable, callback, user_data,
        near_connect_manager_accept_wallet_update_async);
}

/**
 * near_connect_manager_accept_wallet_update_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_accept_wallet_update_async().
 *
 * Returns: %TRUE if it runs
 */
gboolean near_connect_manager_accept_wallet_update_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_accept_wallet_update_async, error);
    return node != NULL;
}

/**
 * near_connect_manager_decline_wallet_update_async:
 * @self: a manager
 * @offered: an update that was listed
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Keeps the version of a wallet that runs. The offer is still listed, as declined.
 */
void near_connect_manager_decline_wallet_update_async(
    NearConnectManager *self, NearConnectWalletUpdate *offered, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(offered));
    JsonObject *parameters = near_connect_private_wallet_update_name(offered);
    near_connect_private_start(
        self, "declineWalletUpdate", parameters, cancellable, callback, user_data,
        near_connect_manager_decline_wallet_update_async);
}

/**
 * near_connect_manager_decline_wallet_update_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_decline_wallet_update_async().
 *
 * Returns: %TRUE if it was declined
 */
gboolean near_connect_manager_decline_wallet_update_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_decline_wallet_update_async, error);
    return node != NULL;
}
