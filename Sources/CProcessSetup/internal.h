// SPDX-License-Identifier: MIT
#ifndef NEAR_CONNECT_PROCESS_SETUP_INTERNAL_H
#define NEAR_CONNECT_PROCESS_SETUP_INTERNAL_H

#include <stddef.h>

/// Writes where a thread was when a signal came, as in "libexample.so.1+0x1a2b"; nothing where that can't be found out.
///
/// - context: What a handler of signals got.
void near_connect_describe_fault(const void *context, char *text, size_t size);

/// Installs the handler of fatal signals, and gives the calling thread a stack to run it on.
void near_connect_install_fault_handler(void);

#endif
