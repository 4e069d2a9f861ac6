/* SPDX-License-Identifier: MIT */
/* Managers on three chains in one program: each has its own account, transactions and ends. Scripts/test-library has
 * started a devnet for each, with keys in STAGE_CREDENTIALS. */
#include <string.h>

#include "stage.h"

/* A manager on a chain of its own, and what it does there. */
typedef struct {
    const char *network, *node, *account, *receiver, *amount;
    NearConnectManager *manager;
    StageEnd in, sent, ended;
} Chain;

/* What an account has, by a manager's node, as JSON; NULL where the chain doesn't have it. */
static char *seen(NearConnectManager *manager, const char *account) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_view_account_async(manager, account, NULL, stage_note, &end);
    char *json = near_connect_manager_view_account_finish(manager, stage_wait(&end), &error);
    if (json == NULL) g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_RPC_ERROR);
    return json;
}

/* The NEAR of such JSON. */
static double near_of(const char *json) {
    g_auto(GStrv) words = g_strsplit(json, "\"", 5);
    g_assert_cmpstr(words[1], ==, "amount");
    return g_ascii_strtod(words[3], NULL) / 1e24;
}

static void assert_sent_one(Chain *chain, const char *hash) {
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_history_async(chain->manager, NULL, stage_note, &end);
    g_autoptr(GPtrArray) entries = near_connect_manager_history_finish(chain->manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(entries->len, ==, 1);
    g_assert_cmpstr(near_connect_journal_entry_get_signer_id(entries->pdata[0]), ==, chain->account);
    g_assert_nonnull(strstr(near_connect_journal_entry_get_json(entries->pdata[0]), hash));
}

/* Three chains, each with an account that the others don't have. All operations are open at once. */
static void test_three_networks_in_one_program(void) {
    Chain chains[] = {
        {"devnet", "STAGE_NODE", "alice.test.near", "bob.test.near", "1", NULL, {0}, {0}, {0}},
        {"second", "STAGE_SECOND_NODE", "carol.test.near", "carlos.test.near", "20", NULL, {0}, {0}, {0}},
        {"third", "STAGE_THIRD_NODE", "dave.test.near", "dora.test.near", "30", NULL, {0}, {0}, {0}},
    };
    const guint count = G_N_ELEMENTS(chains);
    g_autoptr(GError) error = NULL;
    for (guint index = 0; index < count; index++) {
        Chain *chain = &chains[index];
        chain->manager = g_object_new(
            NEAR_CONNECT_TYPE_MANAGER, "network", chain->network, "rpc-url", g_getenv(chain->node), "credentials",
            g_getenv("STAGE_CREDENTIALS"), "policy-file", g_getenv("STAGE_POLICY"), "ephemeral", TRUE, NULL);
        g_assert_null(near_connect_manager_get_unavailable_reason(chain->manager));
        near_connect_manager_sign_in_async(chain->manager, KEYSTORE, NULL, stage_note, &chain->in);
    }
    for (guint index = count; index-- > 0;) {
        Chain *chain = &chains[index];
        g_autoptr(NearConnectAccount) account =
            near_connect_manager_sign_in_finish(chain->manager, stage_wait(&chain->in), &error);
        g_assert_no_error(error);
        g_assert_cmpstr(near_connect_account_get_id(account), ==, chain->account);
    }
    double had[G_N_ELEMENTS(chains)];
    for (guint index = 0; index < count; index++) {
        g_autofree char *receiver = seen(chains[index].manager, chains[index].receiver);
        had[index] = near_of(receiver);
        for (guint other = 0; other < count; other++) {
            g_autofree char *found = seen(chains[index].manager, chains[other].account);
            g_assert_true((found != NULL) == (other == index));
        }
    }
    for (guint index = 0; index < count; index++) {
        Chain *chain = &chains[index];
        g_autofree char *near = g_strconcat(chain->amount, " NEAR", NULL);
        g_autofree char *amount = near_connect_parse_amount(near, &error);
        g_assert_no_error(error);
        near_connect_manager_send_near_async(chain->manager, chain->receiver, amount, NULL, stage_note, &chain->sent);
    }
    for (guint index = count; index-- > 0;) {
        Chain *chain = &chains[index];
        g_autoptr(NearConnectOutcome) outcome =
            near_connect_manager_send_near_finish(chain->manager, stage_wait(&chain->sent), &error);
        g_assert_no_error(error);
        assert_sent_one(chain, near_connect_outcome_get_hash(outcome));
    }
    for (guint index = 0; index < count; index++) {
        g_autofree char *receiver = seen(chains[index].manager, chains[index].receiver);
        const double more = near_of(receiver) - had[index];
        g_assert_cmpfloat_with_epsilon(more, g_ascii_strtod(chains[index].amount, NULL), 0.01);
    }
    /* The end of one is none of the others: an unknown wallet, a manager that is closed, a choice that is cancelled. */
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    near_connect_manager_sign_in_async(chains[1].manager, "nobody", NULL, stage_note, &chains[1].ended);
    near_connect_manager_sign_in_async(chains[2].manager, NULL, cancellable, stage_note, &chains[2].ended);
    near_connect_manager_close(chains[0].manager);
    g_assert_null(near_connect_manager_sign_in_finish(chains[1].manager, stage_wait(&chains[1].ended), &error));
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
    g_clear_error(&error);
    g_assert_cmpuint(chains[2].ended.count, ==, 0);
    g_cancellable_cancel(cancellable);
    g_assert_null(near_connect_manager_sign_in_finish(chains[2].manager, stage_wait(&chains[2].ended), &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    near_connect_manager_sign_out_async(chains[1].manager, NULL, stage_note, &chains[0].ended);
    g_assert_true(near_connect_manager_sign_out_finish(chains[1].manager, stage_wait(&chains[0].ended), &error));
    g_assert_false(near_connect_manager_get_signed_in(chains[1].manager));
    g_assert_true(near_connect_manager_get_signed_in(chains[2].manager));
    for (guint index = 0; index < count; index++) {
        Chain *chain = &chains[index];
        g_assert_cmpstr(near_connect_manager_get_network(chain->manager), ==, chain->network);
        stage_clear(&chain->in);
        stage_clear(&chain->sent);
        stage_clear(&chain->ended);
        g_object_unref(chain->manager);
    }
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/networks/three", test_three_networks_in_one_program);
    return g_test_run();
}
