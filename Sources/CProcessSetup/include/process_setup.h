// SPDX-License-Identifier: MIT
// Prepares a process for JavaScriptCore beside Swift's runtime: one environment variable and the handlers of fatal signals.
#ifndef NEAR_CONNECT_PROCESS_SETUP_H
#define NEAR_CONNECT_PROCESS_SETUP_H

/// The exit code of a process that a fatal signal has ended: sysexits.h's EX_SOFTWARE.
#define NEAR_CONNECT_FAULT_EXIT_CODE 70

/// Prepares this process. Call it before threads are started and before WebKit or JavaScriptCore is used; later calls do nothing.
void near_connect_process_prepare(void);

/// Has the kernel send SIGTERM to this process when its parent ends. Returns the parent's number, 1 or another one if it has ended already.
int near_connect_end_with_parent(void);

#endif
