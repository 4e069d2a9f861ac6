/* SPDX-License-Identifier: MIT */
/* Mistakes of programs that GObject and GLib name: properties of a wrong kind, twice, or after construction, and no text
 * where one is needed. */
#include "stage.h"

/* Properties */

/* A value that no property of ours takes. */
static void init_wrong(GValue *value) {
    g_value_init(value, G_TYPE_POINTER);
    g_value_set_pointer(value, value);
}

static GObject *made_with(GType type, const char *name, const GValue *value) {
    GObject *object = g_object_new_with_properties(type, name != NULL ? 1 : 0, &name, value);
    return G_IS_INITIALLY_UNOWNED(object) ? g_object_ref_sink(object) : object;
}

static char *value_of(GObject *object, GParamSpec *spec) {
    g_auto(GValue) value = G_VALUE_INIT;
    g_value_init(&value, spec->value_type);
    g_object_get_property(object, spec->name, &value);
    return g_strdup_value_contents(&value);
}

/* Each property that a program may set, in an object's construction and later: a wrong kind changes nothing. */
static void test_wrong_kinds(void) {
    const GType types[] = {NEAR_CONNECT_TYPE_MANAGER, NEAR_CONNECT_TYPE_WIDGET, NEAR_CONNECT_TYPE_BUTTON,
                           NEAR_CONNECT_TYPE_DIALOG};
    g_auto(GValue) wrong = G_VALUE_INIT;
    init_wrong(&wrong);
    guint settled = 0, changeable = 0;
    for (gsize index = 0; index < G_N_ELEMENTS(types); index++) {
        g_autoptr(GTypeClass) class = g_type_class_ref(types[index]);
        guint count = 0;
        g_autofree GParamSpec **specs = g_object_class_list_properties((GObjectClass *)class, &count);
        g_autoptr(GObject) plain = made_with(types[index], NULL, NULL);
        for (guint each = 0; each < count; each++) {
            GParamSpec *spec = specs[each];
            if (spec->owner_type != types[index] || !(spec->flags & G_PARAM_WRITABLE)) continue;
            g_autofree char *preset = value_of(plain, spec);
            g_autofree char *words = g_strdup_printf("unable to set property*%s*", spec->name);
            g_test_expect_message("GLib-GObject", G_LOG_LEVEL_WARNING, words);
            g_autoptr(GObject) object = made_with(types[index], spec->name, &wrong);
            g_test_assert_expected_messages();
            g_autofree char *made = value_of(object, spec);
            g_assert_cmpstr(made, ==, preset);
            /* Afterwards, with the wrong kind and for what is settled with any. */
            const gboolean is_settled = (spec->flags & G_PARAM_CONSTRUCT_ONLY) != 0;
            *(is_settled ? &settled : &changeable) += 1;
            g_test_expect_message(
                "GLib-GObject", G_LOG_LEVEL_WARNING, is_settled ? "*construct property*" : words);
            g_object_set_property(object, spec->name, &wrong);
            g_test_assert_expected_messages();
            g_autofree char *later = value_of(object, spec);
            g_assert_cmpstr(later, ==, preset);
        }
    }
    g_test_message("%u settled, %u changeable", settled, changeable);
    g_assert_cmpuint(settled, >=, 14);
    g_assert_cmpuint(changeable, >=, 4);
}

/* A configuration without its wrong part is a preset one, and works. */
static void test_what_is_left_of_a_wrong_kind_works(void) {
    g_auto(GValue) wrong = G_VALUE_INIT;
    init_wrong(&wrong);
    const char *names[] = {"rpc-url", "network", "ephemeral", "app-name"};
    GValue values[4] = {G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT};
    g_value_set_static_string(g_value_init(&values[0], G_TYPE_STRING), g_getenv("STAGE_NODE"));
    g_value_set_static_string(g_value_init(&values[1], G_TYPE_STRING), "devnet");
    g_value_set_boolean(g_value_init(&values[2], G_TYPE_BOOLEAN), TRUE);
    values[3] = wrong;
    g_test_expect_message("GLib-GObject", G_LOG_LEVEL_WARNING, "unable to set property*app-name*");
    g_autoptr(NearConnectManager) manager =
        NEAR_CONNECT_MANAGER(g_object_new_with_properties(NEAR_CONNECT_TYPE_MANAGER, 4, names, values));
    g_test_assert_expected_messages();
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    g_auto(StageEnd) end = {0};
    g_autoptr(GError) error = NULL;
    near_connect_manager_view_account_async(manager, "bob.test.near", NULL, stage_note, &end);
    g_autofree char *json = near_connect_manager_view_account_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(json);
}

/* A number beyond an enumeration is none of its values. */
static void test_numbers_of_an_enumeration(void) {
    g_test_expect_message("GLib-GObject", G_LOG_LEVEL_WARNING, "*out of range*");
    g_autoptr(NearConnectManager) manager =
        g_object_new(NEAR_CONNECT_TYPE_MANAGER, "sandbox-use", 99, "ephemeral", TRUE, NULL);
    g_test_assert_expected_messages();
    NearConnectSandboxUse use = NEAR_CONNECT_SANDBOX_USE_NEVER;
    g_object_get(manager, "sandbox-use", &use, NULL);
    g_assert_cmpint((int)use, ==, NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE);
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
}

/* One that is named twice has its first value: no manager is on a network that it doesn't name. */
static void test_twice(void) {
    g_test_expect_message("GLib-GObject", G_LOG_LEVEL_CRITICAL, "*network*cannot be set twice*");
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "testnet", "network", "mainnet", "ephemeral", TRUE, NULL);
    g_test_assert_expected_messages();
    g_assert_cmpstr(near_connect_manager_get_network(manager), ==, "testnet");
    g_assert_null(near_connect_manager_get_unavailable_reason(manager));
    /* What may be changed has its last value, and the same one once more changes nothing. */
    g_autoptr(GtkWidget) button = g_object_ref_sink(g_object_new(
        NEAR_CONNECT_TYPE_BUTTON, "connect-label", "a", "manager", manager, "connect-label", "b", "manager", manager, NULL));
    g_assert_cmpstr(near_connect_button_get_connect_label(NEAR_CONNECT_BUTTON(button)), ==, "b");
    g_autoptr(GtkWidget) widget =
        g_object_ref_sink(g_object_new(NEAR_CONNECT_TYPE_WIDGET, "manager", manager, "manager", manager, NULL));
    GtkWidget *child = gtk_bin_get_child(GTK_BIN(widget));
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), manager);
    g_assert_true(gtk_bin_get_child(GTK_BIN(widget)) == child);
    g_assert_true(near_connect_widget_get_manager(NEAR_CONNECT_WIDGET(widget)) == manager);
}

/* Texts */

/* Each function's each text: nothing begins. */
static void test_no_text(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    g_auto(StageEnd) end = {0};
    IS_CRITICAL(near_connect_manager_send_near_async(manager, NULL, "1", NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_send_near_async(manager, "bob.test.near", NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_call_function_async(manager, NULL, "a", NULL, 0, NULL, NULL, stage_note, &end));
    IS_CRITICAL(
        near_connect_manager_call_function_async(manager, "bob.test.near", NULL, NULL, 0, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_view_account_async(manager, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_view_function_async(manager, NULL, "get", NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_view_function_async(manager, "bob.test.near", NULL, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_message_async(manager, NULL, "shop.example", NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_message_async(manager, "Hello", NULL, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_in_and_sign_message_async(
        manager, KEYSTORE, NULL, "shop.example", NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_in_and_sign_message_async(
        manager, KEYSTORE, "Hello", NULL, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_rpc_async(manager, NULL, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_perform_async(manager, NULL, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_and_send_async(manager, NULL, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_and_send_all_async(manager, NULL, 1, NULL, stage_note, &end));
    IS_CRITICAL(near_connect_manager_sign_delegate_actions_async(manager, NULL, 1, NULL, stage_note, &end));
    IS_CRITICAL(g_assert_false(near_connect_manager_handle_return_link(manager, NULL, NULL)));
    IS_CRITICAL(g_assert_null(near_connect_parse_amount(NULL, NULL)));
    IS_CRITICAL(g_assert_null(near_connect_format_amount(NULL, NULL)));
    IS_CRITICAL(g_assert_false(near_connect_account_id_is_valid(NULL)));
    while (g_main_context_iteration(NULL, FALSE)) {}
    g_assert_cmpuint(end.count, ==, 0);
    g_assert_false(near_connect_manager_get_busy(manager));
    /* Of what may be left out, no text is none: the user chooses the wallet, a node is asked without parameters. */
    g_autoptr(GError) error = NULL;
    near_connect_manager_rpc_async(manager, "status", NULL, NULL, stage_note, &end);
    g_autofree char *status = near_connect_manager_rpc_finish(manager, stage_wait(&end), &error);
    g_assert_no_error(error);
    g_assert_nonnull(status);
}

/* A transaction has what it had before. */
static void test_no_text_in_a_transaction(void) {
    IS_CRITICAL(g_assert_null(near_connect_transaction_new(NULL)));
    g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new("bob.test.near");
    IS_CRITICAL(near_connect_transaction_add_transfer(transaction, NULL));
    IS_CRITICAL(near_connect_transaction_add_call(transaction, NULL, NULL, 0, NULL));
    IS_CRITICAL(near_connect_transaction_add_delete_account(transaction, NULL));
    IS_CRITICAL(near_connect_transaction_add_stake(transaction, NULL, "ed25519:1"));
    IS_CRITICAL(near_connect_transaction_add_stake(transaction, "1", NULL));
    IS_CRITICAL(near_connect_transaction_add_full_access_key(transaction, NULL));
    IS_CRITICAL(near_connect_transaction_add_function_call_key(transaction, NULL, "bob.test.near", NULL, NULL));
    IS_CRITICAL(near_connect_transaction_add_function_call_key(transaction, "ed25519:1", NULL, NULL, NULL));
    IS_CRITICAL(near_connect_transaction_add_delete_key(transaction, NULL));
    IS_CRITICAL(near_connect_transaction_add_deploy(transaction, NULL));
    IS_CRITICAL(g_assert_false(near_connect_transaction_add_json(transaction, NULL, NULL)));
    g_assert_cmpuint(near_connect_transaction_get_n_actions(transaction), ==, 0);
}

/* Each function's each text that has nothing in it, where the place needs more; test-input.c has the others. */
static void test_empty_texts(void) {
    g_autoptr(NearConnectManager) manager = stage_signed_in();
    static const struct {
        const char *verb, *parameters;
        NearConnectError code;
    } wrong[] = {
        {"callFunction", "{\"contractId\":\"bob.test.near\",\"methodName\":\"\"}", NEAR_CONNECT_ERROR_INVALID_ARGUMENT},
        {"signMessage", "{\"message\":\"a\",\"recipient\":\"\"}", NEAR_CONNECT_ERROR_INVALID_ARGUMENT},
        {"", "{}", NEAR_CONNECT_ERROR_INVALID_ARGUMENT},
        /* Names that the node has to know. */
        {"viewFunction", "{\"contractId\":\"bob.test.near\",\"methodName\":\"\"}", NEAR_CONNECT_ERROR_RPC_ERROR},
        {"rpc", "{\"method\":\"\"}", NEAR_CONNECT_ERROR_RPC_ERROR},
    };
    for (gsize index = 0; index < G_N_ELEMENTS(wrong); index++) {
        g_auto(StageEnd) end = {0};
        g_autoptr(GError) error = NULL;
        near_connect_manager_perform_async(manager, wrong[index].verb, wrong[index].parameters, NULL, stage_note, &end);
        g_assert_null(near_connect_manager_perform_finish(manager, stage_wait(&end), &error));
        g_assert_error(error, NEAR_CONNECT_ERROR, (int)wrong[index].code);
    }
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mistakes/kinds", test_wrong_kinds);
    g_test_add_func("/mistakes/kinds/rest", test_what_is_left_of_a_wrong_kind_works);
    g_test_add_func("/mistakes/kinds/enumeration", test_numbers_of_an_enumeration);
    g_test_add_func("/mistakes/twice", test_twice);
    g_test_add_func("/mistakes/no-text", test_no_text);
    g_test_add_func("/mistakes/no-text/transaction", test_no_text_in_a_transaction);
    g_test_add_func("/mistakes/empty", test_empty_texts);
    return g_test_run();
}
