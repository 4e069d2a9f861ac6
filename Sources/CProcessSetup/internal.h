// SPDX-License-Identifier: MIT
#ifndef NEAR_CONNECT_PROCESS_SETUP_INTERNAL_H
#define NEAR_CONNECT_PROCESS_SETUP_INTERNAL_H

/// Installs the handler of fatal signals, and gives the calling thread a stack to run it on.
void near_connect_install_fault_handler(void);

#endif
