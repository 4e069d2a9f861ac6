/* SPDX-License-Identifier: MIT */
/* A table of near-connect-engine.h without an engine behind it, so that a hundred thousand lives take minutes. Calls are
 * answered later, once, at random; states change by themselves. It counts managers, calls and widgets. A test may say
 * what happens in place of chance (random-engine.h). Nothing of the real engine runs here: test-table.c drives that. */
#include <gtk/gtk.h>
#include <string.h>

#include "near-connect-engine.h"
#include "random-engine.h"

typedef struct {
    guint64 number;
    NearConnectEngineChange change;
    NearConnectEngineEvent event;
    void *data;
    gboolean is_closed;
    /* The approval that the program has. */
    guint64 last_approval, approval;
} Manager;

typedef struct {
    guint64 number, manager;
    NearConnectEngineAnswer answer;
    void *data;
    gboolean is_cancelled;
    guint turns;
    /* What was asked for, where a test answers. */
    char *verb, *parameters;
} OpenCall;

/* What is there where a test says what happens. */
static struct {
    gboolean is_on;
    guint64 manager;
    GQueue calls;
    char *command, *argument;
} directed;

static guint64 last_number;
static GHashTable *managers, *calls, *widgets;

static gpointer find(GHashTable *table, guint64 number) {
    return g_hash_table_lookup(table, &number);
}

static guint64 add(GHashTable *table, guint64 *number, gpointer value) {
    *number = ++last_number;
    g_hash_table_insert(table, number, value);
    return *number;
}

static void tell(Manager *manager) {
    if (manager->change == NULL || directed.is_on) return;
    const gboolean has_account = g_random_boolean();
    g_autofree char *account = has_account
                                   ? g_strdup_printf(
                                         "{\"accountId\":\"a%d.near\",\"publicKey\":\"ed25519:1\",\"walletId\":\"w\"}",
                                         g_random_int_range(0, 3))
                                   : g_strdup("null");
    g_autofree char *state = g_strdup_printf(
        "{\"account\":%s,\"session\":{\"state\":\"%s\",\"reason\":null},\"ready\":%s,\"busy\":%s,\"walletVisible\":%s,"
        "\"waitingText\":%s,\"unavailableReason\":null,\"lastError\":%s,\"network\":\"testnet\",\"unresponsive\":%s}",
        account, has_account ? "stored" : "signed-out", g_random_boolean() ? "true" : "false",
        g_random_boolean() ? "true" : "false", g_random_int_range(0, 8) == 0 ? "true" : "false",
        g_random_boolean() ? "\"a phone\"" : "null", g_random_boolean() ? "\"a problem\"" : "null",
        g_random_boolean() ? "true" : "false");
    manager->change(manager->data, state);
}

static void end_approval(Manager *manager) {
    if (manager->approval == 0) return;
    g_autofree char *json = g_strdup_printf("{\"id\":%" G_GUINT64_FORMAT "}", manager->approval);
    manager->approval = 0;
    manager->event(manager->data, "approval-ended", json);
}

/* Questions of the keystore wallet, and a page that stays blank. */
static void want(Manager *manager) {
    if (manager->event == NULL) return;
    if (g_random_int_range(0, 8) == 0) {
        manager->event(manager->data, "relaunch", g_random_boolean() ? "[\"A=1\",\"B=2\"]" : "[]");
        return;
    }
    end_approval(manager);
    g_autofree char *json = g_strdup_printf(
        "{\"id\":%" G_GUINT64_FORMAT ",\"kind\":\"%s\",\"network\":\"testnet\",\"heading\":\"Sign?\",\"text\":\"a\","
        "\"candidates\":[%s],\"mainnet\":false,\"dangerous\":true,\"deposit\":\"1\"}",
        ++manager->last_approval, g_random_boolean() ? "sign-in" : "transactions",
        g_random_boolean() ? "\"a.near\",\"b.near\"" : "");
    if (manager->event(manager->data, "approval", json) == 1) manager->approval = manager->last_approval;
    if (g_random_boolean()) return;
    g_autofree char *outlook = g_strdup_printf(
        "{\"id\":%" G_GUINT64_FORMAT ",\"outlook\":\"a\",\"warnings\":[\"b\"]}", manager->last_approval);
    manager->event(manager->data, "approval-outlook", outlook);
}

static uint64_t manager_new(
    const char *configuration, NearConnectEngineChange change, NearConnectEngineEvent event, void *data,
    char **problem) {
    if (configuration == NULL || (!directed.is_on && g_random_int_range(0, 16) == 0)) {
        if (problem != NULL) *problem = g_strdup("It can't be used.");
        return 0;
    }
    Manager *manager = g_new0(Manager, 1);
    manager->change = change;
    manager->event = event;
    manager->data = data;
    add(managers, &manager->number, manager);
    directed.manager = manager->number;
    tell(manager);
    return manager->number;
}

static void manager_free(uint64_t number) {
    g_hash_table_remove(managers, &number);
}

static const char *result_of(void) {
    static const char *const results[] = {
        "null", "[]", "7", "\"text\"", "{\"accountId\":\"a.near\",\"publicKey\":\"ed25519:1\",\"walletId\":\"w\"}",
        "{\"state\":\"verified\"}", "{\"account\":{\"accountId\":\"a.near\"},\"message\":null}",
    };
    return results[g_random_int_range(0, G_N_ELEMENTS(results))];
}

/* Inside what stands for a job of the main actor's: the library may do nothing but note it. */
static gboolean answer(gpointer data) {
    OpenCall *call = data;
    Manager *manager = find(managers, call->manager);
    if (!call->is_cancelled && call->turns-- > 0) {
        if (manager != NULL && g_random_int_range(0, 3) == 0) want(manager);
        return G_SOURCE_CONTINUE;
    }
    g_hash_table_steal(calls, &call->number);
    if (manager != NULL) tell(manager);
    if (call->answer != NULL) {
        if (manager == NULL || manager->is_closed) {
            call->answer(call->data, NULL, "{\"code\":\"manager-released\",\"message\":\"It was closed.\"}");
        } else if (call->is_cancelled && g_random_boolean()) {
            call->answer(call->data, NULL, "{\"code\":\"task-cancelled\",\"message\":\"It was cancelled.\"}");
        } else if (g_random_int_range(0, 3) == 0) {
            static const char *const errors[] = {
                "{\"code\":\"transaction-unknown\",\"message\":\"Look it up.\",\"hash\":\"11111111\"}",
                "{\"code\":\"partially-sent\",\"message\":\"Two.\",\"hash\":\"11111111\",\"outcomes\":[{},7,{\"status\":{}}]}",
                "{\"code\":\"transaction-failed\",\"message\":\"It failed.\",\"outcome\":{\"status\":{\"Failure\":{}}}}",
                "{\"code\":\"partially-sent\",\"outcomes\":7}",
            };
            call->answer(call->data, NULL, errors[g_random_int_range(0, G_N_ELEMENTS(errors))]);
        } else {
            call->answer(call->data, result_of(), NULL);
        }
    }
    g_free(call);
    return G_SOURCE_REMOVE;
}

static uint64_t start(
    uint64_t manager, const char *verb, const char *parameters, NearConnectEngineAnswer callback, void *data) {
    if (find(managers, manager) == NULL) return 0;
    OpenCall *call = g_new0(OpenCall, 1);
    call->manager = manager;
    call->answer = callback;
    call->data = data;
    call->turns = (guint)g_random_int_range(0, 4);
    add(calls, &call->number, call);
    if (directed.is_on) {
        call->verb = g_strdup(verb);
        call->parameters = g_strdup(parameters);
        g_queue_push_tail(&directed.calls, call);
        return call->number;
    }
    g_idle_add_full(g_random_boolean() ? G_PRIORITY_DEFAULT : G_PRIORITY_HIGH, answer, call, NULL);
    return call->number;
}

static void cancel(uint64_t number) {
    OpenCall *call = find(calls, number);
    if (call == NULL) return;
    call->is_cancelled = TRUE;
    /* A question to a node ends inside of this function. */
    if (!directed.is_on && g_random_boolean() && g_idle_remove_by_data(call)) answer(call);
}

static int command(uint64_t number, const char *name, const char *argument, char **problem) {
    Manager *manager = find(managers, number);
    if (manager == NULL) return 0;
    if (directed.is_on) {
        g_free(directed.command);
        g_free(directed.argument);
        directed.command = g_strdup(name);
        directed.argument = g_strdup(argument);
        return 1;
    }
    if (g_strcmp0(name, "answer-approval") == 0) {
        g_autofree char *words = g_strdup_printf("\"id\":%" G_GUINT64_FORMAT ",", manager->approval);
        if (manager->approval == 0 || argument == NULL || strstr(argument, words) == NULL) return 0;
        manager->approval = 0;
        return 1;
    }
    if (g_strcmp0(name, "close") == 0) {
        manager->is_closed = TRUE;
        end_approval(manager);
    }
    if (g_random_boolean()) tell(manager);
    if (g_random_boolean()) return 1;
    if (problem != NULL && g_random_boolean()) *problem = g_strdup("There is nothing to do.");
    return 0;
}

static uint64_t widget_new(uint64_t manager, void **widget) {
    if (widget != NULL) *widget = NULL;
    if (find(managers, manager) == NULL) return 0;
    guint64 *number = g_new0(guint64, 1);
    GtkWidget *label = g_object_ref_sink(gtk_label_new("a wallet"));
    gtk_widget_show(label);
    if (widget != NULL) *widget = label;
    *number = ++last_number;
    g_hash_table_insert(widgets, number, label);
    return *number;
}

static void widget_free(uint64_t widget) {
    g_hash_table_remove(widgets, &widget);
}

static char *convert(const char *name, const char *text, char **problem) {
    if (text != NULL && g_str_equal(name, "label")) return g_strdup(text);
    if (problem != NULL) *problem = g_strdup("It can't be converted.");
    return NULL;
}

static void text_free(char *text) {
    g_free(text);
}

/* With the approvals that nobody has answered: a program that has dropped them all has denied them. */
static uint64_t live(void) {
    GHashTableIter each;
    gpointer manager = NULL;
    guint64 approvals = 0;
    g_hash_table_iter_init(&each, managers);
    while (g_hash_table_iter_next(&each, NULL, &manager)) approvals += ((Manager *)manager)->approval != 0;
    return approvals + g_hash_table_size(managers) + g_hash_table_size(calls) + g_hash_table_size(widgets);
}

/* What a test says */

static OpenCall *oldest(void) {
    return g_queue_peek_head(&directed.calls);
}

static const char *directed_verb(void) {
    return oldest() != NULL ? oldest()->verb : NULL;
}

static const char *directed_parameters(void) {
    return oldest() != NULL ? oldest()->parameters : NULL;
}

static gboolean directed_is_cancelled(void) {
    return oldest() != NULL && oldest()->is_cancelled;
}

static void directed_answer(const char *result, const char *error) {
    OpenCall *call = g_queue_pop_head(&directed.calls);
    g_assert_nonnull(call);
    g_hash_table_steal(calls, &call->number);
    if (call->answer != NULL) call->answer(call->data, result, error);
    g_free(call->verb);
    g_free(call->parameters);
    g_free(call);
}

static void directed_change(const char *state) {
    Manager *manager = find(managers, directed.manager);
    g_assert_nonnull(manager);
    manager->change(manager->data, state);
}

static int directed_event(const char *name, const char *json) {
    Manager *manager = find(managers, directed.manager);
    return manager != NULL ? manager->event(manager->data, name, json) : 0;
}

static const char *directed_command(void) {
    return directed.command;
}

static const char *directed_argument(void) {
    return directed.argument;
}

const RandomEngineDirector *random_engine_director(void) {
    static const RandomEngineDirector director = {
        directed_verb,   directed_parameters, directed_is_cancelled, directed_answer,
        directed_change, directed_event,      directed_command,      directed_argument,
    };
    directed.is_on = TRUE;
    return &director;
}

const NearConnectEngine *near_connect_engine_open(void) {
    static const NearConnectEngine table = {
        .abi = NEAR_CONNECT_ENGINE_ABI,
        .manager_new = manager_new,
        .manager_free = manager_free,
        .call = start,
        .cancel = cancel,
        .command = command,
        .widget_new = widget_new,
        .widget_free = widget_free,
        .convert = convert,
        .text_free = text_free,
        .live = live,
    };
    if (managers == NULL) {
        managers = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
        calls = g_hash_table_new(g_int64_hash, g_int64_equal);
        widgets = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_object_unref);
    }
    return &table;
}
