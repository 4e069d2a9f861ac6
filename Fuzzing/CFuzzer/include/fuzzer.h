// SPDX-License-Identifier: MIT
// libFuzzer's entry point for programs with a main function of their own.
#ifndef NEAR_CONNECT_FUZZER_H
#define NEAR_CONNECT_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs the fuzzer with its command line; `callback` gets each input and returns 0. Ends with an exit code, or with the
/// process where an input crashed.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
