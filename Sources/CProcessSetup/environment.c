// SPDX-License-Identifier: MIT
// What has to be in the environment before JavaScriptCore reads its options, which it does once.
#define _GNU_SOURCE

#include "internal.h"
#include "process_setup.h"

#include <pthread.h>
#include <stdlib.h>

// A WebAssembly memory that isn't one of JavaScriptCore's "fast" ones is copied whole each time it grows. Its default is 8 of them in a
// process. Each takes 4 GiB of the 64 GiB of addresses that JavaScriptCore has for memories: 12 leave room for those that aren't fast, 15
// fill it, and then contracts fail with "Out of memory". jsc_options_set_uint() would end a process that has a context already.
static const char fast_memories[] = "JSC_maxNumWasmFastMemories";
static const char fast_memory_count[] = "12";

static void prepare(void) {
    // A value that the user has set stays.
    setenv(fast_memories, fast_memory_count, 0);
    near_connect_install_fault_handler();
}

void near_connect_process_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}
