/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * NearConnectApprovalKind:
 * @NEAR_CONNECT_APPROVAL_KIND_OTHER: something that this version of the library has no name for
 * @NEAR_CONNECT_APPROVAL_KIND_SIGN_IN: tell the program an account
 * @NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_AND_SIGN_MESSAGE: tell it an account, and sign a message with it
 * @NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY: tell it an account, and add a function-call key to that
 * @NEAR_CONNECT_APPROVAL_KIND_MESSAGE: sign a message (NEP-413)
 * @NEAR_CONNECT_APPROVAL_KIND_TRANSACTIONS: sign transactions, and send them
 * @NEAR_CONNECT_APPROVAL_KIND_DELEGATE_ACTIONS: sign delegate actions (NEP-366), which a relayer sends
 *
 * The kinds of what the keystore wallet asks about.
 */
typedef enum {
    NEAR_CONNECT_APPROVAL_KIND_OTHER,
    NEAR_CONNECT_APPROVAL_KIND_SIGN_IN,
    NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_AND_SIGN_MESSAGE,
    NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY,
    NEAR_CONNECT_APPROVAL_KIND_MESSAGE,
    NEAR_CONNECT_APPROVAL_KIND_TRANSACTIONS,
    NEAR_CONNECT_APPROVAL_KIND_DELEGATE_ACTIONS,
} NearConnectApprovalKind;

#define NEAR_CONNECT_TYPE_APPROVAL_KIND (near_connect_approval_kind_get_type())
GType near_connect_approval_kind_get_type(void);

#define NEAR_CONNECT_TYPE_APPROVAL_REQUEST (near_connect_approval_request_get_type())
G_DECLARE_FINAL_TYPE(NearConnectApprovalRequest, near_connect_approval_request, NEAR_CONNECT, APPROVAL_REQUEST, GObject)

gboolean near_connect_approval_request_allow(NearConnectApprovalRequest *self, const char *account_id);
gboolean near_connect_approval_request_deny(NearConnectApprovalRequest *self);

gboolean near_connect_approval_request_get_open(NearConnectApprovalRequest *self);
NearConnectApprovalKind near_connect_approval_request_get_kind(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_network(NearConnectApprovalRequest *self);
gboolean near_connect_approval_request_get_mainnet(NearConnectApprovalRequest *self);
gboolean near_connect_approval_request_get_dangerous(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_signer_id(NearConnectApprovalRequest *self);
const char *const *near_connect_approval_request_get_candidates(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_message(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_recipient(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_deposit(NearConnectApprovalRequest *self);
guint64 near_connect_approval_request_get_gas(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_heading(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_text(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_outlook(NearConnectApprovalRequest *self);
const char *const *near_connect_approval_request_get_warnings(NearConnectApprovalRequest *self);
const char *near_connect_approval_request_get_json(NearConnectApprovalRequest *self);

G_END_DECLS
