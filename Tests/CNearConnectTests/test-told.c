/* SPDX-License-Identifier: MIT */
/* What the engine tells, as a program has it: states, approvals, a node's word, errors and versions of wallets, of which
 * many come only where a page, a phone or a node fails. random-engine.c stands in the engine's place, and says them. */
#include <dlfcn.h>
#include <string.h>

#include "near-connect-engine.h"
#include "random-engine.h"
#include "stage.h"

static const RandomEngineDirector *engine;

static NearConnectManager *new_manager(void) {
    NearConnectManager *manager = g_object_new(NEAR_CONNECT_TYPE_MANAGER, "network", "testnet", "ephemeral", TRUE, NULL);
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    return manager;
}

static void turn(void) {
    while (g_main_context_iteration(NULL, FALSE)) {}
}

/* Approvals */

#define REQUEST(number, more)                                                                               \
    "{\"id\":" number ",\"kind\":\"transactions\",\"network\":\"testnet\",\"heading\":\"Send?\",\"text\":\"a\"," \
    "\"candidates\":[]" more "}"

typedef struct {
    NearConnectApprovalRequest *request;
    guint count, ends, words;
} Desk;

static void note(NearConnectApprovalRequest *request, GParamSpec *spec, gpointer data) {
    stage_on_thread();
    Desk *desk = data;
    g_assert_true(NEAR_CONNECT_IS_APPROVAL_REQUEST(request));
    if (g_str_equal(g_param_spec_get_name(spec), "open")) desk->ends++;
    if (g_str_equal(g_param_spec_get_name(spec), "outlook")) desk->words++;
}

static gboolean asked(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer data) {
    stage_on_thread();
    Desk *desk = data;
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    desk->count++;
    g_set_object(&desk->request, request);
    g_signal_connect(request, "notify", G_CALLBACK(note), desk);
    return TRUE;
}

static void clear_desk(Desk *desk) {
    if (desk->request != NULL) g_signal_handlers_disconnect_by_data(desk->request, desk);
    g_clear_object(&desk->request);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Desk, clear_desk)

/* A manager whose program has been asked. */
static NearConnectManager *asking_manager(Desk *desk, const char *json) {
    NearConnectManager *manager = new_manager();
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), desk);
    g_assert_cmpint(engine->event("approval", json), ==, 1);
    g_assert_null(desk->request);
    turn();
    g_assert_nonnull(desk->request);
    return manager;
}

/* What a node says comes later than the request, and once for all of it. */
static void test_a_node_has_its_word(void) {
    g_auto(Desk) desk = {0};
    g_autoptr(NearConnectManager) manager = asking_manager(&desk, REQUEST("1", ""));
    g_assert_null(near_connect_approval_request_get_outlook(desk.request));
    g_assert_cmpuint(g_strv_length((char **)near_connect_approval_request_get_warnings(desk.request)), ==, 0);
    /* Of another request, and what is none. */
    engine->event("approval-outlook", "{\"id\":2,\"outlook\":\"x\",\"warnings\":[\"x\"]}");
    engine->event("approval-outlook", "7");
    turn();
    g_assert_null(near_connect_approval_request_get_outlook(desk.request));
    g_assert_cmpuint(desk.words, ==, 0);
    engine->event("approval-outlook", "{\"id\":1,\"outlook\":\"Warning: a\\nb: c\",\"warnings\":[\"a\",7]}");
    g_assert_cmpuint(desk.words, ==, 0);
    turn();
    g_assert_cmpuint(desk.words, ==, 1);
    g_autofree char *outlook = NULL;
    g_auto(GStrv) warnings = NULL;
    g_object_get(desk.request, "outlook", &outlook, "warnings", &warnings, NULL);
    g_assert_cmpstr(outlook, ==, "Warning: a\nb: c");
    g_assert_cmpuint(g_strv_length(warnings), ==, 1);
    g_assert_cmpstr(warnings[0], ==, "a");
    g_assert_true(near_connect_approval_request_allow(desk.request, NULL));
    g_assert_cmpstr(engine->argument(), ==, "{\"id\":1,\"answer\":\"allow\"}");
    /* One that was answered has no more words. */
    engine->event("approval-outlook", "{\"id\":1,\"outlook\":\"late\",\"warnings\":[]}");
    turn();
    g_assert_cmpstr(near_connect_approval_request_get_outlook(desk.request), ==, outlook);
    g_assert_cmpuint(desk.words, ==, 1);
}

/* Where no node is asked, the request says so from the beginning. */
static void test_no_node_is_asked(void) {
    g_auto(Desk) desk = {0};
    g_autoptr(NearConnectManager) manager = asking_manager(&desk, REQUEST("1", ",\"outlook\":\"\""));
    g_assert_cmpstr(near_connect_approval_request_get_outlook(desk.request), ==, "");
    g_assert_true(near_connect_approval_request_deny(desk.request));
}

/* The JSON is the engine's: numbers and texts as they are written. */
static void test_the_json_is_what_is_signed(void) {
    static const char json[] = REQUEST(
        "1", ",\"message\":\"a\\u0000b\",\"transactions\":[{\"nonce\":18446744073709551615,\"share\":1.50}]");
    g_auto(Desk) desk = {0};
    g_autoptr(NearConnectManager) manager = asking_manager(&desk, json);
    g_assert_cmpstr(near_connect_approval_request_get_json(desk.request), ==, json);
    /* As bindings have texts. */
    g_assert_cmpstr(near_connect_approval_request_get_message(desk.request), ==, "a");
}

/* Its operation ends between the engine's word and the handler. */
static void test_a_request_that_ends_before_it_is_offered(void) {
    g_auto(Desk) desk = {0};
    g_autoptr(NearConnectManager) manager = new_manager();
    g_signal_connect(manager, "approval-requested", G_CALLBACK(asked), &desk);
    g_assert_cmpint(engine->event("approval", REQUEST("1", "")), ==, 1);
    g_assert_cmpint(engine->event("approval-ended", "{\"id\":1}"), ==, 1);
    turn();
    g_assert_cmpuint(desk.count, ==, 0);
    /* The next one is another one. */
    g_assert_cmpint(engine->event("approval", REQUEST("2", "")), ==, 1);
    turn();
    g_assert_cmpuint(desk.count, ==, 1);
    g_assert_true(near_connect_approval_request_get_open(desk.request));
    engine->event("approval-ended", "{\"id\":2}");
    turn();
    g_assert_cmpuint(desk.ends, ==, 1);
}

static gpointer drop(gpointer object) {
    g_object_unref(object);
    return NULL;
}

/* Without close(), on the library's thread and on a collector's. */
static void test_a_request_ends_with_its_manager(void) {
    for (int turns = 0; turns < 2; turns++) {
        g_auto(Desk) desk = {0};
        NearConnectManager *manager = asking_manager(&desk, REQUEST("1", ""));
        g_assert_true(near_connect_approval_request_get_open(desk.request));
        if (turns == 0) g_object_unref(manager);
        else g_thread_join(g_thread_new("collector", drop, manager));
        turn();
        g_assert_false(near_connect_approval_request_get_open(desk.request));
        g_assert_cmpuint(desk.ends, ==, 1);
        g_assert_false(near_connect_approval_request_allow(desk.request, NULL));
    }
}

/* States and wishes */

static void take_variables(NearConnectManager *manager, const char *const *environment, gpointer data) {
    stage_on_thread();
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    *(char ***)data = g_strdupv((char **)environment);
}

static void test_a_relaunch_has_its_variables(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    g_auto(GStrv) variables = NULL;
    /* Nobody hears of it. */
    g_assert_cmpint(engine->event("relaunch", "[\"A=1\"]"), ==, 0);
    g_signal_connect(manager, "relaunch-needed", G_CALLBACK(take_variables), &variables);
    g_assert_cmpint(engine->event("relaunch", "[\"A=x=y\",\"B=\"]"), ==, 1);
    turn();
    g_assert_cmpuint(g_strv_length(variables), ==, 2);
    g_assert_cmpstr(variables[0], ==, "A=x=y");
    g_assert_cmpstr(variables[1], ==, "B=");
    g_assert_cmpint(engine->event("colour", "{}"), ==, 0);
}

static void test_the_page_and_links(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    g_assert_false(near_connect_manager_get_unresponsive(manager));
    engine->change("{\"unresponsive\":true,\"offersCacheReset\":true}");
    turn();
    g_assert_true(near_connect_manager_get_unresponsive(manager));
    g_assert_true(near_connect_manager_get_offers_cache_reset(manager));
    g_assert_true(near_connect_manager_wait_for_unresponsive_page(manager));
    g_assert_cmpstr(engine->command(), ==, "wait-for-page");
    g_assert_true(near_connect_manager_stop_unresponsive_page(manager));
    g_assert_cmpstr(engine->command(), ==, "stop-page");
    g_assert_true(near_connect_manager_recognizes_return_link(manager, "stage:back?nonce=1"));
    g_assert_cmpstr(engine->command(), ==, "recognize-link");
    g_assert_cmpstr(engine->argument(), ==, "stage:back?nonce=1");
    engine->change("{}");
    turn();
    g_assert_false(near_connect_manager_get_unresponsive(manager));
    g_assert_false(near_connect_manager_get_offers_cache_reset(manager));
}

/* Operations */

#define BEGIN(start, ...)                       \
    g_auto(StageEnd) end = {0};                 \
    g_autoptr(GError) error = NULL;             \
    start(__VA_ARGS__, NULL, stage_note, &end)

static void test_an_error_names_what_may_have_been_sent(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    BEGIN(near_connect_manager_send_near_async, manager, "bob.near", "1");
    engine->answer(
        NULL,
        "{\"code\":\"partially-sent\",\"message\":\"One.\",\"hash\":\"9xyz\",\"outcome\":{\"transaction\":{\"hash\":\"0\"}},"
        "\"outcomes\":[{\"transaction\":{\"hash\":\"1\"}},7,{\"transaction\":{\"hash\":\"2\"}}]}");
    g_assert_null(near_connect_manager_send_near_finish(manager, stage_wait(&end), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_PARTIALLY_SENT);
    g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(error);
    g_assert_cmpstr(near_connect_error_details_get_hash(details), ==, "9xyz");
    g_autoptr(GPtrArray) outcomes = near_connect_error_details_get_outcomes(details);
    g_assert_cmpuint(outcomes->len, ==, 3);
    for (guint index = 0; index < outcomes->len; index++) {
        const char number[] = {(char)('0' + index), '\0'};
        g_assert_cmpstr(near_connect_outcome_get_hash(g_ptr_array_index(outcomes, index)), ==, number);
    }
    g_assert_cmpstr(
        near_connect_outcome_get_json(g_ptr_array_index(outcomes, 1)), ==, "{\"transaction\":{\"hash\":\"1\"}}");
}

#define UPDATE                                                                                                         \
    "{\"id\":\"w\",\"name\":\"Wallet\",\"version\":\"2\",\"changes\":[\"more\",\"less\"],\"addsPermissions\":true,"    \
    "\"isDowngrade\":true,\"isDeclined\":true,\"manifestSHA256\":\"m\",\"codeSHA256\":\"c\"}"

static void test_versions_of_wallets(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    g_autoptr(NearConnectWalletUpdate) update = NULL;
    {
        BEGIN(near_connect_manager_list_wallet_updates_async, manager);
        g_assert_cmpstr(engine->verb(), ==, "walletUpdates");
        engine->answer("[" UPDATE ",7]", NULL);
        g_autoptr(GPtrArray) updates =
            near_connect_manager_list_wallet_updates_finish(manager, stage_wait(&end), &error);
        g_assert_no_error(error);
        g_assert_cmpuint(updates->len, ==, 1);
        update = g_object_ref(g_ptr_array_index(updates, 0));
    }
    g_assert_cmpstr(near_connect_wallet_update_get_id(update), ==, "w");
    g_assert_cmpstr(near_connect_wallet_update_get_name(update), ==, "Wallet");
    g_assert_cmpstr(near_connect_wallet_update_get_version(update), ==, "2");
    g_assert_true(near_connect_wallet_update_get_adds_permissions(update));
    g_assert_true(near_connect_wallet_update_get_downgrade(update));
    g_assert_true(near_connect_wallet_update_get_declined(update));
    g_assert_nonnull(strstr(near_connect_wallet_update_get_json(update), "\"codeSHA256\":\"c\""));
    g_auto(GStrv) changes = near_connect_wallet_update_get_changes(update);
    g_assert_cmpuint(g_strv_length(changes), ==, 2);
    g_assert_cmpstr(changes[0], ==, "more");
    {
        g_auto(GStrv) failures = NULL;
        BEGIN(near_connect_manager_look_for_wallet_updates_async, manager);
        g_assert_cmpstr(engine->verb(), ==, "lookForWalletUpdates");
        engine->answer("{\"updates\":[" UPDATE "],\"failures\":{\"v\":\"It is away.\"}}", NULL);
        g_autoptr(GPtrArray) updates =
            near_connect_manager_look_for_wallet_updates_finish(manager, stage_wait(&end), &failures, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(updates->len, ==, 1);
        g_assert_cmpuint(g_strv_length(failures), ==, 1);
        g_assert_cmpstr(failures[0], ==, "v: It is away.");
    }
    {
        BEGIN(near_connect_manager_accept_wallet_update_async, manager, update, TRUE);
        g_assert_cmpstr(engine->verb(), ==, "acceptWalletUpdate");
        g_assert_cmpstr(
            engine->parameters(), ==,
            "{\"id\":\"w\",\"manifestSHA256\":\"m\",\"codeSHA256\":\"c\",\"allowsDowngrade\":true}");
        engine->answer("null", NULL);
        g_assert_true(near_connect_manager_accept_wallet_update_finish(manager, stage_wait(&end), &error));
        g_assert_no_error(error);
    }
    BEGIN(near_connect_manager_decline_wallet_update_async, manager, update);
    g_assert_cmpstr(engine->verb(), ==, "declineWalletUpdate");
    g_assert_cmpstr(engine->parameters(), ==, "{\"id\":\"w\",\"manifestSHA256\":\"m\",\"codeSHA256\":\"c\"}");
    engine->answer("null", NULL);
    g_assert_true(near_connect_manager_decline_wallet_update_finish(manager, stage_wait(&end), &error));
    g_assert_no_error(error);
}

static void test_a_phone_may_not_hear_that_its_wallet_is_forgotten(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    static const struct {
        const char *result;
        gboolean is_forgotten, are_told;
    } ends[] = {
        {"{\"wasSignedIn\":true,\"phonesAreTold\":true}", TRUE, TRUE},
        {"{\"wasSignedIn\":true,\"phonesAreTold\":false}", TRUE, FALSE},
        {"7", FALSE, FALSE},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(ends); index++) {
        gboolean are_told = !ends[index].are_told;
        BEGIN(near_connect_manager_forget_wallet_async, manager, "w");
        engine->answer(ends[index].result, NULL);
        gboolean is_forgotten =
            near_connect_manager_forget_wallet_finish(manager, stage_wait(&end), &are_told, &error);
        g_assert_cmpint(is_forgotten, ==, ends[index].is_forgotten);
        g_assert_cmpint(are_told, ==, ends[index].are_told);
        g_assert_true(is_forgotten == (error == NULL));
    }
}

/* Each operation that is open hears of its cancellable. */
static void test_a_cancel_reaches_the_engine(void) {
    g_autoptr(NearConnectManager) manager = new_manager();
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_identify_chain_async(manager, cancellable, stage_note, &end);
    g_assert_false(engine->is_cancelled());
    g_cancellable_cancel(cancellable);
    turn();
    g_assert_true(engine->is_cancelled());
    engine->answer(NULL, "{\"code\":\"task-cancelled\",\"message\":\"It was cancelled.\"}");
    g_assert_null(near_connect_manager_identify_chain_finish(manager, stage_wait(&end), NULL, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* It is a wish: what was signed by then, and what has become of it, is the end. */
static void test_a_cancel_is_a_wish(void) {
    static const char outcome[] = "{\"transaction\":{\"hash\":\"9xyz\"},\"status\":{\"SuccessValue\":\"\"}}";
    static const char unknown[] = "{\"code\":\"transaction-unknown\",\"message\":\"Look.\",\"hash\":\"9xyz\"}";
    g_autoptr(NearConnectManager) manager = new_manager();
    for (int index = 0; index < 2; index++) {
        g_autoptr(GCancellable) cancellable = g_cancellable_new();
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_send_near_async(manager, "bob.near", "1", cancellable, stage_note, &end);
        g_cancellable_cancel(cancellable);
        turn();
        g_assert_true(engine->is_cancelled());
        g_assert_cmpuint(end.count, ==, 0);
        engine->answer(index == 0 ? outcome : NULL, index == 0 ? NULL : unknown);
        g_autoptr(NearConnectOutcome) sent = near_connect_manager_send_near_finish(manager, stage_wait(&end), &error);
        if (index == 0) {
            g_assert_no_error(error);
            g_assert_cmpstr(near_connect_outcome_get_hash(sent), ==, "9xyz");
        } else {
            g_assert_null(sent);
            g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_TRANSACTION_UNKNOWN);
        }
    }
}

/* A program has the engine's sentence, by the letter: also what looks like a format. */
static void test_each_error_has_the_engines_sentence(void) {
    static const char sentence[] = "100 %s of “a\nb” %n – \xf0\x9f\x98\x80.";
    g_autoptr(NearConnectManager) manager = new_manager();
    g_autoptr(GEnumClass) codes = g_type_class_ref(NEAR_CONNECT_TYPE_ERROR);
    for (guint index = 0; index < codes->n_values; index++) {
        const char *nick = codes->values[index].value_nick;
        g_autofree char *escaped = g_strescape(sentence, "\xf0\x9f\x98\x80\xe2\x80\x93\x9c\x9d");
        g_autofree char *json = g_strdup_printf("{\"message\":\"%s\",\"code\":\"%s\"}", escaped, nick);
        BEGIN(near_connect_manager_sign_out_async, manager);
        engine->answer(NULL, json);
        g_assert_false(near_connect_manager_sign_out_finish(manager, stage_wait(&end), &error));
        if (g_str_equal(nick, "task-cancelled")) g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        else g_assert_error(error, NEAR_CONNECT_ERROR, codes->values[index].value);
        g_assert_cmpstr(error->message, ==, sentence);
    }
    g_assert_cmpuint(codes->n_values, >=, 29);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    if (!near_connect_init(NULL)) g_error("the engine can't be opened");
    void *library = dlopen(g_getenv("STAGE_RANDOM_ENGINE"), RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL) g_error("another engine was opened: %s", dlerror());
    const RandomEngineDirector *(*director)(void) = NULL;
    *(void **)&director = dlsym(library, "random_engine_director");
    engine = director();
    g_test_add_func("/told/outlook", test_a_node_has_its_word);
    g_test_add_func("/told/no-outlook", test_no_node_is_asked);
    g_test_add_func("/told/json", test_the_json_is_what_is_signed);
    g_test_add_func("/told/early-end", test_a_request_that_ends_before_it_is_offered);
    g_test_add_func("/told/manager", test_a_request_ends_with_its_manager);
    g_test_add_func("/told/relaunch", test_a_relaunch_has_its_variables);
    g_test_add_func("/told/page", test_the_page_and_links);
    g_test_add_func("/told/details", test_an_error_names_what_may_have_been_sent);
    g_test_add_func("/told/versions", test_versions_of_wallets);
    g_test_add_func("/told/phones", test_a_phone_may_not_hear_that_its_wallet_is_forgotten);
    g_test_add_func("/told/cancel", test_a_cancel_reaches_the_engine);
    g_test_add_func("/told/wish", test_a_cancel_is_a_wish);
    g_test_add_func("/told/sentences", test_each_error_has_the_engines_sentence);
    return g_test_run();
}
