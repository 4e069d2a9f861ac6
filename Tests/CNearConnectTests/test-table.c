/* SPDX-License-Identifier: MIT */
/* The engine's table, attacked as a C program could: without the library in between. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "table.h"

static const NearConnectEngine *engine;

typedef struct {
    guint count;
    gboolean is_done;
    gboolean has_result;
    char *error;
    guint64 manager;
} Answer;

static void answered(void *data, const char *result, const char *error) {
    Answer *answer = data;
    answer->count++;
    answer->has_result = result != NULL;
    g_free(answer->error);
    answer->error = g_strdup(error);
    answer->is_done = TRUE;
    // Functions may be called from a callback, too.
    if (answer->manager != 0) engine->manager_free(answer->manager);
}

static char *configuration_text(void) {
    return g_strdup_printf(
        "{\"network\":\"devnet\",\"rpcURLs\":[\"%s\"],\"ephemeral\":true}", g_getenv("STAGE_NODE"));
}

static guint64 new_manager(void) {
    g_autofree char *configuration = configuration_text();
    guint64 manager = engine->manager_new(configuration, NULL, NULL, NULL, NULL);
    g_assert_cmpuint(manager, !=, 0);
    return manager;
}

static char *refused_configuration(const char *configuration) {
    char *problem = NULL;
    g_assert_cmpuint(engine->manager_new(configuration, NULL, NULL, NULL, &problem), ==, 0);
    g_assert_nonnull(problem);
    char *own = g_strdup(problem);
    engine->text_free(problem);
    return own;
}

static void test_configurations(void) {
    const char *const wrong[] = {
        "",
        "[]",
        "{",
        "null",
        "{\"network\":1}",
        "{\"network\":\"devnet\"}",
        "{\"network\":\"../..\",\"rpcURLs\":[\"http://127.0.0.1:1\"]}",
        "{\"rpcURLs\":[\"ftp://127.0.0.1\"]}",
        "{\"rpcURLs\":[7]}",
        "{\"color\":\"red\"}",
        "{\"origin\":\"nothing\"}",
        "{\"policyFile\":\"/nowhere\"}",
        "{\"profile\":\"\xff\"}",
        "{\"projectId\":7}",
        "{\"projectId\":\"\"}",
        "{\"relay\":\"\"}",
        "{\"projectId\":\"two words\"}",
        "{\"relay\":\"ws://relay.example\"}",
        "{\"relay\":\"https://127.0.0.1:1\"}",
        "{\"relay\":\"wss://relay.example\"}",
        "{\"sandbox\":\"sometimes\"}",
        "{\"accent\":\"red\"}",
        "{\"accent\":\"#12345\"}",
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        g_autofree char *problem = refused_configuration(wrong[index]);
        g_assert_cmpuint(strlen(problem), >, 10);
    }
    g_autofree char *none = refused_configuration(NULL);
    g_assert_nonnull(none);
}

static void refuse_call(guint64 manager, const char *verb, const char *parameters) {
    Answer answer = {0};
    g_assert_cmpuint(engine->call(manager, verb, parameters, answered, &answer), !=, 0);
    // Never before the function has returned.
    g_assert_cmpuint(answer.count, ==, 0);
    stage_wait_for(&answer.is_done);
    g_assert_false(answer.has_result);
    g_assert_nonnull(strstr(answer.error, "invalid-argument"));
    // No transaction has as much: it isn't read at all.
    if (parameters != NULL && strlen(parameters) > 32 << 20) g_assert_nonnull(strstr(answer.error, "33554432"));
    g_free(answer.error);
}

static void test_calls(void) {
    guint64 manager = new_manager();
    refuse_call(manager, NULL, "{}");
    refuse_call(manager, "noSuchVerb", "{}");
    refuse_call(manager, "approve", "{}");
    refuse_call(manager, "viewAccount", NULL);
    refuse_call(manager, "viewAccount", "\xff");
    refuse_call(manager, "viewAccount", "{");
    refuse_call(manager, "viewAccount", "7");
    refuse_call(manager, "viewAccount", "{\"accountId\":\"alice.near\",\"more\":1}");
    refuse_call(manager, "viewAccount", "{\"accountId\":\"al\\u0000ice\"}");
    g_autofree char *long_text = g_strnfill(64 << 20, 'x');
    g_autofree char *long_parameters = g_strdup_printf("{\"accountId\":\"%s\"}", long_text);
    refuse_call(manager, "viewAccount", long_parameters);
    // A callback of NULL is forgotten, and a number that isn't there is no mistake.
    engine->call(manager, "viewAccount", "{\"accountId\":\"alice.near\"}", NULL, NULL);
    engine->cancel(0);
    engine->cancel(G_MAXUINT64);
    engine->manager_free(manager);
    engine->manager_free(manager);
    g_assert_cmpuint(engine->call(manager, "ready", "{}", answered, NULL), ==, 0);
    g_assert_cmpint(engine->command(manager, "close", NULL, NULL), ==, 0);
    g_assert_cmpuint(engine->widget_new(manager, NULL), ==, 0);
    engine->widget_free(12345);
}

static void test_commands(void) {
    guint64 manager = new_manager();
    char *problem = NULL;
    g_assert_cmpint(engine->command(manager, NULL, NULL, &problem), ==, 0);
    engine->text_free(problem);
    problem = NULL;
    g_assert_cmpint(engine->command(manager, "approve", "all", &problem), ==, 0);
    g_assert_nonnull(problem);
    engine->text_free(problem);
    problem = NULL;
    g_assert_cmpint(engine->command(manager, "return-link", "\xff", &problem), ==, 0);
    g_assert_nonnull(problem);
    engine->text_free(problem);
    /* Nobody has asked for these answers. */
    static const char *const answers[] = {"", "{", "7", "{}", "{\"id\":1}", "{\"id\":\"1\",\"answer\":\"allow\"}",
                                          "{\"id\":1,\"answer\":\"sign\"}", "{\"id\":-1,\"answer\":\"allow\"}"};
    for (gsize index = 0; index < G_N_ELEMENTS(answers); index++) {
        problem = NULL;
        g_assert_cmpint(engine->command(manager, "answer-approval", answers[index], &problem), ==, 0);
        g_assert_nonnull(problem);
        engine->text_free(problem);
    }
    problem = NULL;
    g_assert_cmpint(engine->command(manager, "answer-approval", NULL, NULL), ==, 0);
    g_assert_cmpint(
        engine->command(manager, "answer-approval", "{\"id\":1,\"answer\":\"allow\"}", &problem), ==, 0);
    g_assert_null(problem);
    g_assert_cmpint(engine->command(manager, "recognize-link", NULL, &problem), ==, 0);
    g_assert_cmpint(engine->command(manager, "recognize-link", "\xff", &problem), ==, 0);
    g_assert_null(problem);
    g_assert_cmpint(engine->command(manager, "close-popups", NULL, NULL), ==, 1);
    /* The page answers. */
    g_assert_cmpint(engine->command(manager, "stop-page", NULL, NULL), ==, 0);
    g_assert_cmpint(engine->command(manager, "wait-for-page", NULL, NULL), ==, 0);
    g_assert_null(engine->convert(NULL, NULL, NULL));
    g_assert_null(engine->convert("parse-amount", NULL, NULL));
    engine->manager_free(manager);
}

/* The library has the rules for account ids itself, so that they need neither a thread nor the engine. */
static void test_account_ids(void) {
    static const char letters[] = "ab0z9-_.A \xc3\xa9";
    for (int turn = 0; turn < 20000; turn++) {
        char text[80];
        int length = turn % 16 == 0 ? g_test_rand_int_range(60, 70) : g_test_rand_int_range(0, 7);
        for (int place = 0; place < length; place++) {
            // Mostly letters that are allowed: otherwise long ones never are.
            int among = length > 10 ? 5 : (int)sizeof letters - 1;
            text[place] = letters[g_test_rand_int_range(0, among)];
        }
        text[length] = '\0';
        char *problem = NULL;
        char *taken = engine->convert("check-account", text, &problem);
        if ((taken != NULL) != near_connect_account_id_is_valid(text)) g_error("“%s” is judged in two ways", text);
        engine->text_free(taken);
        engine->text_free(problem);
    }
}

static void test_freed_from_a_callback(void) {
    Answer answer = {.manager = new_manager()};
    engine->call(answer.manager, "viewAccount", "{\"accountId\":\"alice.test.near\"}", answered, &answer);
    stage_wait_for(&answer.is_done);
    g_assert_cmpuint(answer.count, ==, 1);
    g_free(answer.error);
}

/* What the keystore wallet asks a program without the library. */
typedef struct {
    guint64 manager;
    guint approvals, ends;
    int hears, answered_inside;
} Asked;

static int wanted(void *data, const char *name, const char *json) {
    Asked *asked = data;
    if (g_str_equal(name, "approval-ended")) {
        asked->ends++;
        return 1;
    }
    g_assert_cmpstr(name, ==, "approval");
    g_assert_nonnull(strstr(json, "\"kind\":\"sign-in\""));
    asked->approvals++;
    /* Nobody waits yet. */
    g_autofree char *early = g_strdup_printf("{\"id\":%u,\"answer\":\"allow\"}", asked->approvals);
    asked->answered_inside += engine->command(asked->manager, "answer-approval", early, NULL);
    return asked->hears;
}

static void test_approvals(void) {
    Asked asked = {.hears = 1};
    g_autofree char *configuration = g_strdup_printf(
        "{\"network\":\"devnet\",\"rpcURLs\":[\"%s\"],\"ephemeral\":true,\"credentials\":\"%s\"}", g_getenv("STAGE_NODE"),
        g_getenv("STAGE_CREDENTIALS"));
    asked.manager = engine->manager_new(configuration, NULL, wanted, &asked, NULL);
    static const char sign_in[] = "{\"walletId\":\"" KEYSTORE "\"}";
    Answer allowed = {0};
    engine->call(asked.manager, "signIn", sign_in, answered, &allowed);
    WAIT_UNTIL(asked.approvals == 1);
    g_assert_cmpint(engine->command(asked.manager, "answer-approval", "{\"id\":2,\"answer\":\"allow\"}", NULL), ==, 0);
    g_assert_cmpint(engine->command(asked.manager, "answer-approval", "{\"id\":1,\"answer\":\"allow\"}", NULL), ==, 1);
    g_assert_cmpint(engine->command(asked.manager, "answer-approval", "{\"id\":1,\"answer\":\"allow\"}", NULL), ==, 0);
    stage_wait_for(&allowed.is_done);
    g_assert_true(allowed.has_result);
    /* Where nobody hears of it, and no widget is there, nobody allows it. */
    asked.hears = 0;
    Answer refused = {0};
    engine->call(asked.manager, "signIn", sign_in, answered, &refused);
    stage_wait_for(&refused.is_done);
    g_assert_nonnull(strstr(refused.error, "wallet-rejected"));
    /* A manager that is forgotten tells nothing any more. */
    asked.hears = 1;
    Answer released = {0};
    engine->call(asked.manager, "signIn", sign_in, answered, &released);
    WAIT_UNTIL(asked.approvals == 3);
    engine->manager_free(asked.manager);
    stage_wait_for(&released.is_done);
    g_assert_nonnull(strstr(released.error, "manager-released"));
    g_assert_cmpuint(asked.ends, ==, 0);
    g_assert_cmpint(asked.answered_inside, ==, 0);
    g_free(refused.error);
    g_free(released.error);
}

static gpointer attack(gpointer data) {
    guint64 manager = *(guint64 *)data;
    for (int turn = 0; turn < 1000; turn++) {
        g_assert_cmpuint(engine->call(manager, "ready", "{}", answered, NULL), ==, 0);
        g_assert_cmpuint(engine->manager_new("{}", NULL, NULL, NULL, NULL), ==, 0);
        engine->cancel((guint64)turn);
        engine->manager_free(manager);
        engine->widget_free(manager);
        g_assert_cmpint(engine->command(manager, "close", NULL, NULL), ==, 0);
    }
    return NULL;
}

static void test_eight_threads(void) {
    guint64 manager = new_manager();
    GThread *threads[8];
    for (gsize index = 0; index < G_N_ELEMENTS(threads); index++) threads[index] = g_thread_new("attack", attack, &manager);
    for (gsize index = 0; index < G_N_ELEMENTS(threads); index++) g_thread_join(threads[index]);
    // The manager is there still: other threads have done nothing.
    Answer answer = {0};
    engine->call(manager, "viewAccount", "{\"accountId\":\"alice.test.near\"}", answered, &answer);
    stage_wait_for(&answer.is_done);
    g_assert_true(answer.has_result);
    engine->manager_free(manager);
}

/* Signals */

/* What each function has answered in a signal's handler. */
static struct {
    guint64 target, manager, call, widget, live;
    int command;
    gboolean has_table;
    volatile sig_atomic_t is_done;
} handled;
static const NearConnectEngine *(*open_again)(void);
static const char *handled_configuration;

/* Nothing of this may be done in a handler, unless it has interrupted a wait. */
static void handle(int number) {
    (void)number;
    void *widget = NULL;
    handled.has_table = open_again() != NULL;
    handled.manager = engine->manager_new(handled_configuration, NULL, NULL, NULL, NULL);
    handled.call = engine->call(handled.target, "history", "{}", NULL, NULL);
    engine->cancel(handled.call);
    handled.command = engine->command(handled.target, "close-popups", NULL, NULL);
    handled.widget = engine->widget_new(handled.target, &widget);
    engine->widget_free(handled.widget);
    handled.live = engine->live();
    engine->manager_free(handled.manager != 0 ? handled.manager : handled.target);
    handled.is_done = TRUE;
}

static gpointer wait_for_a_signal(gpointer data) {
    (void)data;
    sigset_t none;
    sigemptyset(&none);
    while (!handled.is_done) sigsuspend(&none);
    return NULL;
}

/* A handler that comes on another thread is refused as that is; on the engine's own it is a caller like others. */
static void test_a_signals_thread(void) {
    struct sigaction before, action = {.sa_handler = handle};
    sigset_t blocked, old;
    sigemptyset(&action.sa_mask);
    g_assert_cmpint(sigaction(SIGUSR2, &action, &before), ==, 0);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    g_assert_cmpint(pthread_sigmask(SIG_BLOCK, &blocked, &old), ==, 0);
    g_autofree char *configuration = configuration_text();
    handled_configuration = configuration;
    handled.target = new_manager();
    pthread_t thread;
    g_assert_cmpint(pthread_create(&thread, NULL, wait_for_a_signal, NULL), ==, 0);
    g_assert_cmpint(pthread_kill(thread, SIGUSR2), ==, 0);
    g_assert_cmpint(pthread_join(thread, NULL), ==, 0);
    g_assert_true(handled.is_done);
    g_assert_false(handled.has_table);
    g_assert_cmpuint(handled.manager | handled.call | handled.widget | handled.live, ==, 0);
    g_assert_cmpint(handled.command, ==, 0);
    /* The manager is there still. */
    Answer answer = {0};
    engine->call(handled.target, "viewAccount", "{\"accountId\":\"alice.test.near\"}", answered, &answer);
    stage_wait_for(&answer.is_done);
    g_assert_true(answer.has_result);
    g_assert_cmpint(pthread_sigmask(SIG_SETMASK, &old, NULL), ==, 0);
    handled.is_done = FALSE;
    g_assert_cmpint(raise(SIGUSR2), ==, 0);
    g_assert_true(handled.is_done && handled.has_table);
    g_assert_cmpuint(handled.manager, !=, 0);
    g_assert_cmpuint(handled.call, !=, 0);
    g_assert_cmpuint(handled.widget, !=, 0);
    g_assert_cmpint(handled.command, ==, 1);
    g_assert_cmpuint(handled.live, >=, 2);
    engine->manager_free(handled.target);
    g_assert_cmpint(sigaction(SIGUSR2, &before, NULL), ==, 0);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    open_again = table_opener();
    engine = open_table();
    g_test_add_func("/table/configurations", test_configurations);
    g_test_add_func("/table/calls", test_calls);
    g_test_add_func("/table/commands", test_commands);
    g_test_add_func("/table/approvals", test_approvals);
    g_test_add_func("/table/account-ids", test_account_ids);
    g_test_add_func("/table/freed-from-a-callback", test_freed_from_a_callback);
    g_test_add_func("/table/eight-threads", test_eight_threads);
    g_test_add_func("/table/signal", test_a_signals_thread);
    return g_test_run();
}
