/* SPDX-License-Identifier: MIT */
#include "near-connect-private.h"

static GParamSpec *text_property(const char *name, const char *blurb) {
    return g_param_spec_string(name, name, blurb, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

/**
 * NearConnectAccount:
 *
 * An account that is signed in. It doesn't change; a manager has another object for another account.
 */
struct _NearConnectAccount {
    GObject parent_instance;
    char *id;
    char *public_key;
    char *wallet_id;
};
G_DEFINE_TYPE(NearConnectAccount, near_connect_account, G_TYPE_OBJECT)

static void near_connect_account_init(NearConnectAccount *self) {
    (void)self;
}

static void account_finalize(GObject *object) {
    NearConnectAccount *self = NEAR_CONNECT_ACCOUNT(object);
    g_free(self->id);
    g_free(self->public_key);
    g_free(self->wallet_id);
    G_OBJECT_CLASS(near_connect_account_parent_class)->finalize(object);
}

static void account_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectAccount *self = NEAR_CONNECT_ACCOUNT(object);
    switch (id) {
        case 1: g_value_set_string(value, self->id); break;
        case 2: g_value_set_string(value, self->public_key); break;
        case 3: g_value_set_string(value, self->wallet_id); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_account_class_init(NearConnectAccountClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->finalize = account_finalize;
    object_class->get_property = account_get_property;
    /**
     * NearConnectAccount:id: (getter get_id)
     *
     * The account's id.
     */
    g_object_class_install_property(object_class, 1, text_property("id", "The account's id"));
    /**
     * NearConnectAccount:public-key: (getter get_public_key)
     *
     * The key that the wallet signs with, as text; %NULL where it named none.
     */
    g_object_class_install_property(object_class, 2, text_property("public-key", "The key that the wallet signs with"));
    /**
     * NearConnectAccount:wallet-id: (getter get_wallet_id)
     *
     * The wallet's id in its manifest.
     */
    g_object_class_install_property(object_class, 3, text_property("wallet-id", "The wallet's id"));
}

NearConnectAccount *near_connect_private_account_new(JsonObject *object) {
    NearConnectAccount *self = g_object_new(NEAR_CONNECT_TYPE_ACCOUNT, NULL);
    self->id = g_strdup(near_connect_private_member(object, "accountId"));
    self->public_key = g_strdup(near_connect_private_member(object, "publicKey"));
    self->wallet_id = g_strdup(near_connect_private_member(object, "walletId"));
    return self;
}

/**
 * near_connect_account_get_id: (get-property id)
 * @self: an account
 *
 * Returns: the account's id
 */
const char *near_connect_account_get_id(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return self->id;
}

/**
 * near_connect_account_get_public_key: (get-property public-key)
 * @self: an account
 *
 * Returns: (nullable): the key that the wallet signs with, as text
 */
const char *near_connect_account_get_public_key(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return self->public_key;
}

/**
 * near_connect_account_get_wallet_id: (get-property wallet-id)
 * @self: an account
 *
 * Returns: the wallet's id in its manifest
 */
const char *near_connect_account_get_wallet_id(NearConnectAccount *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_ACCOUNT(self), NULL);
    return self->wallet_id;
}
