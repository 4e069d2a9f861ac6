/* SPDX-License-Identifier: MIT */
#pragma once

#include <gtk/gtk.h>
#include <near-connect.h>

/* What the tests share: a devnet that Scripts/test-examples has started (STAGE_NODE, STAGE_CREDENTIALS, STAGE_POLICY),
 * and operations that are waited for in the main loop. */

/* A manager of the keystore wallet on the devnet. */
NearConnectManager *stage_manager(void);

/* The same, signed in as alice.test.near. */
NearConnectManager *stage_signed_in(void);

/* The end of an operation: who called back, and with what. */
typedef struct {
    GObject *source;
    GAsyncResult *result;
    guint count;
} StageEnd;

/* The callback for operations, with a StageEnd. */
void stage_note(GObject *source, GAsyncResult *result, gpointer end);

/* Turns the loop until the operation has ended; at most a minute. */
GAsyncResult *stage_wait(StageEnd *end);

/* Turns the loop until *flag is set; at most a minute. */
void stage_wait_for(gboolean *flag);

void stage_clear(StageEnd *end);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(StageEnd, stage_clear)

#define KEYSTORE "near-connect-keystore"
