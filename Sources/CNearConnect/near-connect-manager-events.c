/* SPDX-License-Identifier: MIT */
/* Events of a manager that its program answers: a decision, or a new process. */
#include "near-connect-private.h"

static guint requested_signal, relaunch_signal;

void near_connect_private_install_events(GType type) {
    /**
     * NearConnectManager::approval-requested:
     * @self: the manager
     * @request: what the keystore wallet is about to sign
     *
     * The keystore wallet needs an approval, and no policy decides it.
     *
     * A program that asks in its own way returns %TRUE, keeps the request, and calls
     * near_connect_approval_request_allow() or near_connect_approval_request_deny() then or later. Where no handler
     * returns %TRUE the library's own dialog asks, above the window with the widget. A request that is dropped without
     * an answer is denied.
     *
     * Returns: %TRUE if the program answers the request
     */
    requested_signal = g_signal_new(
        "approval-requested", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN,
        1, NEAR_CONNECT_TYPE_APPROVAL_REQUEST);
    /**
     * NearConnectManager::relaunch-needed:
     * @self: the manager
     * @environment: (array zero-terminated=1) (element-type utf8): variables, each as NAME=value
     *
     * Pages stay blank on this computer's graphics, and only a new process with more in its environment may help.
     *
     * A program that can starts itself again with the variables; without a handler #NearConnectManager:last-error says
     * what to do.
     */
    relaunch_signal = g_signal_new(
        "relaunch-needed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);
}

/* Offers a request to the program, which may turn loops of its own, and let newer requests in. */
static void offer(NearConnectManager *self, const char *json, JsonObject *object) {
    g_autoptr(NearConnectApprovalRequest) request =
        near_connect_private_approval_request_new(self->number, json, object);
    /* Its operation has ended since, or the program has disposed of the manager. */
    if (request->number <= self->ended_approval || self->link == NULL) {
        request->is_open = FALSE;
        return;
    }
    g_weak_ref_set(&self->link->approval, request);
    gboolean is_taken = FALSE;
    g_signal_emit(self, requested_signal, 0, request, &is_taken);
    if (!is_taken) near_connect_private_approval_request_show(request);
}

/* Tells what a node says of the request that the program has. */
static void add_outlook(NearConnectManager *self, JsonObject *outlook) {
    if (self->link == NULL) return;
    g_autoptr(NearConnectApprovalRequest) request = g_weak_ref_get(&self->link->approval);
    if (request == NULL || request->number != near_connect_private_id(outlook)) return;
    near_connect_private_approval_request_take_outlook(request, outlook);
}

/* An event, until handlers may run. */
typedef struct {
    NearConnectManager *manager;
    char *name;
    char *json;
} Event;

static gboolean deliver(gpointer data) {
    Event *event = data;
    NearConnectManager *self = event->manager;
    g_autoptr(JsonNode) node = near_connect_private_parse(event->json);
    if (g_str_equal(event->name, "relaunch")) {
        g_autoptr(JsonObject) object = json_object_new();
        json_object_set_member(object, "environment", g_steal_pointer(&node));
        g_auto(GStrv) environment = near_connect_private_texts(object, "environment");
        g_signal_emit(self, relaunch_signal, 0, environment);
    } else if (JSON_NODE_HOLDS_OBJECT(node)) {
        if (g_str_equal(event->name, "approval-outlook")) add_outlook(self, json_node_get_object(node));
        else offer(self, event->json, json_node_get_object(node));
    }
    return G_SOURCE_REMOVE;
}

static void free_event(gpointer data) {
    Event *event = data;
    g_object_unref(event->manager);
    g_free(event->name);
    g_free(event->json);
    g_free(event);
}

/* The number of a request for which nobody waits any more. */
static void end_approval(NearConnectManager *self, NearConnectLink *link, const char *json) {
    g_autoptr(JsonNode) node = near_connect_private_parse(json);
    if (!JSON_NODE_HOLDS_OBJECT(node)) return;
    self->ended_approval = near_connect_private_id(json_node_get_object(node));
    /* Languages with a garbage collector drop the last reference on any thread. */
    g_autoptr(NearConnectApprovalRequest) request = g_weak_ref_get(&link->approval);
    if (request != NULL && request->number <= self->ended_approval) near_connect_private_approval_request_end(request);
}

/* The engine tells it inside a job of its own: only what runs no handler is done here. */
int near_connect_private_take_event(void *data, const char *name, const char *json) {
    NearConnectLink *link = data;
    g_autoptr(NearConnectManager) self = g_weak_ref_get(&link->manager);
    if (self == NULL) return 0;
    if (g_str_equal(name, "approval-ended")) {
        end_approval(self, link, json);
        return 1;
    }
    const gboolean is_approval = g_str_equal(name, "approval"), is_outlook = g_str_equal(name, "approval-outlook");
    if (!is_approval && !is_outlook && !g_str_equal(name, "relaunch")) return 0;
    if (!is_outlook
        && !g_signal_has_handler_pending(self, is_approval ? requested_signal : relaunch_signal, 0, FALSE)) {
        return 0;
    }
    Event *event = g_new0(Event, 1);
    event->manager = g_object_ref(self);
    event->name = g_strdup(name);
    event->json = g_strdup(json);
    near_connect_private_later(deliver, event, free_event);
    return 1;
}
