/* SPDX-License-Identifier: MIT */
#include "near-connect-delegate.h"

#include "near-connect-error.h"
#include "near-connect-private.h"

/**
 * NearConnectSignedDelegateAction:
 *
 * Actions that an account has signed, for another one to send and pay for (NEP-366).
 *
 * near_connect_manager_sign_delegate_actions_finish() has them as texts, and relayers get them so: a text becomes one
 * of these by near_connect_signed_delegate_action_new_from_base64().
 */
struct _NearConnectSignedDelegateAction {
    GObject parent_instance;
    JsonObject *object;
};
G_DEFINE_TYPE(NearConnectSignedDelegateAction, near_connect_signed_delegate_action, G_TYPE_OBJECT)

enum {
    PROP_SENDER_ID = 1,
    PROP_RECEIVER_ID,
    PROP_PUBLIC_KEY,
    PROP_NONCE,
    PROP_MAX_BLOCK_HEIGHT,
    PROP_VERIFIED,
    PROP_BASE64,
};

static const char *text(NearConnectSignedDelegateAction *self, const char *name) {
    return near_connect_private_member(self->object, name);
}

static guint64 number(NearConnectSignedDelegateAction *self, const char *name) {
    const char *digits = text(self, name);
    return digits != NULL ? g_ascii_strtoull(digits, NULL, 10) : 0;
}

static void signed_delegate_action_finalize(GObject *object) {
    json_object_unref(NEAR_CONNECT_SIGNED_DELEGATE_ACTION(object)->object);
    G_OBJECT_CLASS(near_connect_signed_delegate_action_parent_class)->finalize(object);
}

static void signed_delegate_action_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectSignedDelegateAction *self = NEAR_CONNECT_SIGNED_DELEGATE_ACTION(object);
    switch (id) {
        case PROP_SENDER_ID: g_value_set_string(value, text(self, "senderId")); break;
        case PROP_RECEIVER_ID: g_value_set_string(value, text(self, "receiverId")); break;
        case PROP_PUBLIC_KEY: g_value_set_string(value, text(self, "publicKey")); break;
        case PROP_NONCE: g_value_set_uint64(value, number(self, "nonce")); break;
        case PROP_MAX_BLOCK_HEIGHT: g_value_set_uint64(value, number(self, "maxBlockHeight")); break;
        case PROP_VERIFIED: g_value_set_boolean(value, near_connect_signed_delegate_action_get_verified(self)); break;
        case PROP_BASE64: g_value_set_string(value, text(self, "base64")); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_signed_delegate_action_init(NearConnectSignedDelegateAction *self) {
    self->object = json_object_new();
}

static void near_connect_signed_delegate_action_class_init(NearConnectSignedDelegateActionClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
    object_class->finalize = signed_delegate_action_finalize;
    object_class->get_property = signed_delegate_action_get_property;
    /**
     * NearConnectSignedDelegateAction:sender-id: (getter get_sender_id)
     *
     * The account that has signed.
     */
    g_object_class_install_property(
        object_class, PROP_SENDER_ID, g_param_spec_string("sender-id", "sender-id", "sender-id", NULL, flags));
    /**
     * NearConnectSignedDelegateAction:receiver-id: (getter get_receiver_id)
     *
     * The account that the actions are applied to.
     */
    g_object_class_install_property(
        object_class, PROP_RECEIVER_ID, g_param_spec_string("receiver-id", "receiver-id", "receiver-id", NULL, flags));
    /**
     * NearConnectSignedDelegateAction:public-key: (getter get_public_key)
     *
     * The key that has signed, as text.
     */
    g_object_class_install_property(
        object_class, PROP_PUBLIC_KEY, g_param_spec_string("public-key", "public-key", "public-key", NULL, flags));
    /**
     * NearConnectSignedDelegateAction:nonce: (getter get_nonce)
     *
     * The nonce of the key.
     */
    g_object_class_install_property(
        object_class, PROP_NONCE, g_param_spec_uint64("nonce", "nonce", "nonce", 0, G_MAXUINT64, 0, flags));
    /**
     * NearConnectSignedDelegateAction:max-block-height: (getter get_max_block_height)
     *
     * The last block that may have it.
     */
    g_object_class_install_property(
        object_class, PROP_MAX_BLOCK_HEIGHT,
        g_param_spec_uint64("max-block-height", "max-block-height", "max-block-height", 0, G_MAXUINT64, 0, flags));
    /**
     * NearConnectSignedDelegateAction:verified: (getter get_verified)
     *
     * %TRUE if the signature is the key's. Whether the account has the key, the chain knows.
     */
    g_object_class_install_property(
        object_class, PROP_VERIFIED, g_param_spec_boolean("verified", "verified", "verified", FALSE, flags));
    /**
     * NearConnectSignedDelegateAction:base64: (getter get_base64)
     *
     * The whole in Borsh and Base64, as wallets return it and relayers take it.
     */
    g_object_class_install_property(
        object_class, PROP_BASE64, g_param_spec_string("base64", "base64", "base64", NULL, flags));
}

/**
 * near_connect_signed_delegate_action_new_from_base64:
 * @base64: the action in Borsh and Base64, as wallets return it and relayers take it
 * @error: why it can't be read
 *
 * Reads a signed delegate action. Nobody is asked whether it can still be sent.
 *
 * Returns: (transfer full): the action
 */
NearConnectSignedDelegateAction *near_connect_signed_delegate_action_new_from_base64(
    const char *base64, GError **error) {
    g_return_val_if_fail(base64 != NULL, NULL);
    g_return_val_if_fail(error == NULL || *error == NULL, NULL);
    g_autofree char *json = near_connect_private_converted("signed-delegate", base64, error);
    if (json == NULL) return NULL;
    g_autoptr(JsonNode) node = near_connect_private_parse(json);
    NearConnectSignedDelegateAction *self = g_object_new(NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION, NULL);
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        json_object_unref(self->object);
        self->object = json_object_ref(json_node_get_object(node));
    }
    return self;
}

/**
 * near_connect_signed_delegate_action_get_sender_id: (get-property sender-id)
 * @self: a signed delegate action
 *
 * Returns: (transfer none) (not nullable): the account that has signed
 */
const char *near_connect_signed_delegate_action_get_sender_id(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), NULL);
    return text(self, "senderId");
}

/**
 * near_connect_signed_delegate_action_get_receiver_id: (get-property receiver-id)
 * @self: a signed delegate action
 *
 * Returns: (transfer none) (not nullable): the account that the actions are applied to
 */
const char *near_connect_signed_delegate_action_get_receiver_id(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), NULL);
    return text(self, "receiverId");
}

/**
 * near_connect_signed_delegate_action_get_public_key: (get-property public-key)
 * @self: a signed delegate action
 *
 * Returns: (transfer none) (not nullable): the key that has signed, as text
 */
const char *near_connect_signed_delegate_action_get_public_key(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), NULL);
    return text(self, "publicKey");
}

/**
 * near_connect_signed_delegate_action_get_nonce: (get-property nonce)
 * @self: a signed delegate action
 *
 * Returns: the nonce of the key
 */
guint64 near_connect_signed_delegate_action_get_nonce(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), 0);
    return number(self, "nonce");
}

/**
 * near_connect_signed_delegate_action_get_max_block_height: (get-property max-block-height)
 * @self: a signed delegate action
 *
 * Returns: the last block that may have it
 */
guint64 near_connect_signed_delegate_action_get_max_block_height(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), 0);
    return number(self, "maxBlockHeight");
}

/**
 * near_connect_signed_delegate_action_get_verified: (get-property verified)
 * @self: a signed delegate action
 *
 * Returns: %TRUE if the signature is the key's
 */
gboolean near_connect_signed_delegate_action_get_verified(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "isVerified", FALSE);
}

/**
 * near_connect_signed_delegate_action_get_base64: (get-property base64)
 * @self: a signed delegate action
 *
 * Returns: (transfer none) (not nullable): the whole in Borsh and Base64
 */
const char *near_connect_signed_delegate_action_get_base64(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), NULL);
    return text(self, "base64");
}

/**
 * near_connect_signed_delegate_action_get_bytes:
 * @self: a signed delegate action
 *
 * Returns the whole as bytes, which the chain's transactions have.
 *
 * Returns: (transfer full) (not nullable): the whole in Borsh
 */
GBytes *near_connect_signed_delegate_action_get_bytes(NearConnectSignedDelegateAction *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_SIGNED_DELEGATE_ACTION(self), NULL);
    const char *base64 = text(self, "base64");
    gsize length = 0;
    guchar *bytes = base64 != NULL ? g_base64_decode(base64, &length) : NULL;
    return g_bytes_new_take(bytes, length);
}
