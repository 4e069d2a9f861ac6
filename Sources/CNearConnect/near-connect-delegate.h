/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_SIGNED_DELEGATE_ACTION (near_connect_signed_delegate_action_get_type())
G_DECLARE_FINAL_TYPE(
    NearConnectSignedDelegateAction, near_connect_signed_delegate_action, NEAR_CONNECT, SIGNED_DELEGATE_ACTION, GObject)

NearConnectSignedDelegateAction *near_connect_signed_delegate_action_new_from_base64(const char *base64, GError **error);

const char *near_connect_signed_delegate_action_get_sender_id(NearConnectSignedDelegateAction *self);
const char *near_connect_signed_delegate_action_get_receiver_id(NearConnectSignedDelegateAction *self);
const char *near_connect_signed_delegate_action_get_public_key(NearConnectSignedDelegateAction *self);
guint64 near_connect_signed_delegate_action_get_nonce(NearConnectSignedDelegateAction *self);
guint64 near_connect_signed_delegate_action_get_max_block_height(NearConnectSignedDelegateAction *self);
gboolean near_connect_signed_delegate_action_get_verified(NearConnectSignedDelegateAction *self);
const char *near_connect_signed_delegate_action_get_base64(NearConnectSignedDelegateAction *self);
GBytes *near_connect_signed_delegate_action_get_bytes(NearConnectSignedDelegateAction *self);

G_END_DECLS
