// SPDX-License-Identifier: MIT
// libqrencode, for the codes of native panels. The connector draws its own in JavaScript: it also runs where there is no such library,
// and a panel of ours must not depend on a page.
#ifndef NEAR_CONNECT_CQRENCODE_SHIM_H
#define NEAR_CONNECT_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
