/* SPDX-License-Identifier: MIT */
#include "near-connect-wallet-update.h"

#include "near-connect-private.h"

/**
 * NearConnectWalletUpdate:
 *
 * Another version of a wallet than the one that runs, which waits for the user.
 *
 * near_connect_manager_accept_wallet_update_async() has it run, and near_connect_manager_decline_wallet_update_async()
 * keeps the one that does.
 */
struct _NearConnectWalletUpdate {
    GObject parent_instance;
    JsonObject *object;
    char *json;
};
G_DEFINE_TYPE(NearConnectWalletUpdate, near_connect_wallet_update, G_TYPE_OBJECT)

enum { PROP_ID = 1, PROP_NAME, PROP_VERSION, PROP_ADDS_PERMISSIONS, PROP_DOWNGRADE, PROP_DECLINED, PROP_JSON };

static void wallet_update_finalize(GObject *object) {
    NearConnectWalletUpdate *self = NEAR_CONNECT_WALLET_UPDATE(object);
    json_object_unref(self->object);
    g_free(self->json);
    G_OBJECT_CLASS(near_connect_wallet_update_parent_class)->finalize(object);
}

static void wallet_update_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    NearConnectWalletUpdate *self = NEAR_CONNECT_WALLET_UPDATE(object);
    switch (id) {
        case PROP_ID: g_value_set_string(value, near_connect_wallet_update_get_id(self)); break;
        case PROP_NAME: g_value_set_string(value, near_connect_wallet_update_get_name(self)); break;
        case PROP_VERSION: g_value_set_string(value, near_connect_wallet_update_get_version(self)); break;
        case PROP_ADDS_PERMISSIONS:
            g_value_set_boolean(value, near_connect_wallet_update_get_adds_permissions(self));
            break;
        case PROP_DOWNGRADE: g_value_set_boolean(value, near_connect_wallet_update_get_downgrade(self)); break;
        case PROP_DECLINED: g_value_set_boolean(value, near_connect_wallet_update_get_declined(self)); break;
        case PROP_JSON: g_value_set_string(value, self->json); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void near_connect_wallet_update_init(NearConnectWalletUpdate *self) {
    self->object = json_object_new();
}

static void install_text(GObjectClass *klass, guint id, const char *name) {
    g_object_class_install_property(
        klass, id, g_param_spec_string(name, name, name, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void install_flag(GObjectClass *klass, guint id, const char *name) {
    g_object_class_install_property(
        klass, id, g_param_spec_boolean(name, name, name, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void near_connect_wallet_update_class_init(NearConnectWalletUpdateClass *klass) {
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->finalize = wallet_update_finalize;
    object_class->get_property = wallet_update_get_property;
    install_text(object_class, PROP_ID, "id");
    install_text(object_class, PROP_NAME, "name");
    install_text(object_class, PROP_VERSION, "version");
    install_flag(object_class, PROP_ADDS_PERMISSIONS, "adds-permissions");
    install_flag(object_class, PROP_DOWNGRADE, "downgrade");
    install_flag(object_class, PROP_DECLINED, "declined");
    install_text(object_class, PROP_JSON, "json");
}

NearConnectWalletUpdate *near_connect_private_wallet_update_new(JsonObject *object) {
    NearConnectWalletUpdate *self = g_object_new(NEAR_CONNECT_TYPE_WALLET_UPDATE, NULL);
    json_object_unref(self->object);
    self->object = json_object_ref(object);
    self->json = near_connect_private_object_text(object);
    return self;
}

JsonObject *near_connect_private_wallet_update_name(NearConnectWalletUpdate *self) {
    JsonObject *name = json_object_new();
    static const char *const members[] = {"id", "manifestSHA256", "codeSHA256"};
    for (gsize index = 0; index < G_N_ELEMENTS(members); index++) {
        const char *text = near_connect_private_member(self->object, members[index]);
        json_object_set_string_member(name, members[index], text != NULL ? text : "");
    }
    return name;
}

/**
 * NearConnectWalletUpdate:id: (getter get_id)
 *
 * The wallet's id.
 */
/**
 * near_connect_wallet_update_get_id: (get-property id)
 * @self: an update
 *
 * Returns: (transfer none) (not nullable): the wallet's id
 */
const char *near_connect_wallet_update_get_id(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), NULL);
    return near_connect_private_member(self->object, "id");
}

/**
 * NearConnectWalletUpdate:name: (getter get_name)
 *
 * The wallet's name for people.
 */
/**
 * near_connect_wallet_update_get_name: (get-property name)
 * @self: an update
 *
 * Returns: (transfer none) (not nullable): the wallet's name for people
 */
const char *near_connect_wallet_update_get_name(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), NULL);
    return near_connect_private_member(self->object, "name");
}

/**
 * NearConnectWalletUpdate:version: (getter get_version)
 *
 * The offered version, as the wallet's authors number it.
 */
/**
 * near_connect_wallet_update_get_version: (get-property version)
 * @self: an update
 *
 * Returns: (transfer none) (not nullable): the offered version, as the wallet's authors number it
 */
const char *near_connect_wallet_update_get_version(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), NULL);
    return near_connect_private_member(self->object, "version");
}

/**
 * near_connect_wallet_update_get_changes:
 * @self: an update
 *
 * Lists the differences from the version that runs, for the user, the weightiest first.
 *
 * Returns: (transfer full) (array zero-terminated=1) (not nullable): the differences, a line each
 */
char **near_connect_wallet_update_get_changes(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), NULL);
    return near_connect_private_texts(self->object, "changes");
}

/**
 * NearConnectWalletUpdate:adds-permissions: (getter get_adds_permissions)
 *
 * %TRUE if the offered version may do more than the one that runs.
 */
/**
 * near_connect_wallet_update_get_adds_permissions: (get-property adds-permissions)
 * @self: an update
 *
 * Returns: %TRUE if the offered version may do more than the one that runs
 */
gboolean near_connect_wallet_update_get_adds_permissions(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "addsPermissions", FALSE);
}

/**
 * NearConnectWalletUpdate:downgrade: (getter get_downgrade)
 *
 * %TRUE if the offered version is older than the one that runs.
 */
/**
 * near_connect_wallet_update_get_downgrade: (get-property downgrade)
 * @self: an update
 *
 * Returns: %TRUE if the offered version is older than the one that runs
 */
gboolean near_connect_wallet_update_get_downgrade(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "isDowngrade", FALSE);
}

/**
 * NearConnectWalletUpdate:declined: (getter get_declined)
 *
 * %TRUE if the user has declined it; it is still listed.
 */
/**
 * near_connect_wallet_update_get_declined: (get-property declined)
 * @self: an update
 *
 * Returns: %TRUE if the user has declined it
 */
gboolean near_connect_wallet_update_get_declined(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), FALSE);
    return json_object_get_boolean_member_with_default(self->object, "isDeclined", FALSE);
}

/**
 * NearConnectWalletUpdate:json: (getter get_json)
 *
 * The whole as JSON.
 */
/**
 * near_connect_wallet_update_get_json: (get-property json)
 * @self: an update
 *
 * Returns: (transfer none) (not nullable): the whole as JSON
 */
const char *near_connect_wallet_update_get_json(NearConnectWalletUpdate *self) {
    g_return_val_if_fail(NEAR_CONNECT_IS_WALLET_UPDATE(self), NULL);
    return self->json;
}
