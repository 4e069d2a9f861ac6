/* SPDX-License-Identifier: MIT */
#include "near-connect-error.h"

#include <gio/gio.h>
#include <string.h>

#include "near-connect-private.h"

/* In the order of NearConnectError; the names are the engine's codes. */
static const struct {
    NearConnectError code;
    const char *name;
    const char *nick;
} codes[] = {
#define CODE(name, nick) {NEAR_CONNECT_ERROR_##name, "NEAR_CONNECT_ERROR_" #name, nick}
    CODE(OPERATION_IN_PROGRESS, "operation-in-progress"),
    CODE(NOT_SIGNED_IN, "not-signed-in"),
    CODE(INVALID_URL, "invalid-url"),
    CODE(INVALID_TRANSACTION, "invalid-transaction"),
    CODE(NO_TRANSACTION_HASH, "no-transaction-hash"),
    CODE(WALLET_ERROR, "wallet-error"),
    CODE(WEB_VIEW_NOT_READY, "web-view-not-ready"),
    CODE(RPC_ERROR, "rpc-error"),
    CODE(USER_CANCELLED, "user-cancelled"),
    CODE(WALLET_REJECTED, "wallet-rejected"),
    CODE(TIMED_OUT, "timed-out"),
    CODE(TASK_CANCELLED, "task-cancelled"),
    CODE(BRIDGE_CRASHED, "bridge-crashed"),
    CODE(BRIDGE_RELOADED, "bridge-reloaded"),
    CODE(BRIDGE_UNAVAILABLE, "bridge-unavailable"),
    CODE(MANAGER_RELEASED, "manager-released"),
    CODE(UNKNOWN_WALLET, "unknown-wallet"),
    CODE(SIGNATURE_INVALID, "signature-invalid"),
    CODE(TRANSACTION_FAILED, "transaction-failed"),
    CODE(TRANSACTION_UNKNOWN, "transaction-unknown"),
    CODE(INVALID_ARGUMENT, "invalid-argument"),
    CODE(STORAGE, "storage"),
    CODE(JOURNAL, "journal"),
    CODE(WRONG_CHAIN, "wrong-chain"),
    CODE(PARTIALLY_SENT, "partially-sent"),
    CODE(WRONG_THREAD, "wrong-thread"),
    CODE(FORKED, "forked"),
    CODE(ENGINE, "engine"),
    CODE(FAILED, "failed"),
#undef CODE
};

/* The engine's word in JSON, which an error of the domain carries beside its code and its sentence. */
typedef struct {
    char *json;
} Details;

/* GLib has a domain's own data before the error itself, rounded up like this. */
static Details *details_of(const GError *error) {
    const gsize unit = 2 * sizeof(gsize);
    return (Details *)(gpointer)((guint8 *)(gpointer)error - ((sizeof(Details) + unit - 1) & -unit));
}

static void init_details(GError *error) {
    details_of(error)->json = NULL;
}

static void copy_details(const GError *error, GError *copy) {
    details_of(copy)->json = g_strdup(details_of(error)->json);
}

static void clear_details(GError *error) {
    g_clear_pointer(&details_of(error)->json, g_free);
}

/**
 * near_connect_error_quark:
 *
 * The domain of the library's errors.
 *
 * Returns: the domain
 */
GQuark near_connect_error_quark(void) {
    static gsize quark = 0;
    if (g_once_init_enter(&quark)) {
        g_once_init_leave(
            &quark, g_error_domain_register_static(
                        "near-connect-error-quark", sizeof(Details), init_details, copy_details, clear_details));
    }
    return (GQuark)quark;
}

/* Bindings make errors of a domain by its name alone: each that is made while the library is there has room for them. */
__attribute__((constructor)) static void register_domain(void) {
    near_connect_error_quark();
}

const char *near_connect_private_error_json(const GError *error) {
    return error->domain == NEAR_CONNECT_ERROR ? details_of(error)->json : NULL;
}

GType near_connect_error_get_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        /* GLib keeps the table. */
        GEnumValue *values = g_new0(GEnumValue, G_N_ELEMENTS(codes) + 1);
        for (gsize index = 0; index < G_N_ELEMENTS(codes); index++) {
            values[index] = (GEnumValue){(int)codes[index].code, codes[index].name, codes[index].nick};
        }
        g_once_init_leave(&type, g_enum_register_static("NearConnectError", values));
    }
    return type;
}

const char *near_connect_private_member(JsonObject *object, const char *name) {
    JsonNode *node = json_object_get_member(object, name);
    if (node == NULL || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING) return NULL;
    return json_node_get_string(node);
}

JsonNode *near_connect_private_parse(const char *json) {
    GError *error = NULL;
    JsonNode *node = json_from_string(json, &error);
    if (node != NULL) return node;
    g_warning("the engine's answer is no JSON: %s", error != NULL ? error->message : "it is empty");
    g_clear_error(&error);
    return json_node_new(JSON_NODE_NULL);
}

GError *near_connect_private_error_new(const char *json) {
    g_autoptr(JsonNode) node = near_connect_private_parse(json);
    const char *name = NULL;
    const char *message = NULL;
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        name = near_connect_private_member(json_node_get_object(node), "code");
        message = near_connect_private_member(json_node_get_object(node), "message");
    }
    if (message == NULL) message = "The operation failed.";
    if (g_strcmp0(name, "task-cancelled") == 0) {
        return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
    }
    NearConnectError code = NEAR_CONNECT_ERROR_FAILED;
    for (gsize index = 0; index < G_N_ELEMENTS(codes); index++) {
        if (g_strcmp0(codes[index].nick, name) == 0) code = codes[index].code;
    }
    GError *error = g_error_new_literal(NEAR_CONNECT_ERROR, code, message);
    details_of(error)->json = g_strdup(json);
    return error;
}
