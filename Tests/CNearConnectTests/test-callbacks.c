/* SPDX-License-Identifier: MIT */
/* Every function of the real engine's table inside every callback: a manager's state, what it wants, and an answer. The
 * library itself only notes what it is told there. */
#include <string.h>

#include "table.h"

static const NearConnectEngine *engine;

typedef struct {
    guint64 manager, question;
    guint answers, inner, inner_answers;
    /* The callback that calls them, and the command that it ends with. */
    const char *place, *last;
    gboolean is_done;
} Scene;

static void inner_answered(void *data, const char *result, const char *error) {
    g_assert_true((result == NULL) != (error == NULL));
    ((Scene *)data)->inner_answers++;
}

/* Each function of the table. */
static void call_all(Scene *scene, const char *place) {
    static const char *const commands[] = {"close-popups", "focus", "present-wallet", "stop-page", "wait-for-page",
                                           "recognize-link", "return-link", "no-command"};
    if (scene->is_done || scene->manager == 0 || !g_str_equal(scene->place, place)) return;
    scene->is_done = TRUE;
    g_assert_true(table_opener()() == engine);
    engine->call(scene->manager, "history", "{}", inner_answered, scene);
    engine->cancel(engine->call(scene->manager, "identifyChain", "{}", inner_answered, scene));
    scene->inner = 2;
    for (gsize index = 0; index < G_N_ELEMENTS(commands); index++) {
        engine->command(scene->manager, commands[index], "x:y", NULL);
    }
    void *widget = NULL;
    const guint64 number = engine->widget_new(scene->manager, &widget);
    g_assert_nonnull(widget);
    engine->widget_free(number);
    const guint64 other = engine->manager_new("{\"ephemeral\":true}", NULL, NULL, NULL, NULL);
    g_assert_cmpuint(other, !=, 0);
    engine->manager_free(other);
    engine->text_free(engine->convert("label", "a", NULL));
    g_assert_cmpuint(engine->live(), >, 0);
    if (g_str_equal(scene->last, "free")) engine->manager_free(scene->manager);
    else if (scene->last[0] != '\0') engine->command(scene->manager, scene->last, NULL, NULL);
}

static void scene_changed(void *data, const char *state) {
    g_assert_nonnull(state);
    call_all(data, "change");
}

static int scene_wanted(void *data, const char *name, const char *json) {
    Scene *scene = data;
    scene->question = g_str_equal(name, "approval") ? g_ascii_strtoull(strstr(json, "\"id\":") + 5, NULL, 10) : 0;
    call_all(scene, "event");
    return 1;
}

static void scene_answered(void *data, const char *result, const char *error) {
    Scene *scene = data;
    inner_answered(data, result, error);
    scene->inner_answers--;
    scene->answers++;
    call_all(scene, "answer");
}

static void test_every_function_in_every_callback(void) {
    static const char *const scenes[][2] = {
        {"change", ""}, {"change", "close"}, {"change", "free"},   {"event", ""},  {"event", "cancel"},
        {"event", "close"}, {"event", "reload"}, {"event", "free"}, {"answer", ""}, {"answer", "free"},
    };
    g_autofree char *configuration = g_strdup_printf(
        "{\"network\":\"devnet\",\"rpcURLs\":[\"%s\"],\"ephemeral\":true,\"credentials\":\"%s\"}",
        g_getenv("STAGE_NODE"), g_getenv("STAGE_CREDENTIALS"));
    const guint64 left = engine->live();
    for (gsize index = 0; index < G_N_ELEMENTS(scenes); index++) {
        Scene scene = {.place = scenes[index][0], .last = scenes[index][1]};
        g_test_message("%s %s", scene.place, scene.last);
        scene.manager = engine->manager_new(configuration, scene_changed, scene_wanted, &scene, NULL);
        engine->call(scene.manager, "signIn", "{\"walletId\":\"" KEYSTORE "\"}", scene_answered, &scene);
        const gint64 limit = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;
        while (scene.answers == 0 || !scene.is_done || scene.inner_answers < scene.inner) {
            if (g_get_monotonic_time() > limit) g_error("%s %s doesn't end", scene.place, scene.last);
            g_autofree char *allow =
                g_strdup_printf("{\"id\":%" G_GUINT64_FORMAT ",\"answer\":\"allow\"}", scene.question);
            if (scene.question != 0) engine->command(scene.manager, "answer-approval", allow, NULL);
            g_main_context_iteration(NULL, FALSE) ? (void)0 : g_usleep(1000);
        }
        engine->manager_free(scene.manager);
        WAIT_UNTIL(engine->live() <= left);
        g_assert_cmpuint(scene.answers, ==, 1);
        g_assert_cmpuint(scene.inner_answers, ==, scene.inner);
    }
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    engine = open_table();
    g_test_add_func("/callbacks/every-function", test_every_function_in_every_callback);
    return g_test_run();
}
