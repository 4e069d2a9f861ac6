// SPDX-License-Identifier: MIT
// Debian's libsodium, for Ed25519.
#ifndef NEAR_CONNECT_CSODIUM_SHIM_H
#define NEAR_CONNECT_CSODIUM_SHIM_H

#include <sodium.h>

#endif
