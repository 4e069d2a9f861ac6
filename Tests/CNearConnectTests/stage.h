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

/* Says that GTK runs on this thread; without it, it is the process's first. */
void stage_use_this_thread(void);

/* Fails on another thread than the one that runs GTK: every handler and callback of the tests begins with it. */
void stage_on_thread(void);

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

/* Turns a context's loop until the condition holds; at most a minute. */
#define WAIT_UNTIL_IN(context, condition)                                      \
    G_STMT_START {                                                             \
        gint64 limit = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;       \
        while (!(condition)) {                                                 \
            if (g_get_monotonic_time() > limit) g_error("not within a minute: %s", #condition); \
            g_main_context_iteration(context, FALSE) ? (void)0 : g_usleep(1000); \
        }                                                                      \
    }                                                                          \
    G_STMT_END
#define WAIT_UNTIL(condition) WAIT_UNTIL_IN(NULL, condition)

void stage_clear(StageEnd *end);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(StageEnd, stage_clear)

/* A call that GLib names as a mistake of the program's, and that does nothing. */
#define IS_CRITICAL(call)                                                           \
    G_STMT_START {                                                                  \
        g_test_expect_message("NearConnect", G_LOG_LEVEL_CRITICAL, "*assertion*");  \
        call;                                                                       \
        g_test_assert_expected_messages();                                          \
    }                                                                               \
    G_STMT_END

#define KEYSTORE "near-connect-keystore"
