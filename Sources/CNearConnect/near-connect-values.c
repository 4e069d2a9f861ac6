/* SPDX-License-Identifier: MIT */
#include "near-connect-values.h"

#include "near-connect-private.h"

char *near_connect_private_text(JsonNode *node) {
    return json_to_string(node, FALSE);
}

char *near_connect_private_object_text(JsonObject *object) {
    JsonNode *node = json_node_new(JSON_NODE_OBJECT);
    json_node_set_object(node, object);
    char *text = json_to_string(node, FALSE);
    json_node_unref(node);
    return text;
}

static GParamSpec *text_property(const char *name, const char *blurb) {
    return g_param_spec_string(name, name, blurb, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

/* These values keep the engine's object, and read it. */

#define DOCUMENT_TYPE(Type, prefix, MACRO, first, first_member, second, second_member, third, third_member)            \
    struct _##Type {                                                                                                   \
        GObject parent_instance;                                                                                       \
        JsonObject *object;                                                                                            \
        char *json;                                                                                                    \
    };                                                                                                                 \
    G_DEFINE_TYPE(Type, prefix, G_TYPE_OBJECT)                                                                         \
    static void prefix##_init(Type *self) {                                                                            \
        self->object = json_object_new();                                                                              \
    }                                                                                                                  \
    static void prefix##_finalize(GObject *object) {                                                                   \
        Type *self = MACRO(object);                                                                                    \
        g_clear_pointer(&self->object, json_object_unref);                                                             \
        g_free(self->json);                                                                                            \
        G_OBJECT_CLASS(prefix##_parent_class)->finalize(object);                                                       \
    }                                                                                                                  \
    static void prefix##_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {                    \
        Type *self = MACRO(object);                                                                                    \
        switch (id) {                                                                                                  \
            case 1: g_value_set_string(value, near_connect_private_member(self->object, first_member)); break;         \
            case 2: g_value_set_string(value, near_connect_private_member(self->object, second_member)); break;        \
            case 3: g_value_set_string(value, near_connect_private_member(self->object, third_member)); break;         \
            case 4: g_value_set_string(value, self->json); break;                                                      \
            default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);                                              \
        }                                                                                                              \
    }                                                                                                                  \
    static void prefix##_class_init(Type##Class *klass) {                                                              \
        GObjectClass *object_class = G_OBJECT_CLASS(klass);                                                            \
        object_class->finalize = prefix##_finalize;                                                                    \
        object_class->get_property = prefix##_get_property;                                                            \
        g_object_class_install_property(object_class, 1, text_property(first, first));                                 \
        g_object_class_install_property(object_class, 2, text_property(second, second));                               \
        g_object_class_install_property(object_class, 3, text_property(third, third));                                 \
        g_object_class_install_property(object_class, 4, text_property("json", "The whole as JSON"));                  \
    }                                                                                                                  \
    static Type *prefix##_of(JsonObject *object) {                                                                     \
        Type *self = g_object_new(prefix##_get_type(), NULL);                                                          \
        json_object_unref(self->object);                                                                               \
        self->object = json_object_ref(object);                                                                        \
        self->json = near_connect_private_object_text(object);                                                         \
        return self;                                                                                                   \
    }

/**
 * NearConnectAccount:
 *
 * An account that is signed in. It doesn't change; a manager has another object for another account.
 */
/**
 * NearConnectAccount:id: (getter get_id)
 *
 * The account's id.
 */
/**
 * NearConnectAccount:public-key: (getter get_public_key)
 *
 * The key that the wallet signs with, as text; %NULL where it named none.
 */
/**
 * NearConnectAccount:wallet-id: (getter get_wallet_id)
 *
 * The wallet's id in its manifest.
 */
/**
 * NearConnectAccount:json: (getter get_json)
 *
 * The account as JSON.
 */
DOCUMENT_TYPE(
    NearConnectAccount, near_connect_account, NEAR_CONNECT_ACCOUNT, "id", "accountId", "public-key", "publicKey",
    "wallet-id", "walletId")

NearConnectAccount *near_connect_private_account_new(JsonObject *object) {
    return near_connect_account_of(object);
}

/**
 * near_connect_account_get_id: (get-property id)
 * @self: an account
 *
 * Returns: (transfer none) (not nullable): the account's id
 */
const char *near_connect_account_get_id(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return near_connect_private_member(self->object, "accountId");
}

/**
 * near_connect_account_get_public_key: (get-property public-key)
 * @self: an account
 *
 * Returns: (transfer none) (nullable): the key that the wallet signs with, as text
 */
const char *near_connect_account_get_public_key(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return near_connect_private_member(self->object, "publicKey");
}

/**
 * near_connect_account_get_wallet_id: (get-property wallet-id)
 * @self: an account
 *
 * Returns: (transfer none) (not nullable): the wallet's id in its manifest
 */
const char *near_connect_account_get_wallet_id(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return near_connect_private_member(self->object, "walletId");
}

/**
 * near_connect_account_get_json: (get-property json)
 * @self: an account
 *
 * Returns: (transfer none) (not nullable): the account as JSON
 */
const char *near_connect_account_get_json(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return self->json;
}

/**
 * NearConnectWallet:
 *
 * A wallet that is offered on the manager's network.
 */
/**
 * NearConnectWallet:id: (getter get_id)
 *
 * The wallet's id in its manifest.
 */
/**
 * NearConnectWallet:name: (getter get_name)
 *
 * The wallet's name for people.
 */
/**
 * NearConnectWallet:website: (getter get_website)
 *
 * The address of the wallet's website.
 */
/**
 * NearConnectWallet:json: (getter get_json)
 *
 * The whole entry as JSON.
 */
DOCUMENT_TYPE(
    NearConnectWallet, near_connect_wallet, NEAR_CONNECT_WALLET, "id", "id", "name", "name", "website", "website")

NearConnectWallet *near_connect_private_wallet_new(JsonObject *object) {
    return near_connect_wallet_of(object);
}

/**
 * near_connect_wallet_get_id: (get-property id)
 * @self: a wallet
 *
 * Returns: (transfer none) (not nullable): the wallet's id
 */
const char *near_connect_wallet_get_id(NearConnectWallet *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET(self), NULL);
    return near_connect_private_member(self->object, "id");
}

/**
 * near_connect_wallet_get_name: (get-property name)
 * @self: a wallet
 *
 * Returns: (transfer none) (not nullable): the wallet's name for people
 */
const char *near_connect_wallet_get_name(NearConnectWallet *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET(self), NULL);
    return near_connect_private_member(self->object, "name");
}

/**
 * near_connect_wallet_get_website: (get-property website)
 * @self: a wallet
 *
 * Returns: (transfer none) (nullable): the address of the wallet's website
 */
const char *near_connect_wallet_get_website(NearConnectWallet *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET(self), NULL);
    return near_connect_private_member(self->object, "website");
}

/**
 * near_connect_wallet_get_json: (get-property json)
 * @self: a wallet
 *
 * Returns: (transfer none) (not nullable): the whole entry as JSON
 */
const char *near_connect_wallet_get_json(NearConnectWallet *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET(self), NULL);
    return self->json;
}

/**
 * NearConnectSignedMessage:
 *
 * A message that was signed by NEP-413 and verified.
 */
/**
 * NearConnectSignedMessage:account-id: (getter get_account_id)
 *
 * The account that signed.
 */
/**
 * NearConnectSignedMessage:public-key: (getter get_public_key)
 *
 * The key that signed, as text.
 */
/**
 * NearConnectSignedMessage:signature: (getter get_signature)
 *
 * The signature in Base64.
 */
/**
 * NearConnectSignedMessage:json: (getter get_json)
 *
 * All that a server needs to verify it, as JSON.
 */
DOCUMENT_TYPE(
    NearConnectSignedMessage, near_connect_signed_message, NEAR_CONNECT_SIGNED_MESSAGE, "account-id", "accountId",
    "public-key", "publicKey", "signature", "signature")

NearConnectSignedMessage *near_connect_private_signed_message_new(JsonObject *object) {
    return near_connect_signed_message_of(object);
}

/**
 * near_connect_signed_message_get_account_id: (get-property account-id)
 * @self: a signed message
 *
 * Returns: (transfer none) (not nullable): the account that signed
 */
const char *near_connect_signed_message_get_account_id(NearConnectSignedMessage *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_MESSAGE(self), NULL);
    return near_connect_private_member(self->object, "accountId");
}

/**
 * near_connect_signed_message_get_public_key: (get-property public-key)
 * @self: a signed message
 *
 * Returns: (transfer none) (not nullable): the key that signed, as text
 */
const char *near_connect_signed_message_get_public_key(NearConnectSignedMessage *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_MESSAGE(self), NULL);
    return near_connect_private_member(self->object, "publicKey");
}

/**
 * near_connect_signed_message_get_signature: (get-property signature)
 * @self: a signed message
 *
 * Returns: (transfer none) (not nullable): the signature in Base64
 */
const char *near_connect_signed_message_get_signature(NearConnectSignedMessage *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_MESSAGE(self), NULL);
    return near_connect_private_member(self->object, "signature");
}

/**
 * near_connect_signed_message_get_nonce:
 * @self: a signed message
 *
 * The number that keeps the message from being used twice (NEP-413).
 *
 * Returns: (transfer none) (not nullable): the nonce in Base64
 */
const char *near_connect_signed_message_get_nonce(NearConnectSignedMessage *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_MESSAGE(self), NULL);
    return near_connect_private_member(self->object, "nonce");
}

/**
 * near_connect_signed_message_get_json: (get-property json)
 * @self: a signed message
 *
 * Returns: (transfer none) (not nullable): all that a server needs to verify it, as JSON
 */
const char *near_connect_signed_message_get_json(NearConnectSignedMessage *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_MESSAGE(self), NULL);
    return self->json;
}

/**
 * NearConnectJournalEntry:
 *
 * What was handed to a wallet, and what is known of it.
 */
/**
 * NearConnectJournalEntry:id: (getter get_id)
 *
 * The entry's name in the journal.
 */
/**
 * NearConnectJournalEntry:state: (getter get_state)
 *
 * One of open, signed, confirmed, failed, not-sent, refused, unknown.
 */
/**
 * NearConnectJournalEntry:signer-id: (getter get_signer_id)
 *
 * The account that signs.
 */
/**
 * NearConnectJournalEntry:json: (getter get_json)
 *
 * The whole entry, with its parts, as JSON.
 */
DOCUMENT_TYPE(
    NearConnectJournalEntry, near_connect_journal_entry, NEAR_CONNECT_JOURNAL_ENTRY, "id", "id", "state", "state",
    "signer-id", "signerId")

NearConnectJournalEntry *near_connect_private_journal_entry_new(JsonObject *object) {
    return near_connect_journal_entry_of(object);
}

/**
 * near_connect_journal_entry_get_id: (get-property id)
 * @self: an entry
 *
 * Returns: (transfer none) (not nullable): the entry's name in the journal
 */
const char *near_connect_journal_entry_get_id(NearConnectJournalEntry *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_JOURNAL_ENTRY(self), NULL);
    return near_connect_private_member(self->object, "id");
}

/**
 * near_connect_journal_entry_get_state: (get-property state)
 * @self: an entry
 *
 * Returns: (transfer none) (not nullable): one of open, signed, confirmed, failed, not-sent, refused, unknown
 */
const char *near_connect_journal_entry_get_state(NearConnectJournalEntry *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_JOURNAL_ENTRY(self), NULL);
    return near_connect_private_member(self->object, "state");
}

/**
 * near_connect_journal_entry_get_signer_id: (get-property signer-id)
 * @self: an entry
 *
 * Returns: (transfer none) (not nullable): the account that signs
 */
const char *near_connect_journal_entry_get_signer_id(NearConnectJournalEntry *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_JOURNAL_ENTRY(self), NULL);
    return near_connect_private_member(self->object, "signerId");
}

/**
 * near_connect_journal_entry_get_json: (get-property json)
 * @self: an entry
 *
 * Returns: (transfer none) (not nullable): the whole entry as JSON
 */
const char *near_connect_journal_entry_get_json(NearConnectJournalEntry *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_JOURNAL_ENTRY(self), NULL);
    return self->json;
}
