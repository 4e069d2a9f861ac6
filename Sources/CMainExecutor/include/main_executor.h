// SPDX-License-Identifier: MIT
// Gives the Swift runtime another executor for the main actor than libdispatch's main queue.
#ifndef NEAR_CONNECT_MAIN_EXECUTOR_H
#define NEAR_CONNECT_MAIN_EXECUTOR_H

#include <stdint.h>

/// An executor as the Swift runtime refers to it: an object, and the table of its class's functions.
struct near_connect_executor {
    uintptr_t object;
    uintptr_t functions;
};

/// Makes `executor`, which must never be released, the main actor's from now on.
void near_connect_set_main_executor(struct near_connect_executor executor);

#endif
