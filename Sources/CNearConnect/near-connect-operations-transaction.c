/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"
#include "near-connect-error.h"

/* The receiver of a transaction. */
static JsonObject *receiver(NearConnectTransaction *transaction) {
    const char *id = near_connect_transaction_get_receiver_id(transaction);
    JsonObject *object = json_object_new();
    json_object_set_string_member(object, "receiverId", id != NULL ? id : "");
    return object;
}

/* A list of several transactions in JSON; NULL where one isn't there. */
static char *list(NearConnectTransaction **transactions, gsize count) {
    g_autoptr(GString) text = g_string_new("[");
    for (gsize index = 0; index < count; index++) {
        if (!NEAR_CONNECT_IS_TRANSACTION(transactions[index])) return NULL;
        g_autofree char *actions = near_connect_private_transaction_actions(transactions[index]);
        g_autofree char *one = near_connect_private_with(receiver(transactions[index]), "actions", actions);
        if (index > 0) g_string_append_c(text, ',');
        g_string_append(text, one);
    }
    g_string_append_c(text, ']');
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/**
 * near_connect_manager_send_near_async:
 * @self: a manager
 * @receiver_id: the account that gets it
 * @amount: the amount in yoctoNEAR, decimal digits; see near_connect_parse_amount()
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Transfers NEAR.
 */
void near_connect_manager_send_near_async(
    NearConnectManager *self, const char *receiver_id, const char *amount, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(receiver_id != NULL && amount != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "receiverId", receiver_id);
    json_object_set_string_member(parameters, "amount", amount);
    near_connect_private_start(
        self, "sendNEAR", parameters, cancellable, callback, user_data, near_connect_manager_send_near_async);
}

/**
 * near_connect_manager_send_near_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_send_near_async().
 *
 * Returns: (transfer full): the outcome, which was verified
 */
NearConnectOutcome *near_connect_manager_send_near_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_send_near_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_outcome_new(object) : NULL;
}

/**
 * near_connect_manager_call_function_async:
 * @self: a manager
 * @contract_id: the contract
 * @method_name: the method
 * @args: (nullable): the arguments as the contract reads them, mostly JSON
 * @gas: the gas that is attached; 0 for 30 Tgas
 * @deposit: (nullable): the deposit in yoctoNEAR, decimal digits
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Calls one method of a contract in a transaction.
 */
void near_connect_manager_call_function_async(
    NearConnectManager *self, const char *contract_id, const char *method_name, GBytes *args, guint64 gas, const char *deposit, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(contract_id != NULL && method_name != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "contractId", contract_id);
    json_object_set_string_member(parameters, "methodName", method_name);
    near_connect_private_set_bytes(parameters, "argsBase64", args);
    if (gas != 0) {
        g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, gas);
        json_object_set_string_member(parameters, "gas", text);
    }
    if (deposit != NULL) json_object_set_string_member(parameters, "deposit", deposit);
    near_connect_private_start(
        self, "callFunction", parameters, cancellable, callback, user_data, near_connect_manager_call_function_async);
}

/**
 * near_connect_manager_call_function_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_call_function_async().
 *
 * Returns: (transfer full): the outcome, which was verified
 */
NearConnectOutcome *near_connect_manager_call_function_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_call_function_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_outcome_new(object) : NULL;
}

/**
 * near_connect_manager_sign_and_send_async:
 * @self: a manager
 * @transaction: the transaction, of which a copy is taken
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs and sends a transaction.
 */
void near_connect_manager_sign_and_send_async(
    NearConnectManager *self, NearConnectTransaction *transaction, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(transaction));
    g_autofree char *actions = near_connect_private_transaction_actions(transaction);
    near_connect_private_start_raw(
        self, "signAndSendTransaction", receiver(transaction), "actions", actions, cancellable, callback, user_data, near_connect_manager_sign_and_send_async);
}

/**
 * near_connect_manager_sign_and_send_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_and_send_async().
 *
 * Returns: (transfer full): the outcome, which was verified
 */
NearConnectOutcome *near_connect_manager_sign_and_send_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_and_send_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_outcome_new(object) : NULL;
}

/**
 * near_connect_manager_sign_and_send_all_async:
 * @self: a manager
 * @transactions: (array length=n_transactions): the transactions, of which copies are taken
 * @n_transactions: their number
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs and sends transactions, one after the other.
 */
void near_connect_manager_sign_and_send_all_async(
    NearConnectManager *self, NearConnectTransaction **transactions, gsize n_transactions, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(transactions != NULL || n_transactions == 0);
    g_autofree char *texts = list(transactions, n_transactions);
    g_return_if_fail(texts != NULL);
    near_connect_private_start_raw(
        self, "signAndSendTransactions", json_object_new(), "transactions", texts, cancellable, callback, user_data, near_connect_manager_sign_and_send_all_async);
}

/**
 * near_connect_manager_sign_and_send_all_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_and_send_all_async().
 *
 * Returns: (transfer container) (element-type NearConnectOutcome): the outcomes, in their order
 */
GPtrArray *near_connect_manager_sign_and_send_all_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_and_send_all_async, error);
    return node != NULL ? near_connect_private_outcomes(node) : NULL;
}

/**
 * near_connect_manager_sign_delegate_actions_async:
 * @self: a manager
 * @transactions: (array length=n_transactions): the transactions, of which copies are taken
 * @n_transactions: their number
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs delegate actions (NEP-366), which a relayer sends.
 */
void near_connect_manager_sign_delegate_actions_async(
    NearConnectManager *self, NearConnectTransaction **transactions, gsize n_transactions, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(transactions != NULL || n_transactions == 0);
    g_autofree char *texts = list(transactions, n_transactions);
    g_return_if_fail(texts != NULL);
    near_connect_private_start_raw(
        self, "signDelegateActions", json_object_new(), "delegateActions", texts, cancellable, callback, user_data, near_connect_manager_sign_delegate_actions_async);
}

/**
 * near_connect_manager_sign_delegate_actions_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_delegate_actions_async().
 *
 * Returns: (transfer full): the signed delegate actions in Base64, in their order
 */
char **near_connect_manager_sign_delegate_actions_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_sign_delegate_actions_async, error);
    if (node == NULL) return NULL;
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
    for (guint index = 0; array != NULL && index < json_array_get_length(array); index++) {
        const char *text = json_array_get_string_element(array, index);
        if (text != NULL) g_strv_builder_add(texts, text);
    }
    return g_strv_builder_end(texts);
}
