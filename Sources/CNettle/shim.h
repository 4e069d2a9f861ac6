// SPDX-License-Identifier: MIT
// Debian's nettle, for SHA-2, HMAC-SHA-512 and RIPEMD-160.
#ifndef NEAR_CONNECT_CNETTLE_SHIM_H
#define NEAR_CONNECT_CNETTLE_SHIM_H

#include <nettle/hmac.h>
#include <nettle/ripemd160.h>
#include <nettle/sha2.h>

#endif
