// SPDX-License-Identifier: MIT
// Prepares a test process as programs prepare themselves. A constructor: `swift test` owns main, and starts threads before the first test.
#include "prepared_process.h"

#include <process_setup.h>

__attribute__((constructor)) static void prepare(void) { near_connect_process_prepare(); }
