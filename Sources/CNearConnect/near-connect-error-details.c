/* SPDX-License-Identifier: MIT */
#include "near-connect-error.h"

#include "near-connect-private.h"

/**
 * NearConnectErrorDetails:
 *
 * Facts of the transactions that an operation has sent, or may have sent, before it ended with an error.
 *
 * near_connect_error_get_details() has one.
 */
struct _NearConnectErrorDetails {
    GObject parent_instance;
    JsonObject *object;
    char *json;
};
G_DEFINE_TYPE(NearConnectErrorDetails, near_connect_error_details, G_TYPE_OBJECT)

static void error_details_finalize(GObject *object) {
    NearConnectErrorDetails *self = NEAR_CONNECT_ERROR_DETAILS(object);
    json_object_unref(self->object);
    g_free(self->json);
    G_OBJECT_CLASS(near_connect_error_details_parent_class)->finalize(object);
}

static void error_details_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectErrorDetails *self = NEAR_CONNECT_ERROR_DETAILS(object);
    switch (id) {
        case 1: g_value_set_string(value, near_connect_error_details_get_hash(self)); break;
        case 2: g_value_set_string(value, self->json); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_error_details_init(NearConnectErrorDetails *self) {
    self->object = json_object_new();
}

static void near_connect_error_details_class_init(NearConnectErrorDetailsClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
    object_class->finalize = error_details_finalize;
    object_class->get_property = error_details_get_property;
    /**
     * NearConnectErrorDetails:hash: (getter get_hash)
     *
     * The hash of the transaction of which nobody knows what has become.
     */
    g_object_class_install_property(object_class, 1, g_param_spec_string("hash", "hash", "hash", NULL, flags));
    /**
     * NearConnectErrorDetails:json: (getter get_json)
     *
     * The whole as JSON, with the error's "code" and "message".
     */
    g_object_class_install_property(object_class, 2, g_param_spec_string("json", "json", "json", NULL, flags));
}

/**
 * near_connect_error_details_get_hash: (get-property hash)
 * @self: details
 *
 * Returns: (transfer none) (nullable): the hash to look up, of a transaction that may have been executed
 */
const char *near_connect_error_details_get_hash(NearConnectErrorDetails *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ERROR_DETAILS(self), NULL);
    return near_connect_private_member(self->object, "hash");
}

/**
 * near_connect_error_details_get_outcomes:
 * @self: details
 *
 * Lists what was executed: the first ones of several transactions, or one that has failed on the chain.
 *
 * Returns: (transfer container) (element-type NearConnectOutcome) (not nullable): the outcomes, in their order
 */
GPtrArray *near_connect_error_details_get_outcomes(NearConnectErrorDetails *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ERROR_DETAILS(self), NULL);
    GPtrArray *outcomes = near_connect_private_outcomes(json_object_get_member(self->object, "outcomes"));
    JsonNode *one = json_object_get_member(self->object, "outcome");
    if (one != NULL && JSON_NODE_HOLDS_OBJECT(one)) {
        g_ptr_array_insert(outcomes, 0, near_connect_private_outcome_new(json_node_get_object(one)));
    }
    return outcomes;
}

/**
 * near_connect_error_details_get_json: (get-property json)
 * @self: details
 *
 * Returns: (transfer none) (not nullable): the whole as JSON
 */
const char *near_connect_error_details_get_json(NearConnectErrorDetails *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ERROR_DETAILS(self), NULL);
    return self->json;
}

/**
 * near_connect_error_get_details:
 * @error: an error of an operation
 *
 * Returns what is known of transactions that were sent, or may have been, before the operation ended with the error.
 *
 * Copies of the error have it, too, but not those that PyGObject makes: Python's programs call
 * near_connect_manager_get_error_details().
 *
 * Returns: (nullable) (transfer full): the details; %NULL where nothing was sent, or it isn't an error of this library
 */
NearConnectErrorDetails *near_connect_error_get_details(const GError *error) {
    g_return_val_if_fail(error != NULL, NULL);
    const char *json = near_connect_private_error_json(error);
    if (json == NULL) return NULL;
    g_autoptr(JsonNode) node = near_connect_private_parse(json);
    if (!JSON_NODE_HOLDS_OBJECT(node)) return NULL;
    JsonObject *object = json_node_get_object(node);
    if (!json_object_has_member(object, "hash") && !json_object_has_member(object, "outcome")
        && !json_object_has_member(object, "outcomes")) {
        return NULL;
    }
    NearConnectErrorDetails *self = g_object_new(NEAR_CONNECT_TYPE_ERROR_DETAILS, NULL);
    json_object_unref(self->object);
    self->object = json_object_ref(object);
    self->json = g_strdup(json);
    return self;
}
