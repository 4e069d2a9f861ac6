/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * NEAR_CONNECT_ERROR:
 *
 * The domain of errors of wallets and of the chain. A cancelled operation ends with %G_IO_ERROR_CANCELLED instead.
 */
#define NEAR_CONNECT_ERROR (near_connect_error_quark())
GQuark near_connect_error_quark(void);

/**
 * NearConnectError:
 * @NEAR_CONNECT_ERROR_OPERATION_IN_PROGRESS: another wallet operation is open, so none was started
 * @NEAR_CONNECT_ERROR_NOT_SIGNED_IN: the operation needs an account
 * @NEAR_CONNECT_ERROR_INVALID_URL: a wallet's address can't be used
 * @NEAR_CONNECT_ERROR_INVALID_TRANSACTION: a transaction can't be written
 * @NEAR_CONNECT_ERROR_NO_TRANSACTION_HASH: the wallet gave no hash of what it sent
 * @NEAR_CONNECT_ERROR_WALLET_ERROR: the wallet, or the connector around it, failed
 * @NEAR_CONNECT_ERROR_WEB_VIEW_NOT_READY: the bridge page did not get ready in time
 * @NEAR_CONNECT_ERROR_RPC_ERROR: a node refused or could not be reached
 * @NEAR_CONNECT_ERROR_USER_CANCELLED: the user closed the wallet or cancelled
 * @NEAR_CONNECT_ERROR_WALLET_REJECTED: the wallet refused, or its user did
 * @NEAR_CONNECT_ERROR_TIMED_OUT: no answer came in time; a transaction may still be sent
 * @NEAR_CONNECT_ERROR_TASK_CANCELLED: the program cancelled (told as %G_IO_ERROR_CANCELLED)
 * @NEAR_CONNECT_ERROR_BRIDGE_CRASHED: the web process ended while the request was open
 * @NEAR_CONNECT_ERROR_BRIDGE_RELOADED: the bridge page was loaded again while the request was open
 * @NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE: there is no bridge; the message says what to do
 * @NEAR_CONNECT_ERROR_MANAGER_RELEASED: the manager was closed
 * @NEAR_CONNECT_ERROR_UNKNOWN_WALLET: no wallet has this id
 * @NEAR_CONNECT_ERROR_SIGNATURE_INVALID: what was signed isn't what was asked for
 * @NEAR_CONNECT_ERROR_TRANSACTION_FAILED: the chain executed the transaction and it failed
 * @NEAR_CONNECT_ERROR_TRANSACTION_UNKNOWN: it isn't known whether it was executed; never send it again blindly
 * @NEAR_CONNECT_ERROR_INVALID_ARGUMENT: an argument can't be used; nothing was started
 * @NEAR_CONNECT_ERROR_STORAGE: the stored account can't be written or read
 * @NEAR_CONNECT_ERROR_JOURNAL: the journal can't be written or read; nothing was sent
 * @NEAR_CONNECT_ERROR_WRONG_CHAIN: the nodes serve another chain than the network's name says
 * @NEAR_CONNECT_ERROR_PARTIALLY_SENT: the first of several transactions were executed; never send them all again
 * @NEAR_CONNECT_ERROR_WRONG_THREAD: the call came on another thread than the one that runs GTK
 * @NEAR_CONNECT_ERROR_FORKED: the process is a copy of the one that opened the library; start it anew
 * @NEAR_CONNECT_ERROR_ENGINE: the engine is missing or of another version; the message names its file
 * @NEAR_CONNECT_ERROR_FAILED: something else; the message says what
 *
 * The ends that an operation can have instead of a result. Codes are only ever added.
 */
typedef enum {
    NEAR_CONNECT_ERROR_OPERATION_IN_PROGRESS,
    NEAR_CONNECT_ERROR_NOT_SIGNED_IN,
    NEAR_CONNECT_ERROR_INVALID_URL,
    NEAR_CONNECT_ERROR_INVALID_TRANSACTION,
    NEAR_CONNECT_ERROR_NO_TRANSACTION_HASH,
    NEAR_CONNECT_ERROR_WALLET_ERROR,
    NEAR_CONNECT_ERROR_WEB_VIEW_NOT_READY,
    NEAR_CONNECT_ERROR_RPC_ERROR,
    NEAR_CONNECT_ERROR_USER_CANCELLED,
    NEAR_CONNECT_ERROR_WALLET_REJECTED,
    NEAR_CONNECT_ERROR_TIMED_OUT,
    NEAR_CONNECT_ERROR_TASK_CANCELLED,
    NEAR_CONNECT_ERROR_BRIDGE_CRASHED,
    NEAR_CONNECT_ERROR_BRIDGE_RELOADED,
    NEAR_CONNECT_ERROR_BRIDGE_UNAVAILABLE,
    NEAR_CONNECT_ERROR_MANAGER_RELEASED,
    NEAR_CONNECT_ERROR_UNKNOWN_WALLET,
    NEAR_CONNECT_ERROR_SIGNATURE_INVALID,
    NEAR_CONNECT_ERROR_TRANSACTION_FAILED,
    NEAR_CONNECT_ERROR_TRANSACTION_UNKNOWN,
    NEAR_CONNECT_ERROR_INVALID_ARGUMENT,
    NEAR_CONNECT_ERROR_STORAGE,
    NEAR_CONNECT_ERROR_JOURNAL,
    NEAR_CONNECT_ERROR_WRONG_CHAIN,
    NEAR_CONNECT_ERROR_PARTIALLY_SENT,
    NEAR_CONNECT_ERROR_WRONG_THREAD,
    NEAR_CONNECT_ERROR_FORKED,
    NEAR_CONNECT_ERROR_ENGINE,
    NEAR_CONNECT_ERROR_FAILED,
} NearConnectError;

#define NEAR_CONNECT_TYPE_ERROR (near_connect_error_get_type())
GType near_connect_error_get_type(void);

#define NEAR_CONNECT_TYPE_ERROR_DETAILS (near_connect_error_details_get_type())
G_DECLARE_FINAL_TYPE(NearConnectErrorDetails, near_connect_error_details, NEAR_CONNECT, ERROR_DETAILS, GObject)
const char *near_connect_error_details_get_hash(NearConnectErrorDetails *self);
GPtrArray *near_connect_error_details_get_outcomes(NearConnectErrorDetails *self);
const char *near_connect_error_details_get_json(NearConnectErrorDetails *self);

NearConnectErrorDetails *near_connect_error_get_details(const GError *error);

G_END_DECLS
