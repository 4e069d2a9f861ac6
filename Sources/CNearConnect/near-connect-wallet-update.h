/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_WALLET_UPDATE (near_connect_wallet_update_get_type())
G_DECLARE_FINAL_TYPE(NearConnectWalletUpdate, near_connect_wallet_update, NEAR_CONNECT, WALLET_UPDATE, GObject)

const char *near_connect_wallet_update_get_id(NearConnectWalletUpdate *self);
const char *near_connect_wallet_update_get_name(NearConnectWalletUpdate *self);
const char *near_connect_wallet_update_get_version(NearConnectWalletUpdate *self);
char **near_connect_wallet_update_get_changes(NearConnectWalletUpdate *self);
gboolean near_connect_wallet_update_get_adds_permissions(NearConnectWalletUpdate *self);
gboolean near_connect_wallet_update_get_downgrade(NearConnectWalletUpdate *self);
gboolean near_connect_wallet_update_get_declined(NearConnectWalletUpdate *self);
const char *near_connect_wallet_update_get_json(NearConnectWalletUpdate *self);

G_END_DECLS
