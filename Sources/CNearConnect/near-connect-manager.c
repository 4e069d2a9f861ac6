/* SPDX-License-Identifier: MIT */
#include "near-connect-manager.h"

#include "near-connect-error.h"
#include "near-connect-private.h"

/**
 * NearConnectManager:
 *
 * Connects a program to any NEAR wallet.
 *
 * It lives while it is referenced, an operation is open, or a change waits to be told. Handlers and callbacks run in
 * the main loop on the thread that runs GTK, never inside a function of this library; they may run loops of their own.
 */
G_DEFINE_TYPE(NearConnectManager, near_connect_manager, G_TYPE_OBJECT)

enum {
    PROP_NETWORK = 1,
    PROP_RPC_URL,
    PROP_RPC_URLS,
    PROP_PROFILE,
    PROP_EPHEMERAL,
    PROP_APP_NAME,
    PROP_ORIGIN,
    PROP_POLICY_FILE,
    PROP_CREDENTIALS,
    PROP_RETURN_SCHEME,
    PROP_PROJECT_ID,
    PROP_RELAY,
    PROP_ACCENT,
    PROP_SANDBOX_USE,
    PROP_ACCOUNT,
    PROP_SESSION,
    PROP_SESSION_REASON,
    PROP_SIGNED_IN,
    PROP_READY,
    PROP_BUSY,
    PROP_WALLET_VISIBLE,
    PROP_WAITING_TEXT,
    PROP_UNAVAILABLE_REASON,
    PROP_LAST_ERROR,
    PROP_SANDBOX,
    PROP_SANDBOX_PROBLEM,
    PROP_UNRESPONSIVE,
    PROP_OFFERS_CACHE_RESET,
    N_PROPS
};
static GParamSpec *properties[N_PROPS];
enum { SIGNAL_SIGNED_IN, SIGNAL_SIGNED_OUT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* State */

static void take_text(NearConnectManager *self, char **place, JsonObject *state, const char *name, guint property) {
    const char *text = near_connect_private_member(state, name);
    if (g_strcmp0(*place, text) == 0) return;
    g_free(*place);
    *place = g_strdup(text);
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

static void take_flag(NearConnectManager *self, gboolean *place, JsonObject *state, const char *name, guint property) {
    gboolean flag = json_object_get_boolean_member_with_default(state, name, FALSE);
    if (*place == flag) return;
    *place = flag;
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

static gboolean is_same(NearConnectAccount *account, JsonObject *object) {
    if (account == NULL || object == NULL) return account == NULL && object == NULL;
    return g_strcmp0(near_connect_account_get_id(account), near_connect_private_member(object, "accountId")) == 0
           && g_strcmp0(
                  near_connect_account_get_public_key(account), near_connect_private_member(object, "publicKey")) == 0
           && g_strcmp0(
                  near_connect_account_get_wallet_id(account), near_connect_private_member(object, "walletId")) == 0;
}

/* Takes the account; TRUE if it is another one now. */
static gboolean take_account(NearConnectManager *self, JsonObject *state) {
    JsonNode *node = json_object_get_member(state, "account");
    JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    if (is_same(self->account, object)) return FALSE;
    gboolean was_signed_in = self->account != NULL;
    g_clear_object(&self->account);
    if (object != NULL) self->account = near_connect_private_account_new(object);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ACCOUNT]);
    if (was_signed_in != (self->account != NULL)) {
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_SIGNED_IN]);
    }
    return TRUE;
}

static void take_state(NearConnectManager *self, const char *text) {
    g_autoptr(JsonNode) node = near_connect_private_parse(text);
    if (!JSON_NODE_HOLDS_OBJECT(node)) return;
    JsonObject *state = json_node_get_object(node);
    g_object_freeze_notify(G_OBJECT(self));
    gboolean is_other = take_account(self, state);
    guint64 change = is_other ? ++self->account_changes : self->account_changes;
    JsonNode *session = json_object_get_member(state, "session");
    if (session != NULL && JSON_NODE_HOLDS_OBJECT(session)) {
        NearConnectSession value = near_connect_private_session(json_node_get_object(session));
        if (value != self->session) {
            self->session = value;
            g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_SESSION]);
        }
        take_text(self, &self->session_reason, json_node_get_object(session), "reason", PROP_SESSION_REASON);
    }
    take_flag(self, &self->ready, state, "ready", PROP_READY);
    take_flag(self, &self->busy, state, "busy", PROP_BUSY);
    take_flag(self, &self->wallet_visible, state, "walletVisible", PROP_WALLET_VISIBLE);
    take_text(self, &self->waiting_text, state, "waitingText", PROP_WAITING_TEXT);
    take_text(self, &self->unavailable_reason, state, "unavailableReason", PROP_UNAVAILABLE_REASON);
    take_text(self, &self->last_error, state, "lastError", PROP_LAST_ERROR);
    NearConnectSandbox sandbox = near_connect_private_sandbox(state);
    if (sandbox != self->sandbox) {
        self->sandbox = sandbox;
        g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_SANDBOX]);
    }
    take_text(self, &self->sandbox_problem, state, "sandboxProblem", PROP_SANDBOX_PROBLEM);
    take_flag(self, &self->unresponsive, state, "unresponsive", PROP_UNRESPONSIVE);
    take_flag(self, &self->offers_cache_reset, state, "offersCacheReset", PROP_OFFERS_CACHE_RESET);
    g_object_thaw_notify(G_OBJECT(self));
    if (!is_other || self->is_constructing) return;
    /* A handler with a loop of its own may have let a newer change in, which has told its own signal. */
    if (change != self->account_changes) return;
    if (self->account != NULL) g_signal_emit(self, signals[SIGNAL_SIGNED_IN], 0, self->account);
    else g_signal_emit(self, signals[SIGNAL_SIGNED_OUT], 0);
}

typedef struct {
    NearConnectManager *manager;
    char *state;
} Change;

static gboolean deliver_change(gpointer data) {
    Change *change = data;
    take_state(change->manager, change->state);
    return G_SOURCE_REMOVE;
}

static void free_change(gpointer data) {
    Change *change = data;
    g_object_unref(change->manager);
    g_free(change->state);
    g_free(change);
}

/* The engine tells the state inside a job of its own: handlers run later, from GLib's dispatch. */
static void state_changed(void *data, const char *state) {
    NearConnectLink *link = data;
    g_autoptr(NearConnectManager) self = g_weak_ref_get(&link->manager);
    if (self == NULL) return;
    if (self->is_constructing) {
        take_state(self, state);
        return;
    }
    Change *change = g_new0(Change, 1);
    change->manager = g_object_ref(self);
    change->state = g_strdup(state);
    near_connect_private_later(deliver_change, change, free_change);
}

/* Life */

static void free_link(NearConnectLink *link) {
    g_weak_ref_clear(&link->manager);
    g_weak_ref_clear(&link->approval);
    g_free(link);
}

/* Ends the engine's manager; afterwards the engine has no way to one of ours. */
static gboolean free_number(gpointer data) {
    NearConnectLink *link = data;
    if (near_connect_private_may_call()) {
        near_connect_private_engine(NULL)->manager_free(link->number);
        /* The program may have it still. */
        g_autoptr(NearConnectApprovalRequest) request = g_weak_ref_get(&link->approval);
        if (request != NULL) near_connect_private_approval_request_end(request);
        free_link(link);
    }
    return G_SOURCE_REMOVE;
}

static void manager_constructed(GObject *object) {
    NearConnectManager *self = NEAR_CONNECT_MANAGER(object);
    G_OBJECT_CLASS(near_connect_manager_parent_class)->constructed(object);
    /* NULL, as bindings pass what was left out, is the preset, and so is a value of a wrong kind, which GObject doesn't
     * hand over: which chain it is has to be known. */
    if (self->network == NULL) self->network = g_strdup("mainnet");
    if (self->profile == NULL) self->profile = g_strdup("default");
    g_autoptr(GError) error = NULL;
    const NearConnectEngine *engine = near_connect_private_engine(&error);
    if (engine == NULL) {
        self->unavailable_reason = g_strdup(error->message);
        return;
    }
    g_autofree char *text = near_connect_private_configuration(self);
    char *problem = NULL;
    self->is_constructing = TRUE;
    self->link = g_new0(NearConnectLink, 1);
    g_weak_ref_init(&self->link->manager, self);
    g_weak_ref_init(&self->link->approval, NULL);
    self->number = engine->manager_new(text, state_changed, near_connect_private_take_event, self->link, &problem);
    self->link->number = self->number;
    self->is_constructing = FALSE;
    if (self->number == 0) {
        free_link(g_steal_pointer(&self->link));
        self->unavailable_reason = g_strdup(problem != NULL ? problem : "The configuration can't be used.");
        engine->text_free(problem);
    }
}

static void manager_dispose(GObject *object) {
    NearConnectManager *self = NEAR_CONNECT_MANAGER(object);
    if (self->link != NULL) {
        if (near_connect_private_may_call()) free_number(self->link);
        /* Languages with a garbage collector drop the last reference on any thread. */
        else g_idle_add_full(G_PRIORITY_DEFAULT, free_number, self->link, NULL);
    }
    self->link = NULL;
    self->number = 0;
    g_clear_object(&self->account);
    G_OBJECT_CLASS(near_connect_manager_parent_class)->dispose(object);
}

static void manager_finalize(GObject *object) {
    NearConnectManager *self = NEAR_CONNECT_MANAGER(object);
    char *texts[] = {
        self->network,     self->rpc_url,       self->profile,      self->app_name,           self->origin,
        self->policy_file, self->return_scheme, self->waiting_text, self->unavailable_reason, self->last_error,
        self->credentials, self->session_reason, self->sandbox_problem, self->project_id,     self->relay,
        self->accent,
    };
    for (gsize index = 0; index < G_N_ELEMENTS(texts); index++) g_free(texts[index]);
    g_strfreev(self->rpc_urls);
    G_OBJECT_CLASS(near_connect_manager_parent_class)->finalize(object);
}

static void near_connect_manager_init(NearConnectManager *self) {
    (void)self;
}

static char **text_place(NearConnectManager *self, guint id) {
    switch (id) {
        case PROP_NETWORK: return &self->network;
        case PROP_RPC_URL: return &self->rpc_url;
        case PROP_PROFILE: return &self->profile;
        case PROP_APP_NAME: return &self->app_name;
        case PROP_ORIGIN: return &self->origin;
        case PROP_POLICY_FILE: return &self->policy_file;
        case PROP_CREDENTIALS: return &self->credentials;
        case PROP_RETURN_SCHEME: return &self->return_scheme;
        case PROP_PROJECT_ID: return &self->project_id;
        case PROP_RELAY: return &self->relay;
        case PROP_ACCENT: return &self->accent;
        case PROP_SESSION_REASON: return &self->session_reason;
        case PROP_WAITING_TEXT: return &self->waiting_text;
        case PROP_UNAVAILABLE_REASON: return &self->unavailable_reason;
        case PROP_LAST_ERROR: return &self->last_error;
        case PROP_SANDBOX_PROBLEM: return &self->sandbox_problem;
        default: return NULL;
    }
}

static void manager_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    NearConnectManager *self = NEAR_CONNECT_MANAGER(object);
    char **place = text_place(self, id);
    if (id == PROP_RPC_URLS) self->rpc_urls = g_value_dup_boxed(value);
    else if (id == PROP_EPHEMERAL) self->ephemeral = g_value_get_boolean(value);
    else if (id == PROP_SANDBOX_USE) self->sandbox_use = (NearConnectSandboxUse)g_value_get_enum(value);
    else if (place != NULL) *place = g_value_dup_string(value);
    else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

static void manager_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectManager *self = NEAR_CONNECT_MANAGER(object);
    char **place = text_place(self, id);
    if (place != NULL) {
        g_value_set_string(value, *place);
        return;
    }
    switch (id) {
        case PROP_RPC_URLS: g_value_set_boxed(value, self->rpc_urls); break;
        case PROP_EPHEMERAL: g_value_set_boolean(value, self->ephemeral); break;
        case PROP_SANDBOX_USE: g_value_set_enum(value, (int)self->sandbox_use); break;
        case PROP_ACCOUNT: g_value_set_object(value, self->account); break;
        case PROP_SESSION: g_value_set_enum(value, (int)self->session); break;
        case PROP_SANDBOX: g_value_set_enum(value, (int)self->sandbox); break;
        case PROP_SIGNED_IN: g_value_set_boolean(value, self->account != NULL); break;
        case PROP_READY: g_value_set_boolean(value, self->ready); break;
        case PROP_BUSY: g_value_set_boolean(value, self->busy); break;
        case PROP_WALLET_VISIBLE: g_value_set_boolean(value, self->wallet_visible); break;
        case PROP_UNRESPONSIVE: g_value_set_boolean(value, self->unresponsive); break;
        case PROP_OFFERS_CACHE_RESET: g_value_set_boolean(value, self->offers_cache_reset); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void install_text(GObjectClass *klass, guint id, const char *name, const char *preset, GParamFlags flags) {
    properties[id] = g_param_spec_string(name, name, name, preset, flags | G_PARAM_STATIC_STRINGS);
    g_object_class_install_property(klass, id, properties[id]);
}

static void install_flag(GObjectClass *klass, guint id, const char *name, GParamFlags flags) {
    properties[id] = g_param_spec_boolean(name, name, name, FALSE, flags | G_PARAM_STATIC_STRINGS);
    g_object_class_install_property(klass, id, properties[id]);
}

static void install_enum(
    GObjectClass *klass, guint id, const char *name, GType type, int preset, GParamFlags flags) {
    properties[id] = g_param_spec_enum(name, name, name, type, preset, flags | G_PARAM_STATIC_STRINGS);
    g_object_class_install_property(klass, id, properties[id]);
}

static void near_connect_manager_class_init(NearConnectManagerClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    const GParamFlags settled = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY;
    const GParamFlags told = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY;
    object_class->constructed = manager_constructed;
    object_class->dispose = manager_dispose;
    object_class->finalize = manager_finalize;
    object_class->set_property = manager_set_property;
    object_class->get_property = manager_get_property;
    install_text(object_class, PROP_NETWORK, "network", "mainnet", settled);
    install_text(object_class, PROP_RPC_URL, "rpc-url", NULL, settled);
    properties[PROP_RPC_URLS] = g_param_spec_boxed(
        "rpc-urls", "rpc-urls", "rpc-urls", G_TYPE_STRV, settled | G_PARAM_STATIC_STRINGS);
    g_object_class_install_property(object_class, PROP_RPC_URLS, properties[PROP_RPC_URLS]);
    install_text(object_class, PROP_PROFILE, "profile", "default", settled);
    install_flag(object_class, PROP_EPHEMERAL, "ephemeral", settled);
    install_text(object_class, PROP_APP_NAME, "app-name", NULL, settled);
    install_text(object_class, PROP_ORIGIN, "origin", NULL, settled);
    install_text(object_class, PROP_POLICY_FILE, "policy-file", NULL, settled);
    install_text(object_class, PROP_CREDENTIALS, "credentials", NULL, settled);
    install_text(object_class, PROP_RETURN_SCHEME, "return-scheme", NULL, settled);
    install_text(object_class, PROP_PROJECT_ID, "project-id", NULL, settled);
    install_text(object_class, PROP_RELAY, "relay", NULL, settled);
    install_text(object_class, PROP_ACCENT, "accent", NULL, settled);
    install_enum(
        object_class, PROP_SANDBOX_USE, "sandbox-use", NEAR_CONNECT_TYPE_SANDBOX_USE,
        NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE, settled);
    properties[PROP_ACCOUNT] = g_param_spec_object(
        "account", "account", "account", NEAR_CONNECT_TYPE_ACCOUNT, told | G_PARAM_STATIC_STRINGS);
    g_object_class_install_property(object_class, PROP_ACCOUNT, properties[PROP_ACCOUNT]);
    install_enum(
        object_class, PROP_SESSION, "session", NEAR_CONNECT_TYPE_SESSION, NEAR_CONNECT_SESSION_SIGNED_OUT, told);
    install_text(object_class, PROP_SESSION_REASON, "session-reason", NULL, told);
    install_flag(object_class, PROP_SIGNED_IN, "signed-in", told);
    install_flag(object_class, PROP_READY, "ready", told);
    install_flag(object_class, PROP_BUSY, "busy", told);
    install_flag(object_class, PROP_WALLET_VISIBLE, "wallet-visible", told);
    install_text(object_class, PROP_WAITING_TEXT, "waiting-text", NULL, told);
    install_text(object_class, PROP_UNAVAILABLE_REASON, "unavailable-reason", NULL, told);
    install_text(object_class, PROP_LAST_ERROR, "last-error", NULL, told);
    install_enum(object_class, PROP_SANDBOX, "sandbox", NEAR_CONNECT_TYPE_SANDBOX, NEAR_CONNECT_SANDBOX_OFF, told);
    install_text(object_class, PROP_SANDBOX_PROBLEM, "sandbox-problem", NULL, told);
    install_flag(object_class, PROP_UNRESPONSIVE, "unresponsive", told);
    install_flag(object_class, PROP_OFFERS_CACHE_RESET, "offers-cache-reset", told);
    /**
     * NearConnectManager::account-signed-in:
     * @self: the manager
     * @account: the account
     *
     * An account was signed in. Handlers run in the main loop, after the notification of #NearConnectManager:account.
     */
    signals[SIGNAL_SIGNED_IN] = g_signal_new(
        "account-signed-in", NEAR_CONNECT_TYPE_MANAGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
        NEAR_CONNECT_TYPE_ACCOUNT);
    /**
     * NearConnectManager::account-signed-out:
     * @self: the manager
     *
     * The account was signed out.
     */
    signals[SIGNAL_SIGNED_OUT] = g_signal_new(
        "account-signed-out", NEAR_CONNECT_TYPE_MANAGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    near_connect_private_install_events(NEAR_CONNECT_TYPE_MANAGER);
}

guint64 near_connect_private_manager_number(NearConnectManager *self) {
    return self->number;
}
