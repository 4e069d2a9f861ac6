/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"
#include "near-connect-error.h"

static GObject *entry(JsonObject *object) {
    return G_OBJECT(near_connect_private_journal_entry_new(object));
}

/**
 * near_connect_manager_history_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Lists what was handed to wallets and is still in the journal.
 */
void near_connect_manager_history_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "history", NULL, cancellable, callback, user_data, near_connect_manager_history_async);
}

/**
 * near_connect_manager_history_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_history_async().
 *
 * Returns: (transfer container) (element-type NearConnectJournalEntry): the entries
 */
GPtrArray *near_connect_manager_history_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_history_async, error);
    return node != NULL ? near_connect_private_objects(node, entry) : NULL;
}

/**
 * near_connect_manager_reconcile_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Asks the chain about what isn't settled. Nothing is sent.
 */
void near_connect_manager_reconcile_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "reconcile", NULL, cancellable, callback, user_data, near_connect_manager_reconcile_async);
}

/**
 * near_connect_manager_reconcile_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_reconcile_async().
 *
 * Returns: (transfer container) (element-type NearConnectJournalEntry): the entries that were looked up
 */
GPtrArray *near_connect_manager_reconcile_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_reconcile_async, error);
    return node != NULL ? near_connect_private_objects(node, entry) : NULL;
}

/**
 * near_connect_manager_view_account_async:
 * @self: a manager
 * @account_id: the account
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Reads an account from a node.
 */
void near_connect_manager_view_account_async(
    NearConnectManager *self, const char *account_id, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(account_id != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "accountId", account_id);
    near_connect_private_start(
        self, "viewAccount", parameters, cancellable, callback, user_data, near_connect_manager_view_account_async);
}

/**
 * near_connect_manager_view_account_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_view_account_async().
 *
 * Returns: (transfer full): the account as JSON: amount, locked, spendable in yoctoNEAR, storage_usage, code_hash
 */
char *near_connect_manager_view_account_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    return near_connect_private_end(self, result, near_connect_manager_view_account_async, error);
}

/**
 * near_connect_manager_view_function_async:
 * @self: a manager
 * @contract_id: the contract
 * @method_name: the method
 * @args: (nullable): the arguments as the contract reads them, mostly JSON
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Calls a contract's view method, which costs nothing.
 */
void near_connect_manager_view_function_async(
    NearConnectManager *self, const char *contract_id, const char *method_name, GBytes *args, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(contract_id != NULL && method_name != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "contractId", contract_id);
    json_object_set_string_member(parameters, "methodName", method_name);
    near_connect_private_set_bytes(parameters, "argsBase64", args);
    near_connect_private_start(
        self, "viewFunction", parameters, cancellable, callback, user_data, near_connect_manager_view_function_async);
}

/**
 * near_connect_manager_view_function_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_view_function_async().
 *
 * Returns: (transfer full): what the method returned
 */
GBytes *near_connect_manager_view_function_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_view_function_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    if (object == NULL) return NULL;
    const char *text = near_connect_private_member(object, "resultBase64");
    gsize length = 0;
    guchar *bytes = text != NULL ? g_base64_decode(text, &length) : NULL;
    return g_bytes_new_take(bytes, length);
}

/**
 * near_connect_manager_rpc_async:
 * @self: a manager
 * @method: the method's name
 * @params: (nullable): its parameters, an object or a list in JSON; %NULL for none
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Calls any method of the node's JSON-RPC.
 */
void near_connect_manager_rpc_async(
    NearConnectManager *self, const char *method, const char *params, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(method != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "method", method);
    g_autofree char *raw = params != NULL ? near_connect_private_raw(params, FALSE, NULL) : NULL;
    if (raw != NULL) {
        near_connect_private_start_raw(
            self, "rpc", parameters, "params", raw, cancellable, callback, user_data, near_connect_manager_rpc_async);
        return;
    }
    /* A text that is neither an object nor a list goes on as it is, and the engine refuses it by name. */
    if (params != NULL) json_object_set_string_member(parameters, "params", params);
    near_connect_private_start(
        self, "rpc", parameters, cancellable, callback, user_data, near_connect_manager_rpc_async);
}

/**
 * near_connect_manager_rpc_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_rpc_async().
 *
 * Returns: (transfer full): the result as JSON
 */
char *near_connect_manager_rpc_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    return near_connect_private_end(self, result, near_connect_manager_rpc_async, error);
}
