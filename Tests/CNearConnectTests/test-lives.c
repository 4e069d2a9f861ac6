/* SPDX-License-Identifier: MIT */
/* Lives of the real engine's managers with the keystore wallet: sign-ins, transfers, questions and their answers in
 * random order, also from inside the callbacks. Each call ends once, what says that it didn't send hasn't, and nothing is
 * left. */
#include <string.h>

#include "table.h"

static const NearConnectEngine *engine;

enum { N_CALLS = 12 };

typedef struct Life Life;

typedef struct {
    Life *life;
    guint count;
    guint64 number;
    gboolean is_transfer, has_result;
} Begun;

struct Life {
    guint64 manager, widget;
    Begun calls[N_CALLS];
    guint n_calls;
    /* Whether the manager was freed: nothing but answers comes then. */
    gboolean is_freed;
    /* What was told, and the question that waits for an answer. */
    guint told;
    guint64 question, last_question;
    /* The program takes each question; otherwise chance decides. */
    gboolean takes_all;
    /* Steps that callbacks may still do. */
    int inner_steps;
};

/* Of all lives. */
static struct {
    guint questions, inner_steps, sign_ins, executed;
    /* Transfers of which the end says that nobody knows. */
    guint unknown;
} sums;

static void step(Life *life, gboolean is_inside);

/* Something of the program's in the middle of a callback. */
static void step_inside(Life *life) {
    if (life->inner_steps == 0 || g_test_rand_int_range(0, 3) > 0) return;
    life->inner_steps--;
    sums.inner_steps++;
    step(life, TRUE);
}

static gboolean is_one_of(const char *json, const char *const *codes) {
    for (; *codes != NULL; codes++) {
        g_autofree char *member = g_strdup_printf("\"code\":\"%s\"", *codes);
        if (strstr(json, member) != NULL) return TRUE;
    }
    return FALSE;
}

static void answered(void *data, const char *result, const char *error) {
    /* docs/embedding-errors.md: nothing was sent. What the keystore wallet refuses, it hasn't signed. */
    static const char *const unsent[] = {"operation-in-progress", "not-signed-in", "task-cancelled", "user-cancelled",
                                         "wallet-rejected", "web-view-not-ready", NULL};
    Begun *call = data;
    stage_on_thread();
    /* Never before the function has returned. */
    g_assert_cmpuint(call->number, !=, 0);
    g_assert_cmpuint(++call->count, ==, 1);
    g_assert_true((result == NULL) != (error == NULL));
    call->has_result = result != NULL;
    call->life->told++;
    if (call->is_transfer && result != NULL) sums.executed++;
    if (call->is_transfer && error != NULL && !is_one_of(error, unsent)) sums.unknown++;
    step_inside(call->life);
}

static void changed(void *data, const char *state) {
    Life *life = data;
    stage_on_thread();
    g_assert_false(life->is_freed);
    g_assert_true(g_str_has_prefix(state, "{") && strstr(state, "\"account\":") != NULL);
    life->told++;
    step_inside(life);
}

static guint64 id_of(const char *json) {
    const char *place = strstr(json, "\"id\":");
    g_assert_nonnull(place);
    return g_ascii_strtoull(place + 5, NULL, 10);
}

static int wanted(void *data, const char *name, const char *json) {
    Life *life = data;
    stage_on_thread();
    g_assert_false(life->is_freed);
    life->told++;
    if (g_str_equal(name, "approval-ended")) {
        g_assert_cmpuint(id_of(json), ==, life->last_question);
        life->question = 0;
        return 1;
    }
    if (!g_str_equal(name, "approval")) return 1;
    /* Each has a number of its own. */
    g_assert_cmpuint(id_of(json), >, life->last_question);
    life->last_question = id_of(json);
    sums.questions++;
    const gboolean takes = life->takes_all || g_test_rand_int_range(0, 4) > 0;
    life->question = takes ? life->last_question : 0;
    step_inside(life);
    return takes;
}

static void begin(Life *life, const char *verb, const char *parameters) {
    if (life->n_calls == N_CALLS) return;
    Begun *call = &life->calls[life->n_calls];
    call->life = life;
    call->is_transfer = g_str_equal(verb, "sendNEAR");
    const guint64 number = engine->call(life->manager, verb, parameters, answered, call);
    g_assert_true((number == 0) == life->is_freed);
    if (number == 0) return;
    call->number = number;
    life->n_calls++;
}

#define SIGN_IN "signIn", "{\"walletId\":\"" KEYSTORE "\"}"
#define SEND "sendNEAR", "{\"receiverId\":\"bob.test.near\",\"amount\":\"1\"}"

static void begin_any(Life *life) {
    static const char *const verbs[][2] = {
        {SIGN_IN}, {SEND}, {SEND}, {"signIn", "{}"}, {"signOut", "{}"}, {"checkSession", "{}"}, {"history", "{}"},
        {"viewAccount", "{\"accountId\":\"bob.test.near\"}"}, {"ready", "{}"}, {"identifyChain", "{}"},
        {"signMessage", "{\"message\":\"Hello\",\"recipient\":\"shop.example\"}"},
        {"signDelegateActions",
         "{\"delegateActions\":[{\"receiverId\":\"bob.test.near\",\"actions\":[{\"Transfer\":{\"deposit\":\"1\"}}]}]}"},
    };
    const int at = g_test_rand_int_range(0, G_N_ELEMENTS(verbs));
    begin(life, verbs[at][0], verbs[at][1]);
}

static gboolean decide(Life *life, const char *answer) {
    g_autofree char *json =
        g_strdup_printf("{\"id\":%" G_GUINT64_FORMAT ",\"answer\":\"%s\"}", life->last_question, answer);
    const gboolean is_taken = engine->command(life->manager, "answer-approval", json, NULL) != 0;
    /* Nobody answers twice, and only who has taken it. */
    if (!is_taken) return FALSE;
    g_assert_cmpuint(life->question, ==, life->last_question);
    life->question = 0;
    return TRUE;
}

static gboolean wake(gpointer is_late) {
    *(gboolean *)is_late = TRUE;
    return G_SOURCE_REMOVE;
}

/* Turns the loop until something is told; where only a user could go on, for some milliseconds. */
static void turn(Life *life) {
    gboolean is_late = FALSE;
    const guint told = life->told, limit = g_timeout_add(20, wake, &is_late);
    while (!is_late && life->told == told) g_main_context_iteration(NULL, TRUE);
    if (!is_late) g_source_remove(limit);
}

static void free_manager(Life *life) {
    /* Nothing is told from here on, by this function neither. */
    life->is_freed = TRUE;
    engine->manager_free(life->manager);
}

/* One thing of those that a program may do. */
static void step(Life *life, gboolean is_inside) {
    static const char *const commands[] = {"cancel", "close-popups", "focus", "present-wallet", "stop-page",
                                           "wait-for-page", "reload", "close"};
    static const char *const answers[] = {"allow", "allow", "deny", "show"};
    const int at = g_test_rand_int_range(0, 64);
    switch (g_test_rand_int_range(0, 12)) {
        case 0:
        case 1:
        case 2: begin_any(life); break;
        case 3:
            if (life->n_calls > 0) engine->cancel(life->calls[at % (int)life->n_calls].number);
            break;
        case 4:
        case 5: decide(life, answers[at % 4]); break;
        case 6:
            /* The last two end what is open: seldom. */
            engine->command(life->manager, commands[at < 6 ? at + 2 : at % 6], NULL, NULL);
            break;
        case 7: {
            void *widget = NULL;
            if (life->widget != 0 || at % 3 > 0) break;
            life->widget = engine->widget_new(life->manager, &widget);
            g_assert_true((widget != NULL) == !life->is_freed);
            break;
        }
        case 8:
            engine->widget_free(life->widget);
            life->widget = 0;
            break;
        case 9:
            if (at < 4) free_manager(life);
            break;
        default:
            /* No loop turns in a callback: the engine's job waits for it. */
            if (!is_inside) turn(life);
            else engine->text_free(engine->convert("label", "a", NULL));
    }
}

static guint64 new_manager(Life *life, gboolean has_policy) {
    g_autofree char *policy =
        has_policy ? g_strdup_printf(",\"policyFile\":\"%s\"", g_getenv("STAGE_POLICY")) : g_strdup("");
    g_autofree char *configuration = g_strdup_printf(
        "{\"network\":\"devnet\",\"rpcURLs\":[\"%s\"],\"ephemeral\":true,\"credentials\":\"%s\"%s}",
        g_getenv("STAGE_NODE"), g_getenv("STAGE_CREDENTIALS"), policy);
    guint64 number = engine->manager_new(configuration, changed, wanted, life, NULL);
    g_assert_cmpuint(number, !=, 0);
    /* The state, at once. */
    g_assert_cmpuint(life->told, >, 0);
    return number;
}

/* Lets a call end, and allows what it asks. */
static void allow_to_the_end(Life *life, Begun *call) {
    const gint64 limit = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;
    while (call->count == 0) {
        if (g_get_monotonic_time() > limit) g_error("a call did not end within a minute");
        if (life->question == 0) turn(life);
        else g_assert_true(decide(life, "allow"));
    }
}

static gboolean has_open_calls(const Life *life) {
    for (guint index = 0; index < life->n_calls; index++) {
        if (life->calls[index].count == 0) return TRUE;
    }
    return FALSE;
}

/* Lets what is open go on as long as something is told, with what it asks allowed; a dialog of the library's has no
 * user here. */
static void go_on(Life *life) {
    life->takes_all = TRUE;
    for (int quiet = 0; quiet < 10 && has_open_calls(life); quiet++) {
        const guint told = life->told;
        if (life->question != 0) decide(life, "allow");
        turn(life);
        if (life->told != told) quiet = 0;
    }
}

static void end_life(Life *life) {
    life->inner_steps = 0;
    free_manager(life);
    engine->widget_free(life->widget);
    for (guint index = 0; index < life->n_calls; index++) WAIT_UNTIL(life->calls[index].count == 1);
}

static void keep_text(void *data, const char *result, const char *error) {
    (void)error;
    *(char **)data = g_strdup(result);
}

/* What bob has: the last digits, which transfers of these tests change. */
static guint64 balance(void) {
    Life life = {0};
    char *json = NULL;
    life.manager = new_manager(&life, FALSE);
    engine->call(life.manager, "viewAccount", "{\"accountId\":\"bob.test.near\"}", keep_text, &json);
    WAIT_UNTIL(json != NULL);
    end_life(&life);
    const char *digits = strstr(json, "\"amount\":\"");
    g_assert_nonnull(digits);
    digits += strlen("\"amount\":\"");
    const gsize length = strspn(digits, "0123456789");
    const guint64 amount = g_ascii_strtoull(digits + (length > 18 ? length - 18 : 0), NULL, 10);
    g_free(json);
    return amount;
}

/* Random orders of what can be done, against a model that counts: each call ends once, and nothing is left. */
static void test_random_orders(void) {
    const char *text = g_getenv("STAGE_ORDERS");
    const guint64 orders = text != NULL ? g_ascii_strtoull(text, NULL, 10) : 40;
    const guint64 before = balance(), left = engine->live();
    /* Kept to the end: an answer that came twice would be counted. */
    g_autoptr(GPtrArray) lives = g_ptr_array_new_with_free_func(g_free);
    for (guint64 order = 0; order < orders; order++) {
        Life *life = g_new0(Life, 1);
        g_ptr_array_add(lives, life);
        life->manager = new_manager(life, order > 0 && g_test_rand_int_range(0, 4) == 0);
        /* The first one has all that a user would do; many others are signed in when chance begins. */
        if (order == 0 || g_test_rand_int_range(0, 2) == 0) {
            life->takes_all = TRUE;
            begin(life, SIGN_IN);
            allow_to_the_end(life, &life->calls[0]);
            g_assert_true(life->calls[0].has_result);
            sums.sign_ins++;
            if (order == 0) {
                begin(life, SEND);
                allow_to_the_end(life, &life->calls[1]);
                g_assert_true(life->calls[1].has_result);
            }
            life->takes_all = FALSE;
            if (g_test_rand_int_range(0, 2) == 0) begin(life, SEND);
        }
        life->inner_steps = 8;
        const int steps = g_test_rand_int_range(1, 40);
        for (int count = 0; count < steps; count++) step(life, FALSE);
        if (g_test_rand_int_range(0, 2) == 0) go_on(life);
        end_life(life);
        WAIT_UNTIL(engine->live() <= left);
    }
    while (g_main_context_iteration(NULL, FALSE)) {}
    for (guint64 order = 0; order < orders; order++) {
        const Life *life = g_ptr_array_index(lives, order);
        for (guint index = 0; index < life->n_calls; index++) g_assert_cmpuint(life->calls[index].count, ==, 1);
    }
    g_test_message(
        "%u sign-ins, %u questions, %u transfers, %u unknown, %u steps in callbacks", sums.sign_ins, sums.questions,
        sums.executed, sums.unknown, sums.inner_steps);
    g_assert_cmpuint(sums.questions, >=, 2);
    /* What was executed has come, and what says that it wasn't sent hasn't. */
    const guint64 come = (balance() - before + 1000000000000000000) % 1000000000000000000;
    g_assert_cmpuint(come, >=, sums.executed);
    g_assert_cmpuint(come, <=, sums.executed + sums.unknown);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    engine = open_table();
    g_test_add_func("/lives/random-orders", test_random_orders);
    return g_test_run();
}
