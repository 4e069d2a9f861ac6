// SPDX-License-Identifier: MIT
// Zstandard, in which contracts of NEAR keep their ABI.
#ifndef NEAR_CONNECT_CZSTD_SHIM_H
#define NEAR_CONNECT_CZSTD_SHIM_H

#include <zstd.h>

#endif
