/* SPDX-License-Identifier: MIT */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "near-connect-approval.h"
#include "near-connect-engine.h"
#include "near-connect-manager.h"
#include "near-connect-values.h"

G_BEGIN_DECLS

#pragma GCC visibility push(hidden)

/* The engine's table, opened on first use; NULL with an error on another thread, in a forked child, or where there is
 * no engine of this version. */
const NearConnectEngine *near_connect_private_engine(GError **error);

/* TRUE where the engine may be called: on its thread, in the process that opened it. For finalizers, which have nobody
 * to tell. */
gboolean near_connect_private_may_call(void);

/* TRUE, with a warning in the log, where the library belongs to another thread or process. For setters, which have no
 * error. */
gboolean near_connect_private_is_elsewhere(void);

/* Called by a widget's dispose: TRUE where the last reference went on another thread than the library's, as garbage
 * collectors do it. The widget lives on then, and ends on the library's thread. */
gboolean near_connect_private_put_off(gpointer object);

/* Calls a function of ours from GLib's dispatch, in the order in which they came; on any thread. Answers and changes go
 * before events of windows: a dialog that is being drawn doesn't hold them up. */
void near_connect_private_later(GSourceFunc function, gpointer data, GDestroyNotify destroy);

/* Makes the error of an operation of what the engine says: {"code", "message", …}. */
GError *near_connect_private_error_new(const char *json);

/* The engine's word on an error that it has made, in JSON; NULL for another one. */
const char *near_connect_private_error_json(const GError *error);

/* Parses JSON of the engine; NULL where it is none, which is a fault of ours and logged as one. */
JsonNode *near_connect_private_parse(const char *json);

char *near_connect_private_text(JsonNode *node);
NearConnectAccount *near_connect_private_account_new(JsonObject *object);
NearConnectWallet *near_connect_private_wallet_new(JsonObject *object);
NearConnectSignedMessage *near_connect_private_signed_message_new(JsonObject *object);
NearConnectOutcome *near_connect_private_outcome_new(JsonObject *object);

/* The outcomes of a list; none of another node, and of NULL. */
GPtrArray *near_connect_private_outcomes(JsonNode *node);
NearConnectJournalEntry *near_connect_private_journal_entry_new(JsonObject *object);

NearConnectWalletUpdate *near_connect_private_wallet_update_new(JsonObject *object);

/* The members by which the engine knows an update; the caller's. */
JsonObject *near_connect_private_wallet_update_name(NearConnectWalletUpdate *self);

/* Sets a member to bytes in Base64; NULL sets nothing. */
void near_connect_private_set_bytes(JsonObject *object, const char *name, GBytes *bytes);

/* A text of an object; NULL where there is none. */
const char *near_connect_private_member(JsonObject *object, const char *name);

/* The number of a request in what the engine says of it; 0 where there is none. */
guint64 near_connect_private_id(JsonObject *object);

/* An object in JSON; the text is the caller's. */
char *near_connect_private_object_text(JsonObject *object);

/* The texts of a list in an object, the caller's; none where there is no list. */
GStrv near_connect_private_texts(JsonObject *object, const char *name);

/* The actions of a transaction, a list in JSON. */
char *near_connect_private_transaction_actions(NearConnectTransaction *transaction);

/* The engine's way to a manager, which may end on another thread than the engine's, and the request that the program
 * has of it. */
typedef struct {
    guint64 number;
    GWeakRef manager;
    GWeakRef approval;
} NearConnectLink;

/* Something that the keystore wallet asks about. */
struct _NearConnectApprovalRequest {
    GObject parent_instance;
    /* The manager's number in the engine, and the request's; the manager itself may go before. */
    guint64 manager;
    guint64 number;
    gboolean is_open;
    NearConnectApprovalKind kind;
    GStrv candidates;
    JsonObject *object;
    char *json;
    /* A node's word; no text until there is one. */
    char *outlook;
    GStrv warnings;
};

/* Makes a request of the engine's word, in JSON, and of the same as an object. */
NearConnectApprovalRequest *near_connect_private_approval_request_new(
    guint64 manager, const char *json, JsonObject *object);

/* Takes what a node says of an open request, and tells it: call it where handlers may run. */
void near_connect_private_approval_request_take_outlook(NearConnectApprovalRequest *self, JsonObject *outlook);

/* Leaves a request to the library's own dialog; nothing for one that was answered. */
void near_connect_private_approval_request_show(NearConnectApprovalRequest *self);

/* Notes that nobody waits for an answer any more. */
void near_connect_private_approval_request_end(NearConnectApprovalRequest *self);

/* A manager: its configuration, and its state as the engine told it last. */
struct _NearConnectManager {
    GObject parent_instance;
    char *network;
    char *rpc_url;
    char **rpc_urls;
    char *profile;
    char *app_name;
    char *origin;
    char *policy_file;
    char *credentials;
    char *return_scheme;
    char *project_id;
    char *relay;
    char *accent;
    NearConnectSandboxUse sandbox_use;
    gboolean ephemeral;
    /* The number in the engine; 0 where there is none. */
    guint64 number;
    gboolean is_constructing;
    /* The engine's way to this manager. */
    NearConnectLink *link;
    /* The number of accounts that were taken, for handlers that let others in. */
    guint64 account_changes;
    NearConnectAccount *account;
    NearConnectSession session;
    char *session_reason;
    gboolean ready;
    gboolean busy;
    gboolean wallet_visible;
    char *waiting_text;
    char *unavailable_reason;
    char *last_error;
    NearConnectSandbox sandbox;
    char *sandbox_problem;
    gboolean unresponsive;
    gboolean offers_cache_reset;
    /* The number of the last request for which nobody waits any more. */
    guint64 ended_approval;
    /* The program's widgets of this manager. */
    guint n_widgets;
};

/* A manager's configuration as the engine takes it. */
char *near_connect_private_configuration(NearConnectManager *self);

/* Adds the signals by which a manager wants something from its program. */
void near_connect_private_install_events(GType type);

/* Takes what a manager wants; returns 1 if the program has a handler for it. */
int near_connect_private_take_event(void *link, const char *name, const char *json);

/* Reads a session's state, that of the sandbox in a manager's, and the kind of a request. */
NearConnectSession near_connect_private_session(JsonObject *object);
NearConnectSandbox near_connect_private_sandbox(JsonObject *state);
NearConnectApprovalKind near_connect_private_approval_kind(JsonObject *request);

/* Has the engine do a command; FALSE with an error, where one is wanted, says why not. */
gboolean near_connect_private_command(
    NearConnectManager *self, const char *name, const char *argument, GError **error);

/* The engine's name of a use of the sandbox. */
const char *near_connect_private_sandbox_use_name(NearConnectSandboxUse use);

/* Has the engine convert a text; the result is the caller's, NULL with an error. */
char *near_connect_private_converted(const char *conversion, const char *text, GError **error);

/* A text for users in their language; the other one, which is English, where the engine isn't open: a label alone
 * doesn't open it. */
char *near_connect_private_label(const char *name, const char *english);

/* The number of the manager in the engine; 0 where it has none. */
guint64 near_connect_private_manager_number(NearConnectManager *manager);

#pragma GCC visibility pop

G_END_DECLS
