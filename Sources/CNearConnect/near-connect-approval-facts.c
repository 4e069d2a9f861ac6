/* SPDX-License-Identifier: MIT */
/* The facts of a NearConnectApprovalRequest, which don't change, and a node's word on it, which comes later. */
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
 * Returns: (transfer none) (not nullable): the chain's id
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
 * Returns: (transfer none) (nullable): the account that signs
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
 * Returns: (transfer none) (array zero-terminated=1) (not nullable): the accounts to choose from in a sign-in
 */
const char *const *near_connect_approval_request_get_candidates(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return (const char *const *)self->candidates;
}

/**
 * NearConnectApprovalRequest:message: (getter get_message)
 *
 * The message to sign, as it is: to compare with, and not to be shown.
 *
 * It may have control characters, and such as change the direction of what follows; it ends at a NUL.
 * #NearConnectApprovalRequest:text has it as users may read it, and #NearConnectApprovalRequest:json all of it.
 */
/**
 * near_connect_approval_request_get_message: (get-property message)
 * @self: a request
 *
 * Returns: (transfer none) (nullable): the message to sign, as it is; show #NearConnectApprovalRequest:text
 */
const char *near_connect_approval_request_get_message(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "message");
}

/**
 * NearConnectApprovalRequest:recipient: (getter get_recipient)
 *
 * The one whom the message is for, as the asker wrote it: to compare with, and not to be shown.
 *
 * It may have what #NearConnectApprovalRequest:message may.
 */
/**
 * near_connect_approval_request_get_recipient: (get-property recipient)
 * @self: a request
 *
 * Returns: (transfer none) (nullable): the one whom the message is for, as it is; show #NearConnectApprovalRequest:text
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
 * Returns: (transfer none) (nullable): the NEAR that all actions give away, in yoctoNEAR
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
 * Returns: (transfer none) (not nullable): the question in the user's language
 */
const char *near_connect_approval_request_get_heading(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "heading");
}

/**
 * NearConnectApprovalRequest:text: (getter get_text)
 *
 * All that is known at once and that a user has to read before an answer, in lines: who asks, what is signed, and each
 * warning about that. Of texts that are long it has the beginning.
 *
 * A node's word comes later: #NearConnectApprovalRequest:outlook.
 */
/**
 * near_connect_approval_request_get_text: (get-property text)
 * @self: a request
 *
 * Returns: (transfer none) (not nullable): all that is known at once and that a user has to read before an answer
 */
const char *near_connect_approval_request_get_text(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return near_connect_private_member(self->object, "text");
}

/**
 * NearConnectApprovalRequest:outlook: (getter get_outlook)
 *
 * A node's word on what it would do, in lines for the user: tokens, the balance afterwards, and each of the
 * #NearConnectApprovalRequest:warnings.
 *
 * %NULL while a node is asked, which takes seconds at most; then it is told, once. It is empty where there is nothing
 * to say, and from the beginning where no node is asked, as about sign-ins and messages.
 */
/**
 * near_connect_approval_request_get_outlook: (get-property outlook)
 * @self: a request
 *
 * Returns: (transfer none) (nullable): a node's word on what it would do; %NULL while it is asked
 */
const char *near_connect_approval_request_get_outlook(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return self->outlook;
}

/**
 * NearConnectApprovalRequest:warnings: (getter get_warnings)
 *
 * The sentences of #NearConnectApprovalRequest:outlook about what stands against it: that it would fail, that a
 * receiver isn't there or looks like another one, that it is more than half of what the account has.
 *
 * None while a node is asked.
 */
/**
 * near_connect_approval_request_get_warnings: (get-property warnings)
 * @self: a request
 *
 * Returns: (transfer none) (array zero-terminated=1) (not nullable): a node's warnings, a sentence each
 */
const char *const *near_connect_approval_request_get_warnings(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return (const char *const *)self->warnings;
}

/**
 * NearConnectApprovalRequest:json: (getter get_json)
 *
 * The whole as JSON, by the letter, with its "transactions" as wallets take them.
 *
 * A sign-in that adds a function-call key has a "signInPermission": "contractId", "methodNames", which is empty for all
 * of them, and "allowance" in yoctoNEAR, which is null for no end.
 */
/**
 * near_connect_approval_request_get_json: (get-property json)
 * @self: a request
 *
 * Returns: (transfer none) (not nullable): the whole as JSON
 */
const char *near_connect_approval_request_get_json(NearConnectApprovalRequest *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_APPROVAL_REQUEST(self), NULL);
    return self->json;
}
