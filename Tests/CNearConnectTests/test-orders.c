/* SPDX-License-Identifier: MIT */
/* Random orders of everything that a program can do with managers, calls, widgets and windows, over random-engine.c,
 * which stands in the place of the engine: each call ends once, nothing is told inside a function of the library, and
 * nothing is left. */
#include <dlfcn.h>
#include <stdio.h>

#include "near-connect-engine.h"
#include "stage.h"

enum { N_MANAGERS = 3, N_WIDGETS = 4, N_WINDOWS = 2, N_CALLS = 16, N_REQUESTS = 3 };

typedef struct {
    guint count;
    gboolean is_awaited;
    int verb;
    GCancellable *cancellable;
    struct World *world;
} Begun;

typedef struct World {
    NearConnectManager *managers[N_MANAGERS];
    GtkWidget *widgets[N_WIDGETS];
    GtkWidget *windows[N_WINDOWS];
    /* Approvals that the program answers later, or never. */
    NearConnectApprovalRequest *requests[N_REQUESTS];
    Begun calls[N_CALLS];
    guint n_calls;
    /* Steps that a handler of the program's may still do. */
    int handlers_steps;
} World;

/* The objects that there are, whether a function of the library is being called, and how often the program was asked. */
static int objects, depth, asks;

static void gone(gpointer data, GObject *object) {
    (void)data;
    (void)object;
    objects--;
}

static gpointer watched(gpointer object) {
    objects++;
    g_object_weak_ref(object, gone, NULL);
    return object;
}

static void step(World *world);

static void noticed(GObject *manager, GParamSpec *spec, gpointer data) {
    stage_on_thread();
    (void)manager;
    (void)spec;
    World *world = data;
    g_assert_cmpint(depth, ==, 0);
    if (world->handlers_steps > 0 && g_test_rand_int_range(0, 8) == 0) {
        world->handlers_steps--;
        step(world);
    }
}

/* Answers, and answers once more: the second time nobody waits. */
static void decide(NearConnectApprovalRequest *request) {
    depth++;
    gboolean is_taken = g_test_rand_int_range(0, 2) == 0 ? near_connect_approval_request_deny(request)
                                                         : near_connect_approval_request_allow(request, NULL);
    if (is_taken) g_assert_false(near_connect_approval_request_get_open(request));
    g_assert_false(near_connect_approval_request_allow(request, "a.near"));
    depth--;
}

static gboolean asked(NearConnectManager *manager, NearConnectApprovalRequest *request, gpointer data) {
    stage_on_thread();
    World *world = data;
    const int at = g_test_rand_int_range(0, N_REQUESTS);
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    g_assert_cmpint(depth, ==, 0);
    asks++;
    watched(request);
    g_signal_connect(request, "notify", G_CALLBACK(noticed), world);
    if (g_test_rand_int_range(0, 4) == 0) decide(request);
    if (g_test_rand_int_range(0, 2) == 0) g_set_object(&world->requests[at], request);
    if (world->handlers_steps > 0 && g_test_rand_int_range(0, 4) == 0) {
        world->handlers_steps--;
        step(world);
    }
    return g_test_rand_int_range(0, 3) > 0;
}

static void relaunched(NearConnectManager *manager, const char *const *environment, gpointer data) {
    stage_on_thread();
    (void)data;
    g_assert_true(NEAR_CONNECT_IS_MANAGER(manager));
    g_assert_cmpint(depth, ==, 0);
    g_assert_nonnull(environment);
}

#define FINISH(function, free_result)                                        \
    G_STMT_START {                                                           \
        gpointer value = (gpointer)function(manager, result, &error);        \
        g_assert_true(value == NULL || error == NULL);                       \
        if (value != NULL) free_result(value);                               \
    }                                                                        \
    G_STMT_END

static void ended(GObject *object, GAsyncResult *result, gpointer data) {
    stage_on_thread();
    Begun *call = data;
    NearConnectManager *manager = NEAR_CONNECT_MANAGER(object);
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(depth, ==, 0);
    g_assert_cmpuint(++call->count, ==, 1);
    switch (call->verb) {
        case 0: FINISH(near_connect_manager_sign_in_finish, g_object_unref); break;
        case 1: near_connect_manager_sign_out_finish(manager, result, &error); break;
        case 2: FINISH(near_connect_manager_history_finish, g_ptr_array_unref); break;
        case 3: FINISH(near_connect_manager_view_account_finish, g_free); break;
        case 4: FINISH(near_connect_manager_sign_and_send_finish, g_object_unref); break;
        default: FINISH(near_connect_manager_perform_finish, g_free);
    }
    if (error != NULL) {
        g_assert_true(error->domain == NEAR_CONNECT_ERROR || error->domain == G_IO_ERROR);
        (void)near_connect_manager_get_error_details(manager, result);
        g_autoptr(GError) copy = g_error_copy(error);
        g_autoptr(NearConnectErrorDetails) details = near_connect_error_get_details(copy);
        g_autoptr(GPtrArray) outcomes = details != NULL ? near_connect_error_details_get_outcomes(details) : NULL;
        if (outcomes != NULL) g_assert_cmpuint(outcomes->len, <=, 2);
    }
    if (call->world->handlers_steps > 0 && g_test_rand_int_range(0, 2) == 0) {
        call->world->handlers_steps--;
        step(call->world);
    }
}

static void begin(World *world, NearConnectManager *manager) {
    if (world->n_calls == N_CALLS || manager == NULL) return;
    Begun *call = &world->calls[world->n_calls++];
    call->world = world;
    call->verb = g_test_rand_int_range(0, 6);
    call->is_awaited = g_test_rand_int_range(0, 4) > 0;
    if (g_test_rand_int_range(0, 2) == 0) call->cancellable = g_cancellable_new();
    /* One of another call's. */
    else if (world->n_calls > 1 && g_test_rand_int_range(0, 4) == 0 && world->calls[0].cancellable != NULL) {
        call->cancellable = g_object_ref(world->calls[0].cancellable);
    }
    GAsyncReadyCallback callback = call->is_awaited ? ended : NULL;
    g_autoptr(NearConnectTransaction) transaction = near_connect_transaction_new("bob.near");
    depth++;
    switch (call->verb) {
        case 0: near_connect_manager_sign_in_async(manager, "w", call->cancellable, callback, call); break;
        case 1: near_connect_manager_sign_out_async(manager, call->cancellable, callback, call); break;
        case 2: near_connect_manager_history_async(manager, call->cancellable, callback, call); break;
        case 3: near_connect_manager_view_account_async(manager, "a.near", call->cancellable, callback, call); break;
        case 4: near_connect_manager_sign_and_send_async(manager, transaction, call->cancellable, callback, call); break;
        default: near_connect_manager_perform_async(manager, "wallets", NULL, call->cancellable, callback, call);
    }
    depth--;
}

static void forget_widget(GtkWidget *widget, gpointer data) {
    World *world = data;
    for (int index = 0; index < N_WIDGETS; index++) {
        if (world->widgets[index] == widget) world->widgets[index] = NULL;
    }
}

static void forget_window(GtkWidget *window, gpointer data) {
    World *world = data;
    for (int index = 0; index < N_WINDOWS; index++) {
        if (world->windows[index] == window) world->windows[index] = NULL;
    }
}

static void make_widget(World *world, int at, NearConnectManager *manager) {
    if (world->widgets[at] != NULL) return;
    GtkWidget *window = world->windows[at % N_WINDOWS], *widget = NULL;
    switch (g_test_rand_int_range(0, 3)) {
        case 0: widget = near_connect_widget_new(manager); break;
        case 1: widget = near_connect_button_new(manager); break;
        default: widget = near_connect_dialog_new(window != NULL ? GTK_WINDOW(window) : NULL, manager);
    }
    watched(widget);
    world->widgets[at] = widget;
    g_signal_connect(widget, "destroy", G_CALLBACK(forget_widget), world);
    if (NEAR_CONNECT_IS_DIALOG(widget)) return;
    if (window == NULL) {
        world->windows[at % N_WINDOWS] = window = watched(gtk_window_new(GTK_WINDOW_TOPLEVEL));
        g_signal_connect(window, "destroy", G_CALLBACK(forget_window), world);
    }
    GtkWidget *child = gtk_bin_get_child(GTK_BIN(window));
    if (child != NULL) gtk_widget_destroy(child);
    gtk_container_add(GTK_CONTAINER(window), widget);
    if (g_test_rand_int_range(0, 8) == 0) gtk_widget_show_all(window);
}

static void set_manager(GtkWidget *widget, NearConnectManager *manager) {
    if (widget == NULL) return;
    depth++;
    if (NEAR_CONNECT_IS_WIDGET(widget)) near_connect_widget_set_manager(NEAR_CONNECT_WIDGET(widget), manager);
    else if (NEAR_CONNECT_IS_BUTTON(widget)) near_connect_button_set_manager(NEAR_CONNECT_BUTTON(widget), manager);
    else near_connect_dialog_set_manager(NEAR_CONNECT_DIALOG(widget), manager);
    depth--;
}

/* One thing of those that a program may do. */
static void step(World *world) {
    const int at = g_test_rand_int_range(0, 64);
    NearConnectManager **place = &world->managers[at % N_MANAGERS];
    GtkWidget *widget = world->widgets[at % N_WIDGETS];
    switch (g_test_rand_int_range(0, 16)) {
        case 0:
            if (*place != NULL) break;
            *place = watched(near_connect_manager_new("testnet", NULL, NULL));
            g_signal_connect(*place, "notify", G_CALLBACK(noticed), world);
            if (at % 4 == 0) break;
            g_signal_connect(*place, "approval-requested", G_CALLBACK(asked), world);
            g_signal_connect(*place, "relaunch-needed", G_CALLBACK(relaunched), world);
            break;
        case 1:
        case 2: begin(world, *place); break;
        case 3:
            if (at < (int)world->n_calls && world->calls[at].cancellable != NULL) {
                g_cancellable_cancel(world->calls[at].cancellable);
            }
            break;
        case 4:
            if (*place == NULL || at % 4 != 0) break;
            depth++;
            near_connect_manager_close(*place);
            depth--;
            break;
        case 5: {
            /* Handlers may come while it goes. */
            NearConnectManager *manager = g_steal_pointer(place);
            if (manager != NULL) g_object_unref(manager);
            break;
        }
        case 6: make_widget(world, at % N_WIDGETS, at % 3 == 0 ? NULL : *place); break;
        case 7: set_manager(widget, at % 5 == 0 ? NULL : *place); break;
        case 8:
            if (widget != NULL) gtk_widget_destroy(widget);
            break;
        case 9:
            if (world->windows[at % N_WINDOWS] != NULL && at % 3 == 0) gtk_widget_destroy(world->windows[at % N_WINDOWS]);
            break;
        case 10:
            if (widget != NULL && NEAR_CONNECT_IS_BUTTON(widget)) gtk_button_clicked(GTK_BUTTON(widget));
            break;
        case 11: {
            if (*place == NULL) break;
            g_autoptr(GError) error = NULL;
            depth++;
            near_connect_manager_cancel(*place);
            near_connect_manager_present_wallet(*place);
            near_connect_manager_handle_return_link(*place, "app:x", &error);
            depth--;
            break;
        }
        case 12:
            if (world->requests[at % N_REQUESTS] != NULL) decide(world->requests[at % N_REQUESTS]);
            break;
        case 13: g_clear_object(&world->requests[at % N_REQUESTS]); break;
        default: g_main_context_iteration(NULL, FALSE);
    }
}

static void end_world(World *world) {
    world->handlers_steps = 0;
    for (int index = 0; index < N_REQUESTS; index++) g_clear_object(&world->requests[index]);
    for (int index = 0; index < N_MANAGERS; index++) g_clear_object(&world->managers[index]);
    for (int index = 0; index < N_WIDGETS; index++) {
        if (world->widgets[index] != NULL) gtk_widget_destroy(world->widgets[index]);
    }
    for (int index = 0; index < N_WINDOWS; index++) {
        if (world->windows[index] != NULL) gtk_widget_destroy(world->windows[index]);
    }
    while (g_main_context_iteration(NULL, FALSE)) {}
    for (int index = 0; index < N_REQUESTS; index++) g_clear_object(&world->requests[index]);
    while (g_main_context_iteration(NULL, FALSE)) {}
    for (guint index = 0; index < world->n_calls; index++) {
        g_assert_cmpuint(world->calls[index].count, ==, world->calls[index].is_awaited ? 1 : 0);
        g_clear_object(&world->calls[index].cancellable);
    }
}

static long resident_pages(void) {
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents("/proc/self/statm", &text, NULL, NULL));
    long pages = 0;
    g_assert_cmpint(sscanf(text, "%*d %ld", &pages), ==, 1);
    return pages;
}

static void test_random_orders(void) {
    const char *text = g_getenv("STAGE_ORDERS_COUNT");
    guint64 orders = text != NULL ? g_ascii_strtoull(text, NULL, 10) : 1000;
    const NearConnectEngine *(*open_table)(void) = NULL;
    long pages = 0;
    g_assert_true(near_connect_init(NULL));
    void *library = dlopen(g_getenv("STAGE_RANDOM_ENGINE"), RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL) g_error("another engine was opened: %s", dlerror());
    *(void **)&open_table = dlsym(library, "near_connect_engine_open");
    const NearConnectEngine *engine = open_table();
    g_random_set_seed((guint32)g_test_rand_int());
    for (guint64 order = 0; order < orders; order++) {
        World world = {.handlers_steps = 8};
        int steps = g_test_rand_int_range(1, 60);
        for (int count = 0; count < steps; count++) step(&world);
        end_world(&world);
        g_assert_cmpint(objects, ==, 0);
        g_assert_cmpuint(engine->live(), ==, 0);
        if (order == orders / 10) pages = resident_pages();
    }
    if (orders >= 1000) g_assert_cmpint(asks, >, 0);
    /* Nothing that isn't counted has grown, either. */
    if (orders >= 10000) g_assert_cmpint(resident_pages(), <, pages + pages / 20);
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/orders/random", test_random_orders);
    return g_test_run();
}
