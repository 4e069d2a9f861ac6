// SPDX-License-Identifier: MIT
#include "include/main_executor.h"

#include <stdbool.h>

// The runtime asks these two variables' functions, where they are set, before its own. Swift can name neither them nor
// their calling convention.
typedef struct near_connect_executor Executor;
typedef Executor (*Get)(void) __attribute__((swiftcall));
typedef bool (*Is)(Executor executor) __attribute__((swiftcall));
extern Executor (*swift_task_getMainExecutor_hook)(Get original) __attribute__((swiftcall));
extern bool (*swift_task_isMainExecutor_hook)(Executor executor, Is original) __attribute__((swiftcall));

static Executor main_executor;

static Executor get(Get original) __attribute__((swiftcall));
static Executor get(Get original)
{
    (void)original;
    return main_executor;
}

static bool is(Executor executor, Is original) __attribute__((swiftcall));
static bool is(Executor executor, Is original)
{
    return executor.object == main_executor.object || original(executor);
}

void near_connect_set_main_executor(Executor executor)
{
    main_executor = executor;
    __atomic_store_n(&swift_task_isMainExecutor_hook, is, __ATOMIC_RELEASE);
    __atomic_store_n(&swift_task_getMainExecutor_hook, get, __ATOMIC_RELEASE);
}
