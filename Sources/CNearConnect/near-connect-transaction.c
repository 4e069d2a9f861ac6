/* SPDX-License-Identifier: MIT */
#include "near-connect-transaction.h"

#include "near-connect-call.h"
#include "near-connect-error.h"

/**
 * NearConnectTransaction:
 *
 * A transaction to be: its receiver, and actions in their order.
 *
 * Amounts are decimal digits in yoctoNEAR (see near_connect_parse_amount()), gas is in its smallest unit. What can't be
 * used is said when the transaction is sent, before anything is signed. A call takes a copy.
 */
struct _NearConnectTransaction {
    GObject parent_instance;
    char *receiver_id;
    /* An action each. */
    GPtrArray *actions;
};

/* An action: an object, or the program's own JSON. */
typedef struct {
    JsonObject *object;
    char *raw;
} Action;

static void free_action(gpointer data) {
    Action *action = data;
    if (action->object != NULL) json_object_unref(action->object);
    g_free(action->raw);
    g_free(action);
}

G_DEFINE_TYPE(NearConnectTransaction, near_connect_transaction, G_TYPE_OBJECT)

static void near_connect_transaction_init(NearConnectTransaction *self) {
    self->actions = g_ptr_array_new_with_free_func(free_action);
}

static void transaction_finalize(GObject *object) {
    NearConnectTransaction *self = NEAR_CONNECT_TRANSACTION(object);
    g_free(self->receiver_id);
    g_ptr_array_unref(self->actions);
    G_OBJECT_CLASS(near_connect_transaction_parent_class)->finalize(object);
}

static void transaction_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    if (id == 1) g_value_set_string(value, NEAR_CONNECT_TRANSACTION(object)->receiver_id);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void transaction_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    if (id == 1) NEAR_CONNECT_TRANSACTION(object)->receiver_id = g_value_dup_string(value);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void near_connect_transaction_class_init(NearConnectTransactionClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->finalize = transaction_finalize;
    object_class->get_property = transaction_get_property;
    object_class->set_property = transaction_set_property;
    /**
     * NearConnectTransaction:receiver-id: (getter get_receiver_id)
     *
     * The account that the actions are applied to.
     */
    g_object_class_install_property(
        object_class, 1,
        g_param_spec_string(
            "receiver-id", "receiver-id", "The account that the actions are applied to", NULL,
            G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
}

/**
 * near_connect_transaction_new:
 * @receiver_id: the account that the actions are applied to
 *
 * Makes a transaction, to which actions are added.
 *
 * Returns: (transfer full) (not nullable): a transaction without actions
 */
NearConnectTransaction *near_connect_transaction_new(const char *receiver_id) {
    g_return_val_if_fail(receiver_id != NULL, NULL);
    return g_object_new(NEAR_CONNECT_TYPE_TRANSACTION, "receiver-id", receiver_id, NULL);
}

/**
 * near_connect_transaction_get_receiver_id: (get-property receiver-id)
 * @self: a transaction
 *
 * Returns: (transfer none) (nullable): the account that the actions are applied to
 */
const char *near_connect_transaction_get_receiver_id(NearConnectTransaction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_TRANSACTION(self), NULL);
    return self->receiver_id;
}

/**
 * near_connect_transaction_get_n_actions:
 * @self: a transaction
 *
 * Counts what was added.
 *
 * Returns: the number of actions
 */
guint near_connect_transaction_get_n_actions(NearConnectTransaction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_TRANSACTION(self), 0);
    return self->actions->len;
}

/* Appends an action and returns its parameters, which stay the transaction's. */
static JsonObject *append(NearConnectTransaction *self, const char *type) {
    JsonObject *action = json_object_new();
    JsonObject *parameters = json_object_new();
    json_object_set_string_member(action, "type", type);
    json_object_set_object_member(action, "params", parameters);
    Action *added = g_new0(Action, 1);
    added->object = action;
    g_ptr_array_add(self->actions, added);
    return parameters;
}

static JsonObject *bytes_object(GBytes *bytes) {
    JsonObject *object = json_object_new();
    json_object_set_string_member(object, "$bytes", "");
    near_connect_private_set_bytes(object, "$bytes", bytes);
    return object;
}

/**
 * near_connect_transaction_add_transfer:
 * @self: a transaction
 * @deposit: the amount in yoctoNEAR, decimal digits
 *
 * Appends a transfer of NEAR.
 */
void near_connect_transaction_add_transfer(NearConnectTransaction *self, const char *deposit) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(deposit != NULL);
    json_object_set_string_member(append(self, "Transfer"), "deposit", deposit);
}

/**
 * near_connect_transaction_add_call:
 * @self: a transaction
 * @method_name: the method
 * @args: (nullable): the arguments as the contract reads them, mostly JSON
 * @gas: the gas that is attached; 0 for 30 Tgas
 * @deposit: (nullable): the deposit in yoctoNEAR, decimal digits; %NULL for none
 *
 * Appends a call of a contract's method.
 */
void near_connect_transaction_add_call(
    NearConnectTransaction *self, const char *method_name, GBytes *args, guint64 gas, const char *deposit) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(method_name != NULL);
    JsonObject *parameters = append(self, "FunctionCall");
    g_autofree char *gas_text = g_strdup_printf("%" G_GUINT64_FORMAT, gas != 0 ? gas : G_GUINT64_CONSTANT(30000000000000));
    json_object_set_string_member(parameters, "methodName", method_name);
    json_object_set_object_member(parameters, "args", bytes_object(args));
    json_object_set_string_member(parameters, "gas", gas_text);
    json_object_set_string_member(parameters, "deposit", deposit != NULL ? deposit : "0");
}

/**
 * near_connect_transaction_add_create_account:
 * @self: a transaction
 *
 * Appends the creation of the receiver.
 */
void near_connect_transaction_add_create_account(NearConnectTransaction *self) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    append(self, "CreateAccount");
}

/**
 * near_connect_transaction_add_delete_account:
 * @self: a transaction
 * @beneficiary_id: the account that gets what is left
 *
 * Appends the deletion of the receiver.
 */
void near_connect_transaction_add_delete_account(NearConnectTransaction *self, const char *beneficiary_id) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(beneficiary_id != NULL);
    json_object_set_string_member(append(self, "DeleteAccount"), "beneficiaryId", beneficiary_id);
}

/**
 * near_connect_transaction_add_stake:
 * @self: a transaction
 * @stake: the amount in yoctoNEAR, decimal digits
 * @public_key: the validator's key
 *
 * Appends a stake.
 */
void near_connect_transaction_add_stake(NearConnectTransaction *self, const char *stake, const char *public_key) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(stake != NULL && public_key != NULL);
    JsonObject *parameters = append(self, "Stake");
    json_object_set_string_member(parameters, "stake", stake);
    json_object_set_string_member(parameters, "publicKey", public_key);
}

/**
 * near_connect_transaction_add_full_access_key:
 * @self: a transaction
 * @public_key: the key, for example `ed25519:…`
 *
 * Appends a key that may do everything with the receiver's account.
 */
void near_connect_transaction_add_full_access_key(NearConnectTransaction *self, const char *public_key) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(public_key != NULL);
    JsonObject *parameters = append(self, "AddKey");
    JsonObject *access_key = json_object_new();
    json_object_set_string_member(access_key, "permission", "FullAccess");
    json_object_set_string_member(parameters, "publicKey", public_key);
    json_object_set_object_member(parameters, "accessKey", access_key);
}

/**
 * near_connect_transaction_add_function_call_key:
 * @self: a transaction
 * @public_key: the key, for example `ed25519:…`
 * @contract_id: the contract that it may call
 * @method_names: (nullable) (array zero-terminated=1): the methods; none for all
 * @allowance: (nullable): the most that it may spend on gas, in yoctoNEAR; %NULL for no end
 *
 * Appends a key that may call methods of one contract.
 */
void near_connect_transaction_add_function_call_key(
    NearConnectTransaction *self, const char *public_key, const char *contract_id, const char *const *method_names,
    const char *allowance) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(public_key != NULL && contract_id != NULL);
    JsonObject *parameters = append(self, "AddKey");
    JsonObject *access_key = json_object_new();
    JsonObject *permission = json_object_new();
    JsonArray *names = json_array_new();
    for (gsize index = 0; method_names != NULL && method_names[index] != NULL; index++) {
        json_array_add_string_element(names, method_names[index]);
    }
    json_object_set_string_member(permission, "receiverId", contract_id);
    json_object_set_array_member(permission, "methodNames", names);
    if (allowance != NULL) json_object_set_string_member(permission, "allowance", allowance);
    json_object_set_object_member(access_key, "permission", permission);
    json_object_set_string_member(parameters, "publicKey", public_key);
    json_object_set_object_member(parameters, "accessKey", access_key);
}

/**
 * near_connect_transaction_add_delete_key:
 * @self: a transaction
 * @public_key: the key, for example `ed25519:…`
 *
 * Appends the deletion of a key of the receiver.
 */
void near_connect_transaction_add_delete_key(NearConnectTransaction *self, const char *public_key) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(public_key != NULL);
    json_object_set_string_member(append(self, "DeleteKey"), "publicKey", public_key);
}

/**
 * near_connect_transaction_add_deploy:
 * @self: a transaction
 * @code: the contract's WebAssembly
 *
 * Appends the deployment of a contract.
 */
void near_connect_transaction_add_deploy(NearConnectTransaction *self, GBytes *code) {
    g_return_if_fail(NEAR_CONNECT_IS_TRANSACTION(self));
    g_return_if_fail(code != NULL);
    json_object_set_object_member(append(self, "DeployContract"), "code", bytes_object(code));
}

/**
 * near_connect_transaction_add_json:
 * @self: a transaction
 * @action: an action as near-connect has it, JSON: `{"type": …, "params": {…}}`
 * @error: why it is no JSON object
 *
 * Appends an action that the program has as JSON. Its numbers and texts reach the contract as they are written.
 *
 * Returns: %TRUE if it was appended
 */
gboolean near_connect_transaction_add_json(NearConnectTransaction *self, const char *action, GError **error) {
    g_return_val_if_fail(NEAR_CONNECT_IS_TRANSACTION(self), FALSE);
    g_return_val_if_fail(action != NULL, FALSE);
    g_return_val_if_fail(error == NULL || *error == NULL, FALSE);
    char *raw = near_connect_private_raw(action, TRUE, error);
    if (raw == NULL) return FALSE;
    Action *added = g_new0(Action, 1);
    added->raw = raw;
    g_ptr_array_add(self->actions, added);
    return TRUE;
}

char *near_connect_private_transaction_actions(NearConnectTransaction *self) {
    g_autoptr(GString) text = g_string_new("[");
    for (guint index = 0; index < self->actions->len; index++) {
        Action *action = g_ptr_array_index(self->actions, index);
        if (index > 0) g_string_append_c(text, ',');
        if (action->raw != NULL) {
            g_string_append(text, action->raw);
            continue;
        }
        g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
        json_node_set_object(node, action->object);
        g_autofree char *own = near_connect_private_text(node);
        g_string_append(text, own);
    }
    g_string_append_c(text, ']');
    return g_string_free(g_steal_pointer(&text), FALSE);
}
