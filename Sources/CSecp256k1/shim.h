// SPDX-License-Identifier: MIT
// Debian's libsecp256k1 with the recovery module, as NEAR's secp256k1 signatures need it.
#ifndef NEAR_CONNECT_CSECP256K1_SHIM_H
#define NEAR_CONNECT_CSECP256K1_SHIM_H

#include <secp256k1.h>
#include <secp256k1_recovery.h>

// Swift takes the library's global pointer for mutable state. It is never written to, so reading it is safe.
static inline const secp256k1_context *near_secp256k1_static_context(void) {
    return secp256k1_context_static;
}

#endif
