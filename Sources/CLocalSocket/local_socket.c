// SPDX-License-Identifier: MIT

#define _GNU_SOURCE

#include "local_socket.h"

#include <stddef.h>
#include <sys/socket.h>

int near_connect_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int near_connect_peer(int descriptor, pid_t *pid, uid_t *uid) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        return -1;
    }
    *pid = peer.pid;
    *uid = peer.uid;
    return 0;
}
