/* SPDX-License-Identifier: MIT */
#include "near-connect-approval.h"

#include "near-connect-private.h"

/**
 * NearConnectApprovalRequest:
 *
 * Something that the keystore wallet is about to sign, for a program that asks in its own way.
 *
 * #NearConnectManager::approval-requested has one. The program calls near_connect_approval_request_allow() or
 * near_connect_approval_request_deny(), in the handler or later. One that is dropped without an answer is denied.
 */
G_DEFINE_TYPE(NearConnectApprovalRequest, near_connect_approval_request, G_TYPE_OBJECT)

enum {
    PROP_OPEN = 1,
    PROP_KIND,
    PROP_NETWORK,
    PROP_MAINNET,
    PROP_DANGEROUS,
    PROP_SIGNER_ID,
    PROP_CANDIDATES,
    PROP_MESSAGE,
    PROP_RECIPIENT,
    PROP_DEPOSIT,
    PROP_GAS,
    PROP_HEADING,
    PROP_TEXT,
    PROP_OUTLOOK,
    PROP_WARNINGS,
    PROP_JSON,
    N_PROPS
};
static GParamSpec *properties[N_PROPS];

/* Tells the engine an answer; TRUE if it has waited for it. */
static gboolean tell(guint64 manager, guint64 number, const char *answer, const char *account_id) {
    const NearConnectEngine *engine = near_connect_private_engine(NULL);
    if (engine == NULL) return FALSE;
    g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
    JsonObject *object = json_object_new();
    json_node_take_object(node, object);
    json_object_set_int_member(object, "id", (gint64)number);
    json_object_set_string_member(object, "answer", answer);
    if (account_id != NULL) json_object_set_string_member(object, "accountId", account_id);
    g_autofree char *text = near_connect_private_text(node);
    char *problem = NULL;
    gboolean is_taken = engine->command(manager, "answer-approval", text, &problem) != 0;
    engine->text_free(problem);
    return is_taken;
}

static gboolean notify_open(gpointer self) {
    g_object_notify_by_pspec(self, properties[PROP_OPEN]);
    return G_SOURCE_REMOVE;
}

void near_connect_private_approval_request_end(NearConnectApprovalRequest *self) {
    if (!self->is_open) return;
    self->is_open = FALSE;
    /* Handlers come from the loop, and never inside of the function that has caused it. */
    near_connect_private_later(notify_open, g_object_ref(self), g_object_unref);
}

guint64 near_connect_private_id(JsonObject *object) {
    return (guint64)json_object_get_int_member_with_default(object, "id", 0);
}

/* Reads what a node says, where it has said something. */
static void read_outlook(NearConnectApprovalRequest *self, JsonObject *object) {
    g_free(self->outlook);
    self->outlook = g_strdup(near_connect_private_member(object, "outlook"));
    g_strfreev(self->warnings);
    self->warnings = near_connect_private_texts(object, "warnings");
}

void near_connect_private_approval_request_take_outlook(NearConnectApprovalRequest *self, JsonObject *outlook) {
    if (!self->is_open) return;
    g_object_freeze_notify(G_OBJECT(self));
    read_outlook(self, outlook);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_OUTLOOK]);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_WARNINGS]);
    g_object_thaw_notify(G_OBJECT(self));
}

static gboolean answer(NearConnectApprovalRequest *self, const char *word, const char *account_id) {
    if (near_connect_private_is_elsewhere() || !self->is_open) return FALSE;
    if (!tell(self->manager, self->number, word, account_id)) return FALSE;
    near_connect_private_approval_request_end(self);
    return TRUE;
}

void near_connect_private_approval_request_show(NearConnectApprovalRequest *self) {
    answer(self, "show", NULL);
}

/* A request that nobody has any more. */
typedef struct {
    guint64 manager, number;
} Dropped;

static gboolean deny_dropped(gpointer data) {
    Dropped *dropped = data;
    if (near_connect_private_may_call()) tell(dropped->manager, dropped->number, "deny", NULL);
    return G_SOURCE_REMOVE;
}

static void approval_request_dispose(GObject *object) {
    NearConnectApprovalRequest *self = NEAR_CONNECT_APPROVAL_REQUEST(object);
    if (self->is_open) {
        self->is_open = FALSE;
        /* Languages with a garbage collector drop the last reference on any thread. */
        Dropped *dropped = g_new0(Dropped, 1);
        *dropped = (Dropped){self->manager, self->number};
        g_idle_add_full(G_PRIORITY_DEFAULT, deny_dropped, dropped, g_free);
    }
    G_OBJECT_CLASS(near_connect_approval_request_parent_class)->dispose(object);
}

static void approval_request_finalize(GObject *object) {
    NearConnectApprovalRequest *self = NEAR_CONNECT_APPROVAL_REQUEST(object);
    g_clear_pointer(&self->object, json_object_unref);
    g_clear_pointer(&self->candidates, g_strfreev);
    g_clear_pointer(&self->warnings, g_strfreev);
    g_free(self->outlook);
    g_free(self->json);
    G_OBJECT_CLASS(near_connect_approval_request_parent_class)->finalize(object);
}

static void approval_request_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectApprovalRequest *self = NEAR_CONNECT_APPROVAL_REQUEST(object);
    switch (id) {
        case PROP_OPEN: g_value_set_boolean(value, self->is_open); break;
        case PROP_KIND: g_value_set_enum(value, (int)self->kind); break;
        case PROP_NETWORK: g_value_set_string(value, near_connect_approval_request_get_network(self)); break;
        case PROP_MAINNET: g_value_set_boolean(value, near_connect_approval_request_get_mainnet(self)); break;
        case PROP_DANGEROUS: g_value_set_boolean(value, near_connect_approval_request_get_dangerous(self)); break;
        case PROP_SIGNER_ID: g_value_set_string(value, near_connect_approval_request_get_signer_id(self)); break;
        case PROP_CANDIDATES: g_value_set_boxed(value, self->candidates); break;
        case PROP_MESSAGE: g_value_set_string(value, near_connect_approval_request_get_message(self)); break;
        case PROP_RECIPIENT: g_value_set_string(value, near_connect_approval_request_get_recipient(self)); break;
        case PROP_DEPOSIT: g_value_set_string(value, near_connect_approval_request_get_deposit(self)); break;
        case PROP_GAS: g_value_set_uint64(value, near_connect_approval_request_get_gas(self)); break;
        case PROP_HEADING: g_value_set_string(value, near_connect_approval_request_get_heading(self)); break;
        case PROP_TEXT: g_value_set_string(value, near_connect_approval_request_get_text(self)); break;
        case PROP_OUTLOOK: g_value_set_string(value, self->outlook); break;
        case PROP_WARNINGS: g_value_set_boxed(value, self->warnings); break;
        case PROP_JSON: g_value_set_string(value, self->json); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_approval_request_init(NearConnectApprovalRequest *self) {
    self->object = json_object_new();
    self->candidates = g_new0(char *, 1);
    self->warnings = g_new0(char *, 1);
}

static void near_connect_approval_request_class_init(NearConnectApprovalRequestClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
    object_class->dispose = approval_request_dispose;
    object_class->finalize = approval_request_finalize;
    object_class->get_property = approval_request_get_property;
    properties[PROP_OPEN] =
        g_param_spec_boolean("open", "open", "open", FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);
    properties[PROP_KIND] = g_param_spec_enum(
        "kind", "kind", "kind", NEAR_CONNECT_TYPE_APPROVAL_KIND, NEAR_CONNECT_APPROVAL_KIND_OTHER, flags);
    properties[PROP_MAINNET] = g_param_spec_boolean("mainnet", "mainnet", "mainnet", FALSE, flags);
    properties[PROP_DANGEROUS] = g_param_spec_boolean("dangerous", "dangerous", "dangerous", FALSE, flags);
    properties[PROP_CANDIDATES] =
        g_param_spec_boxed("candidates", "candidates", "candidates", G_TYPE_STRV, flags);
    properties[PROP_OUTLOOK] =
        g_param_spec_string("outlook", "outlook", "outlook", NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
    properties[PROP_WARNINGS] = g_param_spec_boxed(
        "warnings", "warnings", "warnings", G_TYPE_STRV, flags | G_PARAM_EXPLICIT_NOTIFY);
    properties[PROP_GAS] = g_param_spec_uint64("gas", "gas", "gas", 0, G_MAXUINT64, 0, flags);
    static const struct {
        guint id;
        const char *name;
    } texts[] = {
        {PROP_NETWORK, "network"}, {PROP_SIGNER_ID, "signer-id"}, {PROP_MESSAGE, "message"},
        {PROP_RECIPIENT, "recipient"}, {PROP_DEPOSIT, "deposit"}, {PROP_HEADING, "heading"},
        {PROP_TEXT, "text"}, {PROP_JSON, "json"},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(texts); index++) {
        const char *name = texts[index].name;
        properties[texts[index].id] = g_param_spec_string(name, name, name, NULL, flags);
    }
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

NearConnectApprovalRequest *near_connect_private_approval_request_new(
    guint64 manager, const char *json, JsonObject *object) {
    NearConnectApprovalRequest *self = g_object_new(NEAR_CONNECT_TYPE_APPROVAL_REQUEST, NULL);
    json_object_unref(self->object);
    self->object = json_object_ref(object);
    /* The text by the letter: json-glib would write numbers in another way, and end texts at a NUL. */
    self->json = g_strdup(json);
    self->manager = manager;
    self->number = near_connect_private_id(object);
    read_outlook(self, object);
    self->kind = near_connect_private_approval_kind(object);
    g_strfreev(self->candidates);
    self->candidates = near_connect_private_texts(object, "candidates");
    self->is_open = TRUE;
    return self;
}

/**
 * near_connect_approval_request_allow:
 * @self: a request
 * @account_id: (nullable): for a sign-in, one of the #NearConnectApprovalRequest:candidates; %NULL for the first one
 *
 * Lets the keystore wallet sign. The end of the operation says what became of it.
 *
 * Returns: %TRUE if the answer was taken; %FALSE where it was answered, or its operation has ended, or the account is no
 *   candidate
 */
gboolean near_connect_approval_request_allow(NearConnectApprovalRequest *self, const char *account_id) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), FALSE);
    return answer(self, "allow", account_id);
}

/**
 * near_connect_approval_request_deny:
 * @self: a request
 *
 * Refuses it, as a user's Cancel button does; the operation ends with %NEAR_CONNECT_ERROR_USER_CANCELLED.
 *
 * Returns: %TRUE if it is refused by this; %FALSE where it was answered, or its operation has ended
 */
gboolean near_connect_approval_request_deny(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), FALSE);
    return answer(self, "deny", NULL);
}
