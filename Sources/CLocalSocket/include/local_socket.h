// SPDX-License-Identifier: MIT
// Two calls of Linux that glibc shows only where _GNU_SOURCE is defined, which it isn't where Swift imports C.

#ifndef NEAR_CONNECT_LOCAL_SOCKET_H
#define NEAR_CONNECT_LOCAL_SOCKET_H

#include <sys/types.h>

// accept4: the new descriptor doesn't block and is closed in programs that another thread starts at this moment.
int near_connect_accept(int listener);

// SO_PEERCRED: the process that connected, or that listens, when it did so. -1 and errno where that fails.
int near_connect_peer(int descriptor, pid_t *pid, uid_t *uid);

#endif
