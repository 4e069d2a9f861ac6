/* SPDX-License-Identifier: MIT */
/* The button and the dialog: what they show, whom they outlive, and what GtkBuilder makes of them. */
#include <string.h>

#include "stage.h"

static NearConnectButton *button_in_window(NearConnectManager *manager, GtkWidget **window) {
    *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    GtkWidget *button = near_connect_button_new(manager);
    gtk_container_add(GTK_CONTAINER(*window), button);
    gtk_widget_show_all(*window);
    return NEAR_CONNECT_BUTTON(button);
}

static const char *label(NearConnectButton *button) {
    return gtk_button_get_label(GTK_BUTTON(button));
}

/* The dialog above a window; NULL where there is none. */
static GtkWidget *dialog_above(GtkWidget *window) {
    GtkWidget *found = NULL;
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *each = windows; each != NULL; each = each->next) {
        if (NEAR_CONNECT_IS_DIALOG(each->data)
            && gtk_window_get_transient_for(GTK_WINDOW(each->data)) == GTK_WINDOW(window)) {
            g_assert_null(found);
            found = each->data;
        }
    }
    return found;
}

static gboolean has_approval(GtkWidget *window) {
    g_autoptr(GList) windows = gtk_window_list_toplevels();
    for (GList *each = windows; each != NULL; each = each->next) {
        GtkWindow *above = GTK_WINDOW(each->data);
        if (gtk_window_get_transient_for(above) == GTK_WINDOW(window) && gtk_widget_get_visible(GTK_WIDGET(above))
            && g_strcmp0(gtk_window_get_title(above), "Approval") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_engine_open(void) {
    g_autofree char *maps = NULL;
    g_assert_true(g_file_get_contents("/proc/self/maps", &maps, NULL, NULL));
    return strstr(maps, "libnear-connect-engine.so") != NULL;
}

/* The first test: what shows no wallet yet loads nothing. */
static void test_the_first_manager_opens_the_engine(void) {
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(NULL, &window);
    GtkWidget *dialog = near_connect_dialog_new(GTK_WINDOW(window), NULL);
    g_assert_cmpstr(label(button), ==, "Connect wallet");
    g_assert_true(near_connect_account_id_is_valid("alice.near"));
    g_assert_false(is_engine_open());
    g_autoptr(NearConnectManager) manager = stage_manager();
    near_connect_button_set_manager(button, manager);
    g_assert_true(is_engine_open());
    gtk_widget_destroy(dialog);
    gtk_widget_destroy(window);
}

static void failed(NearConnectButton *button, const GError *error, gpointer data) {
    (void)button;
    GError **place = data;
    g_assert_null(*place);
    *place = g_error_copy(error);
}

static void find_item(GtkWidget *widget, gpointer place) {
    if (GTK_IS_POPOVER(widget)) *(GtkWidget **)place = gtk_bin_get_child(GTK_BIN(widget));
}

static void test_the_button_signs_in_and_out(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(manager, &window);
    g_assert_cmpstr(label(button), ==, "Connect wallet");
    near_connect_button_set_wallet_id(button, KEYSTORE);
    gtk_button_clicked(GTK_BUTTON(button));
    /* The second press of a double click begins nothing. */
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(near_connect_manager_get_signed_in(manager));
    g_assert_cmpstr(label(button), ==, "alice.test.near");
    g_autofree char *tooltip = gtk_widget_get_tooltip_text(GTK_WIDGET(button));
    g_assert_cmpstr(tooltip, ==, "alice.test.near");
    /* Its dialog stays for later questions, unseen. The account is told before the sign-in has ended. */
    WAIT_UNTIL(!near_connect_manager_get_wallet_visible(manager) && !near_connect_manager_get_busy(manager));
    g_assert_nonnull(dialog_above(window));
    g_assert_false(gtk_widget_get_visible(dialog_above(window)));
    /* Now it has a menu. */
    gtk_button_clicked(GTK_BUTTON(button));
    GtkWidget *item = NULL;
    gtk_container_forall(GTK_CONTAINER(window), find_item, &item);
    g_autofree char *text = NULL;
    g_object_get(item, "text", &text, NULL);
    g_assert_cmpstr(text, ==, "Sign out");
    gtk_button_clicked(GTK_BUTTON(item));
    WAIT_UNTIL(!near_connect_manager_get_signed_in(manager));
    g_assert_cmpstr(label(button), ==, "Connect wallet");
    gtk_widget_destroy(window);
}

static void test_what_goes_wrong_is_told(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(manager, &window);
    g_autoptr(GError) error = NULL;
    g_signal_connect(button, "connecting-failed", G_CALLBACK(failed), &error);
    near_connect_button_set_wallet_id(button, "nobody");
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(error != NULL);
    g_assert_error(error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_UNKNOWN_WALLET);
    g_autofree char *tooltip = gtk_widget_get_tooltip_text(GTK_WIDGET(button));
    g_assert_cmpstr(tooltip, ==, error->message);
    /* It can be tried again. */
    near_connect_button_set_wallet_id(button, KEYSTORE);
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(near_connect_manager_get_signed_in(manager));
    gtk_widget_destroy(window);
}

static void test_a_dialog_shows_itself_and_closing_it_cancels(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(manager, &window);
    g_autoptr(GError) error = NULL;
    g_signal_connect(button, "connecting-failed", G_CALLBACK(failed), &error);
    gtk_button_clicked(GTK_BUTTON(button));
    GtkWidget *dialog = dialog_above(window);
    g_assert_nonnull(dialog);
    WAIT_UNTIL(gtk_widget_get_visible(dialog));
    g_assert_true(gtk_window_get_modal(GTK_WINDOW(dialog)));
    g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(dialog)), ==, "Wallet");
    gtk_window_close(GTK_WINDOW(dialog));
    WAIT_UNTIL(!gtk_widget_get_visible(dialog) && !near_connect_manager_get_busy(manager));
    /* That the user has closed it is no failure; the next press brings the same dialog. */
    g_assert_no_error(error);
    WAIT_UNTIL((gtk_button_clicked(GTK_BUTTON(button)), near_connect_manager_get_busy(manager)));
    WAIT_UNTIL(gtk_widget_get_visible(dialog));
    g_assert_true(dialog_above(window) == dialog);
    /* The button cancels what it has begun when it goes. */
    gtk_widget_destroy(window);
    WAIT_UNTIL(!near_connect_manager_get_busy(manager));
}

/* What the keystore wallet asks stands above the program's window: the button's dialog is hidden then. */
static void test_an_approval_stands_above_the_window(void) {
    g_autoptr(NearConnectManager) manager = g_object_new(
        NEAR_CONNECT_TYPE_MANAGER, "network", "devnet", "rpc-url", g_getenv("STAGE_NODE"), "credentials",
        g_getenv("STAGE_CREDENTIALS"), "ephemeral", TRUE, NULL);
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(manager, &window);
    near_connect_button_set_wallet_id(button, KEYSTORE);
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(has_approval(window));
    gtk_widget_destroy(window);
    WAIT_UNTIL(!near_connect_manager_get_busy(manager));
}

static void test_a_widget_of_the_programs_needs_no_dialog(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    GtkWidget *window = NULL;
    NearConnectButton *button = button_in_window(NULL, &window);
    g_assert_false(gtk_widget_get_sensitive(GTK_WIDGET(button)));
    GtkWidget *other = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(other), near_connect_widget_new(manager));
    near_connect_button_set_manager(button, manager);
    g_assert_true(gtk_widget_get_sensitive(GTK_WIDGET(button)));
    gtk_button_clicked(GTK_BUTTON(button));
    WAIT_UNTIL(near_connect_manager_get_wallet_visible(manager));
    g_assert_null(dialog_above(window));
    /* Another manager: what the button began with this one ends. */
    g_autoptr(NearConnectManager) second = stage_manager();
    near_connect_button_set_manager(button, second);
    WAIT_UNTIL(!near_connect_manager_get_busy(manager));
    gtk_widget_destroy(window);
    gtk_widget_destroy(other);
}

static void test_each_order_of_ends(void) {
    for (int order = 0; order < 4; order++) {
        NearConnectManager *manager = stage_manager();
        gpointer watched = manager;
        g_object_add_weak_pointer(G_OBJECT(manager), &watched);
        GtkWidget *window = NULL;
        NearConnectButton *button = button_in_window(manager, &window);
        GtkWidget *dialog = near_connect_dialog_new(GTK_WINDOW(window), manager);
        g_assert_true(near_connect_dialog_get_manager(NEAR_CONNECT_DIALOG(dialog)) == manager);
        gpointer watched_button = button, watched_dialog = dialog;
        g_object_add_weak_pointer(G_OBJECT(button), &watched_button);
        g_object_add_weak_pointer(G_OBJECT(dialog), &watched_dialog);
        gtk_button_clicked(GTK_BUTTON(button));
        if (order == 0) near_connect_manager_close(manager);
        if (order == 1) gtk_widget_destroy(dialog);
        if (order == 2) {
            near_connect_button_set_manager(button, NULL);
            near_connect_dialog_set_manager(NEAR_CONNECT_DIALOG(dialog), NULL);
        }
        /* The last one of the program's references goes before its window, or after it. */
        if (order % 2 == 0) {
            g_object_unref(manager);
            gtk_widget_destroy(window);
        } else {
            gtk_widget_destroy(window);
            g_object_unref(manager);
        }
        WAIT_UNTIL(watched == NULL && watched_button == NULL && watched_dialog == NULL);
    }
}

static gpointer drop(gpointer object) {
    g_object_unref(object);
    return NULL;
}

/* Python's collector runs on whichever thread makes an object. What ends there ends on GTK's thread all the same. */
static void test_the_last_reference_goes_on_another_thread(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    for (int round = 0; round < 6; round++) {
        GtkWidget *widget =
            round % 3 == 0 ? near_connect_widget_new(manager) : near_connect_button_new(round % 3 == 1 ? manager : NULL);
        gpointer watched = widget;
        g_object_ref_sink(widget);
        gtk_widget_show_all(widget);
        g_object_add_weak_pointer(G_OBJECT(widget), &watched);
        g_thread_join(g_thread_new("collector", drop, widget));
        WAIT_UNTIL(watched == NULL);
    }
    /* The manager's own widget is free for another one. */
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_container_add(GTK_CONTAINER(window), near_connect_widget_new(manager));
    gtk_widget_show_all(window);
    gtk_widget_destroy(window);
}

/* A widget whose dispose ends late, as on a thread that the system stops there. */
typedef struct {
    NearConnectWidget parent_instance;
} SlowWidget;
typedef struct {
    NearConnectWidgetClass parent_class;
} SlowWidgetClass;
G_DEFINE_TYPE(SlowWidget, slow_widget, NEAR_CONNECT_TYPE_WIDGET)

static void slow_widget_dispose(GObject *object) {
    G_OBJECT_CLASS(slow_widget_parent_class)->dispose(object);
    g_usleep(20000);
}

static void slow_widget_init(SlowWidget *self) {
    (void)self;
}

static void slow_widget_class_init(SlowWidgetClass *klass) {
    G_OBJECT_CLASS(klass)->dispose = slow_widget_dispose;
}

static void note_thread(gpointer place) {
    g_atomic_pointer_set((GThread **)place, g_thread_self());
}

static void test_the_loop_turns_while_another_thread_drops(void) {
    g_autoptr(NearConnectManager) manager = stage_manager();
    for (int round = 0; round < 40; round++) {
        GType type = round % 2 == 0 ? slow_widget_get_type() : NEAR_CONNECT_TYPE_BUTTON;
        GtkWidget *widget = g_object_new(type, "manager", round % 4 < 2 ? manager : NULL, NULL);
        GThread *finalized_on = NULL;
        g_object_ref_sink(widget);
        g_object_set_data_full(G_OBJECT(widget), "end", &finalized_on, note_thread);
        GThread *collector = g_thread_new("collector", drop, widget);
        WAIT_UNTIL(g_atomic_pointer_get(&finalized_on) != NULL);
        g_thread_join(collector);
        g_assert_true(finalized_on == g_thread_self());
    }
}

static void destroyed(GtkWidget *widget, gpointer flag) {
    (void)widget;
    *(gboolean *)flag = TRUE;
}

/* GTK forbids it. What the container disposes is over for it, and isn't put off. */
static void test_a_container_that_goes_on_another_thread_lets_go(void) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *button = near_connect_button_new(NULL);
    gboolean is_destroyed = FALSE;
    g_signal_connect(button, "destroy", G_CALLBACK(destroyed), &is_destroyed);
    gtk_container_add(GTK_CONTAINER(box), g_object_ref_sink(button));
    g_object_ref_sink(box);
    g_thread_join(g_thread_new("collector", drop, box));
    g_assert_true(is_destroyed);
    g_assert_null(gtk_widget_get_parent(button));
    g_object_unref(button);
}

typedef struct {
    GtkWidget *widget, *dialog, *button;
} Shown;

static gpointer set_on_a_thread(gpointer data) {
    Shown *shown = data;
    for (int count = 0; count < 5; count++) {
        g_test_expect_message("NearConnect", G_LOG_LEVEL_WARNING, "*another thread than the one that runs GTK*");
    }
    near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(shown->widget), NULL);
    near_connect_dialog_set_manager(NEAR_CONNECT_DIALOG(shown->dialog), NULL);
    near_connect_button_set_manager(NEAR_CONNECT_BUTTON(shown->button), NULL);
    near_connect_button_set_wallet_id(NEAR_CONNECT_BUTTON(shown->button), KEYSTORE);
    near_connect_button_set_connect_label(NEAR_CONNECT_BUTTON(shown->button), "Pay");
    g_test_assert_expected_messages();
    return NULL;
}

static void test_setters_do_nothing_on_another_thread(void) {
    g_autoptr(NearConnectManager) first = stage_manager();
    g_autoptr(NearConnectManager) second = stage_manager();
    Shown shown = {
        near_connect_widget_new(first), near_connect_dialog_new(NULL, second), near_connect_button_new(first)};
    g_object_ref_sink(shown.widget);
    g_object_ref_sink(shown.button);
    g_thread_join(g_thread_new("setter", set_on_a_thread, &shown));
    g_assert_true(near_connect_widget_get_manager(NEAR_CONNECT_WIDGET(shown.widget)) == first);
    g_assert_true(near_connect_dialog_get_manager(NEAR_CONNECT_DIALOG(shown.dialog)) == second);
    g_assert_true(near_connect_button_get_manager(NEAR_CONNECT_BUTTON(shown.button)) == first);
    g_assert_null(near_connect_button_get_wallet_id(NEAR_CONNECT_BUTTON(shown.button)));
    g_assert_null(near_connect_button_get_connect_label(NEAR_CONNECT_BUTTON(shown.button)));
    gtk_widget_destroy(shown.dialog);
    g_object_unref(shown.button);
    g_object_unref(shown.widget);
}

static const char interface[] =
    "<interface>"
    "  <object class='NearConnectManager' id='manager'>"
    "    <property name='network'>testnet</property><property name='ephemeral'>True</property>"
    "  </object>"
    "  <object class='GtkWindow' id='window'><child><object class='GtkBox'>"
    "    <child><object class='NearConnectButton' id='button'>"
    "      <property name='manager'>manager</property><property name='wallet-id'>" KEYSTORE "</property>"
    "    </object></child>"
    "    <child><object class='NearConnectWidget' id='widget'></object></child>"
    "  </object></child></object>"
    "  <object class='NearConnectDialog' id='dialog'><property name='manager'>manager</property></object>"
    "</interface>";

static void test_builder(void) {
    g_autoptr(GtkBuilder) builder = gtk_builder_new_from_string(interface, -1);
    NearConnectButton *button = NEAR_CONNECT_BUTTON(gtk_builder_get_object(builder, "button"));
    NearConnectDialog *dialog = NEAR_CONNECT_DIALOG(gtk_builder_get_object(builder, "dialog"));
    g_assert_cmpstr(near_connect_button_get_wallet_id(button), ==, KEYSTORE);
    g_assert_cmpstr(near_connect_manager_get_network(near_connect_button_get_manager(button)), ==, "testnet");
    g_assert_true(near_connect_dialog_get_manager(dialog) == near_connect_button_get_manager(button));
    g_assert_cmpstr(label(button), ==, "Connect wallet");
    gtk_widget_destroy(GTK_WIDGET(dialog));
    gtk_widget_destroy(GTK_WIDGET(gtk_builder_get_object(builder, "window")));
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/widgets/lazy", test_the_first_manager_opens_the_engine);
    g_test_add_func("/widgets/button", test_the_button_signs_in_and_out);
    g_test_add_func("/widgets/failure", test_what_goes_wrong_is_told);
    g_test_add_func("/widgets/dialog", test_a_dialog_shows_itself_and_closing_it_cancels);
    g_test_add_func("/widgets/approval", test_an_approval_stands_above_the_window);
    g_test_add_func("/widgets/own-widget", test_a_widget_of_the_programs_needs_no_dialog);
    g_test_add_func("/widgets/ends", test_each_order_of_ends);
    g_test_add_func("/widgets/thread", test_the_last_reference_goes_on_another_thread);
    g_test_add_func("/widgets/thread/loop", test_the_loop_turns_while_another_thread_drops);
    g_test_add_func("/widgets/thread/container", test_a_container_that_goes_on_another_thread_lets_go);
    g_test_add_func("/widgets/thread/setters", test_setters_do_nothing_on_another_thread);
    g_test_add_func("/widgets/builder", test_builder);
    return g_test_run();
}
