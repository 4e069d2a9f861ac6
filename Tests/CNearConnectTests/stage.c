/* SPDX-License-Identifier: MIT */
#include "stage.h"

NearConnectManager *stage_manager(void) {
    return g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "policy-file", g_getenv("STAGE_POLICY"), "ephemeral", TRUE, "app-name", "Stage",
        NULL);
}

NearConnectManager *stage_signed_in(void) {
    NearConnectManager *manager = stage_manager();
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_sign_in_async(manager, KEYSTORE, NULL, stage_note, &end);
    g_autoptr(NearConnectAccount) account = near_connect_manager_sign_in_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(near_connect_account_get_id(account), ==, "alice.test.near");
    return manager;
}

static GThread *gtk_thread;

__attribute__((constructor)) void stage_use_this_thread(void) {
    gtk_thread = g_thread_self();
}

void stage_on_thread(void) {
    if (g_thread_self() != gtk_thread) g_error("a handler runs on another thread than the one that runs GTK");
}

void stage_note(GObject *source, GAsyncResult *result, gpointer data) {
    StageEnd *end = data;
    stage_on_thread();
    end->count++;
    g_set_object(&end->source, source);
    g_set_object(&end->result, result);
}

static gboolean too_late(gpointer data) {
    (void)data;
    g_error("an operation did not end within a minute");
    return G_SOURCE_REMOVE;
}

GAsyncResult *stage_wait(StageEnd *end) {
    guint limit = g_timeout_add_seconds(60, too_late, NULL);
    while (end->count == 0) g_main_context_iteration(NULL, TRUE);
    g_source_remove(limit);
    g_assert_cmpuint(end->count, ==, 1);
    return end->result;
}

void stage_wait_for(gboolean *flag) {
    guint limit = g_timeout_add_seconds(60, too_late, NULL);
    while (!*flag) g_main_context_iteration(NULL, TRUE);
    g_source_remove(limit);
}

void stage_clear(StageEnd *end) {
    g_clear_object(&end->source);
    g_clear_object(&end->result);
}
