/* SPDX-License-Identifier: MIT */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_ACCOUNT (near_connect_account_get_type())
G_DECLARE_FINAL_TYPE(NearConnectAccount, near_connect_account, NEAR_CONNECT, ACCOUNT, GObject)
const char *near_connect_account_get_id(NearConnectAccount *self);
const char *near_connect_account_get_public_key(NearConnectAccount *self);
const char *near_connect_account_get_wallet_id(NearConnectAccount *self);
const char *near_connect_account_get_json(NearConnectAccount *self);

#define NEAR_CONNECT_TYPE_WALLET (near_connect_wallet_get_type())
G_DECLARE_FINAL_TYPE(NearConnectWallet, near_connect_wallet, NEAR_CONNECT, WALLET, GObject)
const char *near_connect_wallet_get_id(NearConnectWallet *self);
const char *near_connect_wallet_get_name(NearConnectWallet *self);
const char *near_connect_wallet_get_website(NearConnectWallet *self);
const char *near_connect_wallet_get_json(NearConnectWallet *self);

#define NEAR_CONNECT_TYPE_SIGNED_MESSAGE (near_connect_signed_message_get_type())
G_DECLARE_FINAL_TYPE(NearConnectSignedMessage, near_connect_signed_message, NEAR_CONNECT, SIGNED_MESSAGE, GObject)
const char *near_connect_signed_message_get_account_id(NearConnectSignedMessage *self);
const char *near_connect_signed_message_get_public_key(NearConnectSignedMessage *self);
const char *near_connect_signed_message_get_signature(NearConnectSignedMessage *self);
const char *near_connect_signed_message_get_nonce(NearConnectSignedMessage *self);
const char *near_connect_signed_message_get_json(NearConnectSignedMessage *self);

#define NEAR_CONNECT_TYPE_OUTCOME (near_connect_outcome_get_type())
G_DECLARE_FINAL_TYPE(NearConnectOutcome, near_connect_outcome, NEAR_CONNECT, OUTCOME, GObject)
const char *near_connect_outcome_get_hash(NearConnectOutcome *self);
GBytes *near_connect_outcome_get_value(NearConnectOutcome *self);
char **near_connect_outcome_get_logs(NearConnectOutcome *self);
const char *near_connect_outcome_get_json(NearConnectOutcome *self);
gboolean near_connect_outcome_get_succeeded(NearConnectOutcome *self);

#define NEAR_CONNECT_TYPE_JOURNAL_ENTRY (near_connect_journal_entry_get_type())
G_DECLARE_FINAL_TYPE(NearConnectJournalEntry, near_connect_journal_entry, NEAR_CONNECT, JOURNAL_ENTRY, GObject)
const char *near_connect_journal_entry_get_id(NearConnectJournalEntry *self);
const char *near_connect_journal_entry_get_state(NearConnectJournalEntry *self);
const char *near_connect_journal_entry_get_signer_id(NearConnectJournalEntry *self);
const char *near_connect_journal_entry_get_json(NearConnectJournalEntry *self);

G_END_DECLS
