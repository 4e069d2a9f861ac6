/* SPDX-License-Identifier: MIT */
/* Operations for the program alone in whose process the wallets are: the helper has none of them for others. */
#include "near-connect-call.h"
#include "near-connect-error.h"

/* The parameters of a function-call key. */
static JsonObject *key(
    const char *public_key, const char *contract_id, const char *const *method_names, const char *allowance) {
    JsonObject *parameters = json_object_new();
    JsonArray *names = json_array_new();
    for (gsize index = 0; method_names != NULL && method_names[index] != NULL; index++) {
        json_array_add_string_element(names, method_names[index]);
    }
    if (public_key != NULL) json_object_set_string_member(parameters, "publicKey", public_key);
    json_object_set_string_member(parameters, "contractId", contract_id);
    json_object_set_array_member(parameters, "methodNames", names);
    if (allowance != NULL) json_object_set_string_member(parameters, "allowance", allowance);
    return parameters;
}

/**
 * near_connect_manager_sign_in_with_function_call_key_async:
 * @self: a manager
 * @wallet_id: (nullable): the wallet's id; %NULL lets the user choose
 * @public_key: the public half of a key of the program's own, for example `ed25519:…`
 * @contract_id: the contract that it may call
 * @method_names: (nullable) (array zero-terminated=1): the methods; none for all
 * @allowance: (nullable): the most that it may spend on gas, in yoctoNEAR; %NULL for no end
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs in, and has the wallet add a function-call key of the program's own.
 *
 * It ends once the chain shows the key with exactly these rights. Where the key alone is missing, the account may
 * be signed in all the same: look at #NearConnectManager:account.
 */
void near_connect_manager_sign_in_with_function_call_key_async(
    NearConnectManager *self, const char *wallet_id, const char *public_key, const char *contract_id,
    const char *const *method_names, const char *allowance, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(public_key != NULL && contract_id != NULL);
    JsonObject *parameters = key(public_key, contract_id, method_names, allowance);
    if (wallet_id != NULL) json_object_set_string_member(parameters, "walletId", wallet_id);
    near_connect_private_start(
        self, "signInWithFunctionCallKey", parameters, cancellable, callback, user_data,
        near_connect_manager_sign_in_with_function_call_key_async);
}

/**
 * near_connect_manager_sign_in_with_function_call_key_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_in_with_function_call_key_async().
 *
 * Returns: (transfer full): the account
 */
NearConnectAccount *near_connect_manager_sign_in_with_function_call_key_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_sign_in_with_function_call_key_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_account_new(object) : NULL;
}

/**
 * near_connect_manager_sign_in_with_keystore_async:
 * @self: a manager
 * @contract_id: the contract that the key may call
 * @method_names: (nullable) (array zero-terminated=1): the methods; none for all
 * @allowance: (nullable): the most that it may spend on gas, in yoctoNEAR; %NULL for no end
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Signs in with the keystore wallet and adds a function-call key, with which the program's calls need no question.
 *
 * Sign-in and key are approved together. The keystore makes the key, and has it for as long as the manager lives. What
 * it doesn't cover is signed by the account's own key, after a question.
 */
void near_connect_manager_sign_in_with_keystore_async(
    NearConnectManager *self, const char *contract_id, const char *const *method_names, const char *allowance,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(contract_id != NULL);
    near_connect_private_start(
        self, "signInWithKeystore", key(NULL, contract_id, method_names, allowance), cancellable, callback, user_data,
        near_connect_manager_sign_in_with_keystore_async);
}

/**
 * near_connect_manager_sign_in_with_keystore_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_sign_in_with_keystore_async().
 *
 * Returns: (transfer full): the account
 */
NearConnectAccount *near_connect_manager_sign_in_with_keystore_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_sign_in_with_keystore_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_account_new(object) : NULL;
}

/**
 * near_connect_manager_relay_async:
 * @self: a manager
 * @action: what another account has signed
 * @payer_id: the account that pays, whose key the keystore has
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Sends a delegate action that another account has signed (NEP-366).
 *
 * A key of the keystore signs the transaction around it, which is approved and written down like every other one. The
 * action's signature, key, nonce and expiry are checked before anybody is asked.
 */
void near_connect_manager_relay_async(
    NearConnectManager *self, NearConnectSignedDelegateAction *action, const char *payer_id, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(action) && payer_id != NULL);
    JsonObject *parameters = json_object_new();
    const char *base64 = near_connect_signed_delegate_action_get_base64(action);
    json_object_set_string_member(parameters, "signedDelegate", base64 != NULL ? base64 : "");
    json_object_set_string_member(parameters, "payerId", payer_id);
    near_connect_private_start(
        self, "relay", parameters, cancellable, callback, user_data, near_connect_manager_relay_async);
}

/**
 * near_connect_manager_relay_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_relay_async().
 *
 * Returns: (transfer full): the outcome of the transaction around it, which was verified
 */
NearConnectOutcome *near_connect_manager_relay_finish(NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_relay_async, error);
    JsonObject *object = near_connect_private_object(node, error);
    return object != NULL ? near_connect_private_outcome_new(object) : NULL;
}

/**
 * near_connect_manager_add_function_call_key_async:
 * @self: a manager
 * @public_key: the public half of a key of the program's own, for example `ed25519:…`
 * @contract_id: the contract that it may call
 * @method_names: (nullable) (array zero-terminated=1): the methods; none for all
 * @allowance: (nullable): the most that it may spend on gas, in yoctoNEAR; %NULL for no end
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Has the wallet add a function-call key of the program's own to the account that is signed in, by a transaction.
 *
 * It ends once the chain shows the key with exactly these rights.
 */
void near_connect_manager_add_function_call_key_async(
    NearConnectManager *self, const char *public_key, const char *contract_id, const char *const *method_names,
    const char *allowance, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(public_key != NULL && contract_id != NULL);
    JsonObject *parameters = key(public_key, contract_id, method_names, allowance);
    near_connect_private_start(
        self, "addFunctionCallKey", parameters, cancellable, callback, user_data,
        near_connect_manager_add_function_call_key_async);
}

/**
 * near_connect_manager_add_function_call_key_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_add_function_call_key_async().
 *
 * Returns: %TRUE if it was added
 */
gboolean near_connect_manager_add_function_call_key_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node =
        near_connect_private_end(self, result, near_connect_manager_add_function_call_key_async, error);
    return node != NULL;
}

/**
 * near_connect_manager_forget_wallet_async:
 * @self: a manager
 * @wallet_id: the wallet's id; it needn't be offered any more
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Forgets a wallet: its account if it is signed in, what it and its sites have stored, and its sessions with phones.
 *
 * The bridge page is loaded again. What the wallet has added on the chain, such as a key, is still there.
 */
void near_connect_manager_forget_wallet_async(
    NearConnectManager *self, const char *wallet_id, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(wallet_id != NULL);
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(parameters, "walletId", wallet_id);
    near_connect_private_start(
        self, "forgetWallet", parameters, cancellable, callback, user_data, near_connect_manager_forget_wallet_async);
}

/**
 * near_connect_manager_forget_wallet_finish:
 * @self: a manager
 * @result: what the callback got
 * @phones_are_told: (out) (optional): %FALSE where the relay couldn't be reached, so that a phone still shows a session
 *   that has ended here
 * @error: why there is no result
 *
 * Ends near_connect_manager_forget_wallet_async().
 *
 * Returns: %TRUE if nothing of it is left on this computer
 */
gboolean near_connect_manager_forget_wallet_finish(
    NearConnectManager *self, GAsyncResult *result, gboolean *phones_are_told, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_forget_wallet_async, error);
    if (phones_are_told != NULL) *phones_are_told = FALSE;
    JsonObject *object = near_connect_private_object(node, error);
    if (object == NULL) return FALSE;
    if (phones_are_told != NULL) {
        *phones_are_told = json_object_get_boolean_member_with_default(object, "phonesAreTold", FALSE);
    }
    return TRUE;
}

/**
 * near_connect_manager_reset_cache_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Empties the caches of websites' data, and loads the bridge page again. Accounts and wallets' data stay.
 *
 * #NearConnectManager:offers-cache-reset says when this may help. Where wallets can't run it ends with
 * %NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE.
 */
void near_connect_manager_reset_cache_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "resetCache", NULL, cancellable, callback, user_data, near_connect_manager_reset_cache_async);
}

/**
 * near_connect_manager_reset_cache_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_reset_cache_async().
 *
 * Returns: %TRUE if they are empty
 */
gboolean near_connect_manager_reset_cache_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_reset_cache_async, error);
    return node != NULL;
}

/**
 * near_connect_manager_identify_chain_async:
 * @self: a manager
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Asks the network's nodes which chain they work for, once; later calls give what was told.
 *
 * %NEAR_CONNECT_ERROR_WRONG_CHAIN says that it is another one than the network's name.
 */
void near_connect_manager_identify_chain_async(
    NearConnectManager *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    near_connect_private_start(
        self, "identifyChain", NULL, cancellable, callback, user_data, near_connect_manager_identify_chain_async);
}

/**
 * near_connect_manager_identify_chain_finish:
 * @self: a manager
 * @result: what the callback got
 * @chain: (out) (optional) (nullable) (transfer full): mainnet or testnet, where it is one of these
 * @error: why there is no result
 *
 * Ends near_connect_manager_identify_chain_async().
 *
 * Returns: (nullable) (transfer full): the hash of the chain's first block; %NULL where no node can say
 */
char *near_connect_manager_identify_chain_finish(
    NearConnectManager *self, GAsyncResult *result, char **chain, GError **error) {
    g_autoptr(JsonNode) node = near_connect_private_end(self, result, near_connect_manager_identify_chain_async, error);
    if (chain != NULL) *chain = NULL;
    if (node == NULL || !JSON_NODE_HOLDS_OBJECT(node)) return NULL;
    JsonObject *object = json_node_get_object(node);
    if (chain != NULL) *chain = g_strdup(near_connect_private_member(object, "name"));
    return g_strdup(near_connect_private_member(object, "genesis"));
}
