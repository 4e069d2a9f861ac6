// SPDX-License-Identifier: MIT
// libsecret: the desktop's keyring, by the Secret Service interface.
#ifndef NEAR_CONNECT_CSECRET_SHIM_H
#define NEAR_CONNECT_CSECRET_SHIM_H

#include <libsecret/secret.h>

#endif
