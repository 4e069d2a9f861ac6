/* SPDX-License-Identifier: MIT */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_TRANSACTION (near_connect_transaction_get_type())
G_DECLARE_FINAL_TYPE(NearConnectTransaction, near_connect_transaction, NEAR_CONNECT, TRANSACTION, GObject)

NearConnectTransaction *near_connect_transaction_new(const char *receiver_id);
const char *near_connect_transaction_get_receiver_id(NearConnectTransaction *self);
guint near_connect_transaction_get_n_actions(NearConnectTransaction *self);

void near_connect_transaction_add_transfer(NearConnectTransaction *self, const char *deposit);
void near_connect_transaction_add_call(
    NearConnectTransaction *self, const char *method_name, GBytes *args, guint64 gas, const char *deposit);
void near_connect_transaction_add_create_account(NearConnectTransaction *self);
void near_connect_transaction_add_delete_account(NearConnectTransaction *self, const char *beneficiary_id);
void near_connect_transaction_add_stake(NearConnectTransaction *self, const char *stake, const char *public_key);
void near_connect_transaction_add_full_access_key(NearConnectTransaction *self, const char *public_key);
void near_connect_transaction_add_function_call_key(
    NearConnectTransaction *self, const char *public_key, const char *contract_id, const char *const *method_names,
    const char *allowance);
void near_connect_transaction_add_delete_key(NearConnectTransaction *self, const char *public_key);
void near_connect_transaction_add_deploy(NearConnectTransaction *self, GBytes *code);
gboolean near_connect_transaction_add_json(NearConnectTransaction *self, const char *action, GError **error);

G_END_DECLS
