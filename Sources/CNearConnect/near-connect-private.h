/* SPDX-License-Identifier: MIT */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

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

/* Makes the error of an operation of what the engine says: {"code", "message", …}. */
GError *near_connect_private_error_new(const char *json);

/* Parses JSON of the engine; NULL where it is none, which is a fault of ours and logged as one. */
JsonNode *near_connect_private_parse(const char *json);

char *near_connect_private_text(JsonNode *node);
NearConnectAccount *near_connect_private_account_new(JsonObject *object);
NearConnectWallet *near_connect_private_wallet_new(JsonObject *object);
NearConnectSignedMessage *near_connect_private_signed_message_new(JsonObject *object);
NearConnectOutcome *near_connect_private_outcome_new(JsonObject *object);
NearConnectJournalEntry *near_connect_private_journal_entry_new(JsonObject *object);

/* Sets a member to bytes in Base64; NULL sets nothing. */
void near_connect_private_set_bytes(JsonObject *object, const char *name, GBytes *bytes);

/* A text of an object; NULL where there is none. */
const char *near_connect_private_member(JsonObject *object, const char *name);

/* A transaction as the engine takes it; the node is the caller's. */
/* The actions of a transaction, a list in JSON. */
char *near_connect_private_transaction_actions(NearConnectTransaction *transaction);

/* A manager: its configuration, and its state as the engine told it last. */
/* The engine's way to a manager, which may end on another thread than the engine's. */
typedef struct {
    guint64 number;
    GWeakRef manager;
} NearConnectLink;

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
    /* The program's widgets of this manager. */
    guint n_widgets;
};

/* A manager's configuration as the engine takes it. */
char *near_connect_private_configuration(NearConnectManager *self);

/* Reads a session's state, and that of the sandbox in a manager's. */
NearConnectSession near_connect_private_session(JsonObject *object);
NearConnectSandbox near_connect_private_sandbox(JsonObject *state);

/* A text for users in their language; the other one, which is English, where the engine isn't open: a label alone
 * doesn't open it. */
char *near_connect_private_label(const char *name, const char *english);

/* The number of the manager in the engine; 0 where it has none. */
guint64 near_connect_private_manager_number(NearConnectManager *manager);

#pragma GCC visibility pop

G_END_DECLS
