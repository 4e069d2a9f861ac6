// SPDX-License-Identifier: MIT
// JavaScriptCore without GTK: the engine that the devnet runs contracts in.
#ifndef NEAR_CONNECT_CJAVASCRIPTCORE_SHIM_H
#define NEAR_CONNECT_CJAVASCRIPTCORE_SHIM_H

#include <jsc/jsc.h>

#endif
