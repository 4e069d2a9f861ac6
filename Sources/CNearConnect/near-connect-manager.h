/* SPDX-License-Identifier: MIT */
#pragma once

#include <gio/gio.h>
#include "near-connect-delegate.h"
#include "near-connect-transaction.h"
#include "near-connect-values.h"
#include "near-connect-wallet-update.h"

G_BEGIN_DECLS

/**
 * NearConnectSession:
 * @NEAR_CONNECT_SESSION_SIGNED_OUT: nobody is signed in
 * @NEAR_CONNECT_SESSION_STORED: the account was read from disk and not compared yet
 * @NEAR_CONNECT_SESSION_RESTORED: the wallet has the account
 * @NEAR_CONNECT_SESSION_VERIFIED: the wallet has the account, and the chain has its key
 * @NEAR_CONNECT_SESSION_STALE: the account can't be compared, or the wallet doesn't have it any more
 * @NEAR_CONNECT_SESSION_REVOKED: the chain doesn't have the account's key any more
 *
 * The state of the session of a manager's account.
 */
typedef enum {
    NEAR_CONNECT_SESSION_SIGNED_OUT,
    NEAR_CONNECT_SESSION_STORED,
    NEAR_CONNECT_SESSION_RESTORED,
    NEAR_CONNECT_SESSION_VERIFIED,
    NEAR_CONNECT_SESSION_STALE,
    NEAR_CONNECT_SESSION_REVOKED,
} NearConnectSession;

#define NEAR_CONNECT_TYPE_SESSION (near_connect_session_get_type())
GType near_connect_session_get_type(void);

/**
 * NearConnectSandbox:
 * @NEAR_CONNECT_SANDBOX_OFF: there is none: no page was shown yet, or the program runs without
 * @NEAR_CONNECT_SANDBOX_ON: web pages run in WebKit's sandbox
 * @NEAR_CONNECT_SANDBOX_FLATPAK: the same, by Flatpak's own means
 * @NEAR_CONNECT_SANDBOX_UNAVAILABLE: it doesn't work here; #NearConnectManager:sandbox-problem says why
 *
 * The state of WebKit's sandbox (bubblewrap) around the processes that run web pages.
 */
typedef enum {
    NEAR_CONNECT_SANDBOX_OFF,
    NEAR_CONNECT_SANDBOX_ON,
    NEAR_CONNECT_SANDBOX_FLATPAK,
    NEAR_CONNECT_SANDBOX_UNAVAILABLE,
} NearConnectSandbox;

#define NEAR_CONNECT_TYPE_SANDBOX (near_connect_sandbox_get_type())
GType near_connect_sandbox_get_type(void);

/**
 * NearConnectSandboxUse:
 * @NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE: the sandbox where it can run; where it can't, the manager says why
 * @NEAR_CONNECT_SANDBOX_USE_REQUIRED: always: where it can't run, there is no bridge
 * @NEAR_CONNECT_SANDBOX_USE_NEVER: no sandbox, for pages that are the program's own, as in tests
 *
 * The use of WebKit's sandbox (bubblewrap) that a program wants.
 */
typedef enum {
    NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE,
    NEAR_CONNECT_SANDBOX_USE_REQUIRED,
    NEAR_CONNECT_SANDBOX_USE_NEVER,
} NearConnectSandboxUse;

#define NEAR_CONNECT_TYPE_SANDBOX_USE (near_connect_sandbox_use_get_type())
GType near_connect_sandbox_use_get_type(void);

#define NEAR_CONNECT_TYPE_MANAGER (near_connect_manager_get_type())
G_DECLARE_FINAL_TYPE(NearConnectManager, near_connect_manager, NEAR_CONNECT, MANAGER, GObject)

NearConnectManager *near_connect_manager_new(const char *network, const char *profile, const char *app_name);

NearConnectAccount *near_connect_manager_get_account(NearConnectManager *self);
NearConnectSession near_connect_manager_get_session(NearConnectManager *self);
const char *near_connect_manager_get_session_reason(NearConnectManager *self);
gboolean near_connect_manager_get_signed_in(NearConnectManager *self);
gboolean near_connect_manager_get_ready(NearConnectManager *self);
gboolean near_connect_manager_get_busy(NearConnectManager *self);
gboolean near_connect_manager_get_wallet_visible(NearConnectManager *self);
const char *near_connect_manager_get_waiting_text(NearConnectManager *self);
const char *near_connect_manager_get_unavailable_reason(NearConnectManager *self);
const char *near_connect_manager_get_last_error(NearConnectManager *self);
const char *near_connect_manager_get_network(NearConnectManager *self);
NearConnectSandbox near_connect_manager_get_sandbox(NearConnectManager *self);
const char *near_connect_manager_get_sandbox_problem(NearConnectManager *self);
gboolean near_connect_manager_get_unresponsive(NearConnectManager *self);
gboolean near_connect_manager_get_offers_cache_reset(NearConnectManager *self);

void near_connect_manager_close(NearConnectManager *self);
void near_connect_manager_reload(NearConnectManager *self);
gboolean near_connect_manager_cancel(NearConnectManager *self);
gboolean near_connect_manager_present_wallet(NearConnectManager *self);
gboolean near_connect_manager_handle_return_link(NearConnectManager *self, const char *uri, GError **error);
gboolean near_connect_manager_recognizes_return_link(NearConnectManager *self, const char *uri);
void near_connect_manager_close_popups(NearConnectManager *self);
gboolean near_connect_manager_stop_unresponsive_page(NearConnectManager *self);
gboolean near_connect_manager_wait_for_unresponsive_page(NearConnectManager *self);

/* Every *_async has the same last three parameters; the operation ends once. */
#define NEAR_CONNECT_TAIL GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data

void near_connect_manager_wait_ready_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_wait_ready_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_list_wallets_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_list_wallets_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_in_async(NearConnectManager *self, const char *wallet_id, NEAR_CONNECT_TAIL);
NearConnectAccount *near_connect_manager_sign_in_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_in_and_sign_message_async(
    NearConnectManager *self, const char *wallet_id, const char *message, const char *recipient, GBytes *nonce,
    NEAR_CONNECT_TAIL);
NearConnectAccount *near_connect_manager_sign_in_and_sign_message_finish(
    NearConnectManager *self, GAsyncResult *result, NearConnectSignedMessage **signed_message, GError **error);

void near_connect_manager_sign_out_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_sign_out_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_check_session_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_check_session_finish(
    NearConnectManager *self, GAsyncResult *result, NearConnectSession *session, GError **error);

void near_connect_manager_sign_message_async(
    NearConnectManager *self, const char *message, const char *recipient, GBytes *nonce, NEAR_CONNECT_TAIL);
NearConnectSignedMessage *near_connect_manager_sign_message_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_send_near_async(
    NearConnectManager *self, const char *receiver_id, const char *amount, NEAR_CONNECT_TAIL);
NearConnectOutcome *near_connect_manager_send_near_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_call_function_async(
    NearConnectManager *self, const char *contract_id, const char *method_name, GBytes *args, guint64 gas,
    const char *deposit, NEAR_CONNECT_TAIL);
NearConnectOutcome *near_connect_manager_call_function_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_and_send_async(
    NearConnectManager *self, NearConnectTransaction *transaction, NEAR_CONNECT_TAIL);
NearConnectOutcome *near_connect_manager_sign_and_send_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_and_send_all_async(
    NearConnectManager *self, NearConnectTransaction **transactions, gsize n_transactions, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_sign_and_send_all_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_delegate_actions_async(
    NearConnectManager *self, NearConnectTransaction **transactions, gsize n_transactions, NEAR_CONNECT_TAIL);
char **near_connect_manager_sign_delegate_actions_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_history_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_history_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_reconcile_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_reconcile_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_view_account_async(NearConnectManager *self, const char *account_id, NEAR_CONNECT_TAIL);
char *near_connect_manager_view_account_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_view_function_async(
    NearConnectManager *self, const char *contract_id, const char *method_name, GBytes *args, NEAR_CONNECT_TAIL);
GBytes *near_connect_manager_view_function_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_rpc_async(
    NearConnectManager *self, const char *method, const char *params, NEAR_CONNECT_TAIL);
char *near_connect_manager_rpc_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_perform_async(
    NearConnectManager *self, const char *verb, const char *parameters, NEAR_CONNECT_TAIL);
char *near_connect_manager_perform_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_in_with_function_call_key_async(
    NearConnectManager *self, const char *wallet_id, const char *public_key, const char *contract_id,
    const char *const *method_names, const char *allowance, NEAR_CONNECT_TAIL);
NearConnectAccount *near_connect_manager_sign_in_with_function_call_key_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_sign_in_with_keystore_async(
    NearConnectManager *self, const char *contract_id, const char *const *method_names, const char *allowance,
    NEAR_CONNECT_TAIL);
NearConnectAccount *near_connect_manager_sign_in_with_keystore_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_relay_async(
    NearConnectManager *self, NearConnectSignedDelegateAction *action, const char *payer_id, NEAR_CONNECT_TAIL);
NearConnectOutcome *near_connect_manager_relay_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_add_function_call_key_async(
    NearConnectManager *self, const char *public_key, const char *contract_id, const char *const *method_names,
    const char *allowance, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_add_function_call_key_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_forget_wallet_async(NearConnectManager *self, const char *wallet_id, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_forget_wallet_finish(
    NearConnectManager *self, GAsyncResult *result, gboolean *phones_are_told, GError **error);

void near_connect_manager_reset_cache_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_reset_cache_finish(NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_identify_chain_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
char *near_connect_manager_identify_chain_finish(
    NearConnectManager *self, GAsyncResult *result, char **chain, GError **error);

void near_connect_manager_list_wallet_updates_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_list_wallet_updates_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_look_for_wallet_updates_async(NearConnectManager *self, NEAR_CONNECT_TAIL);
GPtrArray *near_connect_manager_look_for_wallet_updates_finish(
    NearConnectManager *self, GAsyncResult *result, char ***failures, GError **error);

void near_connect_manager_accept_wallet_update_async(
    NearConnectManager *self, NearConnectWalletUpdate *offered, gboolean allows_downgrade, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_accept_wallet_update_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

void near_connect_manager_decline_wallet_update_async(
    NearConnectManager *self, NearConnectWalletUpdate *offered, NEAR_CONNECT_TAIL);
gboolean near_connect_manager_decline_wallet_update_finish(
    NearConnectManager *self, GAsyncResult *result, GError **error);

#undef NEAR_CONNECT_TAIL

const char *near_connect_manager_get_error_details(NearConnectManager *self, GAsyncResult *result);

G_END_DECLS
