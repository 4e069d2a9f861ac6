// SPDX-License-Identifier: MIT
// Settles a test process before its main begins: `swift test` owns main, and starts threads before the first test.
// For tests only: a program or a plug-in that linked this would have its own main loop taken away.
#include "include/test_process.h"

#include <glib-unix.h>
#include <process_setup.h>

// libdispatch's hooks for CoreFoundation: a descriptor that is readable while work waits on the main queue, and the
// function that does the work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

// The runtime asks this variable's function, where it is set, to run the main actor once an async main has begun. Its
// own calls dispatch_main(), which leaves the process's main thread to nobody; GTK has to stay there.
typedef void (*Drain)(void) __attribute__((swiftcall));
typedef void (*Override)(Drain original) __attribute__((swiftcall));
extern void (*swift_task_asyncMainDrainQueue_hook)(Drain original, Override override) __attribute__((swiftcall));

static gboolean drain_main_queue(int descriptor, GIOCondition condition, gpointer data)
{
    (void)condition;
    (void)data;
    // The descriptor doesn't block: where GLibRuntime's own source has cleared the counter, this reads nothing.
    guint64 counter;
    if (read(descriptor, &counter, sizeof counter) < 0) counter = 0;
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

static void run_main_loop(Drain original, Override override) __attribute__((swiftcall));
static void run_main_loop(Drain original, Override override)
{
    (void)original;
    (void)override;
    // Jobs that wait already are seen at once: the descriptor stays readable until it is read.
    g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain_main_queue, NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}

__attribute__((constructor)) static void settle(void)
{
    near_connect_process_prepare();
    swift_task_asyncMainDrainQueue_hook = run_main_loop;
}
