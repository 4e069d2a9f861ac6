/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"

/**
 * NearConnectOutcome:
 *
 * A transaction that the chain has executed, as a node told it and the library verified it.
 *
 * Operations give one of a success. One that has failed is in the details of their error.
 */
struct _NearConnectOutcome {
    GObject parent_instance;
    JsonObject *object;
    char *json;
};
G_DEFINE_TYPE(NearConnectOutcome, near_connect_outcome, G_TYPE_OBJECT)

static void near_connect_outcome_init(NearConnectOutcome *self) {
    self->object = json_object_new();
}

static void outcome_finalize(GObject *object) {
    NearConnectOutcome *self = NEAR_CONNECT_OUTCOME(object);
    g_clear_pointer(&self->object, json_object_unref);
    g_free(self->json);
    G_OBJECT_CLASS(near_connect_outcome_parent_class)->finalize(object);
}

static void outcome_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectOutcome *self = NEAR_CONNECT_OUTCOME(object);
    switch (id) {
        case 1: g_value_set_string(value, near_connect_outcome_get_hash(self)); break;
        case 2: g_value_set_string(value, self->json); break;
        case 3: g_value_set_boolean(value, near_connect_outcome_get_succeeded(self)); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_outcome_class_init(NearConnectOutcomeClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->finalize = outcome_finalize;
    object_class->get_property = outcome_get_property;
    /**
     * NearConnectOutcome:hash: (getter get_hash)
     *
     * The transaction's hash.
     */
    g_object_class_install_property(
        object_class, 1,
        g_param_spec_string("hash", "hash", "The hash", NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
    /**
     * NearConnectOutcome:json: (getter get_json)
     *
     * The node's answer, as JSON.
     */
    g_object_class_install_property(
        object_class, 2,
        g_param_spec_string("json", "json", "The answer", NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
    /**
     * NearConnectOutcome:succeeded: (getter get_succeeded)
     *
     * %TRUE if it was executed with success.
     */
    g_object_class_install_property(
        object_class, 3,
        g_param_spec_boolean("succeeded", "succeeded", "Success", FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

NearConnectOutcome *near_connect_private_outcome_new(JsonObject *object) {
    NearConnectOutcome *self = g_object_new(NEAR_CONNECT_TYPE_OUTCOME, NULL);
    json_object_unref(self->object);
    self->object = json_object_ref(object);
    self->json = near_connect_private_object_text(object);
    return self;
}

static GObject *outcome(JsonObject *object) {
    return G_OBJECT(near_connect_private_outcome_new(object));
}

GPtrArray *near_connect_private_outcomes(JsonNode *node) {
    g_autoptr(JsonNode) none = json_node_new(JSON_NODE_NULL);
    return near_connect_private_objects(node != NULL ? node : none, outcome);
}

static JsonObject *member_object(JsonObject *object, const char *name) {
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/**
 * near_connect_outcome_get_hash: (get-property hash)
 * @self: an outcome
 *
 * Returns: (transfer none) (nullable): the transaction's hash
 */
const char *near_connect_outcome_get_hash(NearConnectOutcome *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_OUTCOME(self), NULL);
    JsonObject *transaction = member_object(self->object, "transaction");
    return transaction != NULL ? near_connect_private_member(transaction, "hash") : NULL;
}

/**
 * near_connect_outcome_get_value:
 * @self: an outcome
 *
 * Decodes what the transaction returned: the value of a call's last receipt.
 *
 * Returns: (transfer full) (not nullable): the bytes, none where it returned nothing
 */
GBytes *near_connect_outcome_get_value(NearConnectOutcome *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_OUTCOME(self), NULL);
    JsonObject *status = member_object(self->object, "status");
    const char *value = status != NULL ? near_connect_private_member(status, "SuccessValue") : NULL;
    gsize length = 0;
    guchar *bytes = value != NULL ? g_base64_decode(value, &length) : NULL;
    return g_bytes_new_take(bytes, length);
}

static void add_logs(JsonObject *part, GStrvBuilder *logs) {
    JsonObject *outcome = member_object(part, "outcome");
    JsonNode *node = outcome != NULL ? json_object_get_member(outcome, "logs") : NULL;
    if (node == NULL || !JSON_NODE_HOLDS_ARRAY(node)) return;
    JsonArray *lines = json_node_get_array(node);
    for (guint index = 0; index < json_array_get_length(lines); index++) {
        JsonNode *line = json_array_get_element(lines, index);
        if (!JSON_NODE_HOLDS_VALUE(line) || json_node_get_value_type(line) != G_TYPE_STRING) continue;
        g_strv_builder_add(logs, json_node_get_string(line));
    }
}

/**
 * near_connect_outcome_get_logs:
 * @self: an outcome
 *
 * Lists what contracts logged, in the order of the receipts.
 *
 * Returns: (transfer full) (not nullable): the lines
 */
char **near_connect_outcome_get_logs(NearConnectOutcome *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_OUTCOME(self), NULL);
    g_autoptr(GStrvBuilder) logs = g_strv_builder_new();
    JsonObject *transaction = member_object(self->object, "transaction_outcome");
    if (transaction != NULL) add_logs(transaction, logs);
    JsonNode *node = json_object_get_member(self->object, "receipts_outcome");
    JsonArray *receipts = node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    for (guint index = 0; receipts != NULL && index < json_array_get_length(receipts); index++) {
        JsonNode *receipt = json_array_get_element(receipts, index);
        if (JSON_NODE_HOLDS_OBJECT(receipt)) add_logs(json_node_get_object(receipt), logs);
    }
    return g_strv_builder_end(logs);
}

/**
 * near_connect_outcome_get_json: (get-property json)
 * @self: an outcome
 *
 * Returns: (transfer none) (not nullable): the node's answer, as JSON
 */
const char *near_connect_outcome_get_json(NearConnectOutcome *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_OUTCOME(self), NULL);
    return self->json;
}

/**
 * near_connect_outcome_get_succeeded: (get-property succeeded)
 * @self: an outcome
 *
 * Returns: %TRUE if it was executed with success
 */
gboolean near_connect_outcome_get_succeeded(NearConnectOutcome *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_OUTCOME(self), FALSE);
    JsonObject *status = member_object(self->object, "status");
    return status != NULL && json_object_has_member(status, "SuccessValue");
}
