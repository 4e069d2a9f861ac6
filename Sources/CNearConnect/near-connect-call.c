/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"

#include "near-connect-error.h"

/* An operation that is open. The task holds the manager; three may hold this: the engine, the cancellable, an idle
 * source. */
typedef struct {
    gatomicrefcount references;
    GTask *task;
    guint64 number;
    gulong handler;
    char *result;
    char *error;
} Call;

static Call *call_ref(Call *call) {
    g_atomic_ref_count_inc(&call->references);
    return call;
}

static void call_unref(gpointer data) {
    Call *call = data;
    if (!g_atomic_ref_count_dec(&call->references)) return;
    g_clear_object(&call->task);
    g_free(call->result);
    g_free(call->error);
    g_free(call);
}

/* The engine's word on an operation that failed, on its task. */
static G_DEFINE_QUARK(near-connect-error-details, details)

/* Returns whether a function's result is the engine's text as it is. */
static gboolean is_raw(gpointer tag) {
    return tag == near_connect_manager_perform_async || tag == near_connect_manager_rpc_async
           || tag == near_connect_manager_view_account_async;
}

/* Ends the task, from GLib's dispatch: no frame of the engine's is below its callback. */
static gboolean deliver(gpointer data) {
    Call *call = data;
    GTask *task = g_steal_pointer(&call->task);
    if (task == NULL) return G_SOURCE_REMOVE;
    /* g_cancellable_disconnect() waits for the end of an emission, which a handler with a loop of its own may be in. */
    if (call->handler != 0) g_signal_handler_disconnect(g_task_get_cancellable(task), call->handler);
    if (call->error != NULL) {
        g_object_set_qdata_full(G_OBJECT(task), details_quark(), g_strdup(call->error), g_free);
        g_task_return_error(task, near_connect_private_error_new(call->error));
    } else if (is_raw(g_task_get_source_tag(task))) {
        g_task_return_pointer(task, g_steal_pointer(&call->result), g_free);
    } else {
        g_task_return_pointer(task, near_connect_private_parse(call->result), (GDestroyNotify)json_node_unref);
    }
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

static void answered(void *data, const char *result, const char *error) {
    Call *call = data;
    call->result = g_strdup(result);
    call->error = g_strdup(result == NULL && error == NULL ? "{}" : error);
    near_connect_private_later(deliver, call, call_unref);
}

static gboolean cancel_now(gpointer data) {
    Call *call = data;
    if (call->task != NULL && near_connect_private_may_call()) near_connect_private_engine(NULL)->cancel(call->number);
    return G_SOURCE_REMOVE;
}

/* Any thread may cancel. */
static void cancelled(GCancellable *cancellable, gpointer data) {
    (void)cancellable;
    near_connect_private_later(cancel_now, call_ref(data), call_unref);
}

void near_connect_private_start(
    NearConnectManager *self, const char *verb, JsonObject *parameters, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data, gpointer tag) {
    g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
    json_node_take_object(node, parameters != NULL ? parameters : json_object_new());
    g_autofree char *text = near_connect_private_text(node);
    near_connect_private_start_text(self, verb, text, cancellable, callback, user_data, tag);
}

void near_connect_private_start_text(
    NearConnectManager *self, const char *verb, const char *parameters, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data, gpointer tag) {
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, tag);
    g_task_set_name(task, verb);
    /* Cancelling is a wish: what was signed meanwhile is told. */
    g_task_set_check_cancellable(task, FALSE);
    GError *error = NULL;
    const NearConnectEngine *engine = near_connect_private_engine(&error);
    if (engine == NULL) {
        g_task_return_error(task, error);
        g_object_unref(task);
        return;
    }
    Call *call = g_new0(Call, 1);
    g_atomic_ref_count_init(&call->references);
    call->task = task;
    call->number = engine->call(self->number, verb, parameters, answered, call);
    if (call->number == 0) {
        const char *reason = near_connect_manager_get_unavailable_reason(self);
        g_task_return_new_error(
            task, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE, "%s",
            reason != NULL ? reason : "The wallet manager was closed.");
        call_unref(call);
        return;
    }
    if (cancellable != NULL) {
        /* Before it begins: some operations end in their first turn. */
        if (g_cancellable_is_cancelled(cancellable)) engine->cancel(call->number);
        call->handler = g_cancellable_connect(cancellable, G_CALLBACK(cancelled), call_ref(call), call_unref);
    }
}

gpointer near_connect_private_end(NearConnectManager *self, GAsyncResult *result, gpointer tag, GError **error) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    g_return_val_if_fail(g_task_get_source_tag(G_TASK(result)) == tag, NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/**
 * near_connect_manager_get_error_details:
 * @self: a manager
 * @result: what the callback got
 *
 * Returns what is known of an operation that failed, beyond its message, before and after its finish function.
 *
 * It is a JSON object with the error's "code" and "message", and with the "hash", the "outcome" or the "outcomes" of
 * what may have been sent. Errors of the library's own, such as %NEAR_CONNECT_ERROR_WRONG_THREAD, have none.
 *
 * Returns: (nullable) (transfer none): the object as JSON
 */
const char *near_connect_manager_get_error_details(NearConnectManager *self, GAsyncResult *result) {
    g_return_val_if_fail(NEAR_CONNECT_IS_MANAGER(self), NULL);
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_object_get_qdata(G_OBJECT(result), details_quark());
}

JsonObject *near_connect_private_object(JsonNode *node, GError **error) {
    if (node != NULL && JSON_NODE_HOLDS_OBJECT(node)) return json_node_get_object(node);
    if (node != NULL) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_FAILED, "The wallet engine gave another kind of answer.");
    }
    return NULL;
}

GPtrArray *near_connect_private_objects(JsonNode *node, GObject *(*make)(JsonObject *object)) {
    GPtrArray *objects = g_ptr_array_new_with_free_func(g_object_unref);
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    for (guint index = 0; array != NULL && index < json_array_get_length(array); index++) {
        JsonNode *element = json_array_get_element(array, index);
        if (JSON_NODE_HOLDS_OBJECT(element)) g_ptr_array_add(objects, make(json_node_get_object(element)));
    }
    return objects;
}

void near_connect_private_set_bytes(JsonObject *object, const char *name, GBytes *bytes) {
    if (bytes == NULL) return;
    gsize length = 0;
    gconstpointer data = g_bytes_get_data(bytes, &length);
    g_autofree char *text = g_base64_encode(data != NULL ? data : (gconstpointer) "", length);
    json_object_set_string_member(object, name, text);
}
