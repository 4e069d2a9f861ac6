/* SPDX-License-Identifier: MIT */
/* The facts of a NearConnectApprovalRequest, which don't change. */
#include "near-connect-approval.h"
#include "near-connect-private.h"

/**
 * NearConnectApprovalRequest:open: (getter get_open)
 *
 * %TRUE while it waits for an answer. That ends, and is told, with an answer, and with the end of its operation.
 */
/**
 * near_connect_approval_request_get_open: (get-property open)
 * @self: a request
 *
 * Returns: %TRUE while it waits for an answer
 */
gboolean near_connect_approval_request_get_open(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), FALSE);
    return self->is_open;
}

/**
 * NearConnectApprovalRequest:kind: (getter get_kind)
 *
 * The kind of what is asked.
 */
/**
 * near_connect_approval_request_get_kind: (get-property kind)
 * @self: a request
 *
 * Returns: the kind of what is asked
 */
NearConnectApprovalKind near_connect_approval_request_get_kind(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NEAR_CONNECT_APPROVAL_KIND_OTHER);
    return self->kind;
}

/**
 * NearConnectApprovalRequest:network: (getter get_network)
 *
 * The chain's id.
 */
/**
 * near_connect_approval_request_get_network: (get-property network)
 * @self: a request
 *
 * Returns: the chain's id
 */
const char *near_connect_approval_request_get_network(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "network");
}

/**
 * NearConnectApprovalRequest:mainnet: (getter get_mainnet)
 *
 * %TRUE if it is about real money, by what the nodes say or by the network's name.
 */
/**
 * near_connect_approval_request_get_mainnet: (get-property mainnet)
 * @self: a request
 *
 * Returns: %TRUE if it is about real money
 */
gboolean near_connect_approval_request_get_mainnet(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "mainnet", FALSE);
}

/**
 * NearConnectApprovalRequest:dangerous: (getter get_dangerous)
 *
 * %TRUE if it can take the account away from its owner, or its NEAR as gas.
 */
/**
 * near_connect_approval_request_get_dangerous: (get-property dangerous)
 * @self: a request
 *
 * Returns: %TRUE if it can take the account away from its owner
 */
gboolean near_connect_approval_request_get_dangerous(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "dangerous", FALSE);
}

/**
 * NearConnectApprovalRequest:signer-id: (getter get_signer_id)
 *
 * The account that signs; %NULL where one of the #NearConnectApprovalRequest:candidates is to be chosen.
 */
/**
 * near_connect_approval_request_get_signer_id: (get-property signer-id)
 * @self: a request
 *
 * Returns: (nullable): the account that signs
 */
const char *near_connect_approval_request_get_signer_id(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "signerId");
}

/**
 * NearConnectApprovalRequest:candidates: (getter get_candidates)
 *
 * The accounts to choose from in a sign-in; none for anything else.
 */
/**
 * near_connect_approval_request_get_candidates: (get-property candidates)
 * @self: a request
 *
 * Returns: (transfer none) (array zero-terminated=1): the accounts to choose from in a sign-in
 */
const char *const *near_connect_approval_request_get_candidates(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return (const char *const *)self->candidates;
}

/**
 * NearConnectApprovalRequest:message: (getter get_message)
 *
 * The message to sign.
 */
/**
 * near_connect_approval_request_get_message: (get-property message)
 * @self: a request
 *
 * Returns: (nullable): the message to sign
 */
const char *near_connect_approval_request_get_message(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "message");
}

/**
 * NearConnectApprovalRequest:recipient: (getter get_recipient)
 *
 * The one whom the message is for.
 */
/**
 * near_connect_approval_request_get_recipient: (get-property recipient)
 * @self: a request
 *
 * Returns: (nullable): the one whom the message is for
 */
const char *near_connect_approval_request_get_recipient(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "recipient");
}

/**
 * NearConnectApprovalRequest:deposit: (getter get_deposit)
 *
 * The NEAR that all actions give away, in yoctoNEAR; %NULL for a sum that no account can hold.
 */
/**
 * near_connect_approval_request_get_deposit: (get-property deposit)
 * @self: a request
 *
 * Returns: (nullable): the NEAR that all actions give away, in yoctoNEAR
 */
const char *near_connect_approval_request_get_deposit(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "deposit");
}

/**
 * NearConnectApprovalRequest:gas: (getter get_gas)
 *
 * The gas that all calls attach, in its smallest unit; the largest number for a sum that doesn't fit.
 */
/**
 * near_connect_approval_request_get_gas: (get-property gas)
 * @self: a request
 *
 * Returns: the gas that all calls attach
 */
guint64 near_connect_approval_request_get_gas(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), 0);
    const char *digits = near_connect_private_member(self->object, "gas");
    return digits != NULL ? g_ascii_strtoull(digits, NULL, 10) : G_MAXUINT64;
}

/**
 * NearConnectApprovalRequest:heading: (getter get_heading)
 *
 * The question in the user's language, as the library's own dialog has it.
 */
/**
 * near_connect_approval_request_get_heading: (get-property heading)
 * @self: a request
 *
 * Returns: the question in the user's language
 */
const char *near_connect_approval_request_get_heading(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "heading");
}

/**
 * NearConnectApprovalRequest:text: (getter get_text)
 *
 * The facts of the request, in lines: who asks, what is signed, and what it could do to the account.
 *
 * The library's own dialog asks a node besides, and warns of a receiver that isn't there or looks like another one, of
 * more than half of the balance, and of a transaction that would fail. That isn't part of the text.
 */
/**
 * near_connect_approval_request_get_text: (get-property text)
 * @self: a request
 *
 * Returns: the facts of the request
 */
const char *near_connect_approval_request_get_text(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "text");
}

/**
 * NearConnectApprovalRequest:json: (getter get_json)
 *
 * The whole as JSON, with its "transactions" as wallets take them.
 */
/**
 * near_connect_approval_request_get_json: (get-property json)
 * @self: a request
 *
 * Returns: the whole as JSON
 */
const char *near_connect_approval_request_get_json(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return self->json;
}
