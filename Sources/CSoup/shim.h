// SPDX-License-Identifier: MIT
// libsoup 3: the websocket to WalletConnect's relay. WebKitGTK 4.1 uses the same version; version 2 in one process with
// it would end the process.
#ifndef NEAR_CONNECT_CSOUP_SHIM_H
#define NEAR_CONNECT_CSOUP_SHIM_H

#include <libsoup/soup.h>

#endif
