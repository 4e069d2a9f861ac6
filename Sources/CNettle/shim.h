// SPDX-License-Identifier: MIT
// Debian's nettle, for RIPEMD-160, which contracts can ask for and swift-crypto doesn't have.
#ifndef NEAR_CONNECT_CNETTLE_SHIM_H
#define NEAR_CONNECT_CNETTLE_SHIM_H

#include <nettle/ripemd160.h>

#endif
