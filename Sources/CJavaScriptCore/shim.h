// SPDX-License-Identifier: MIT
// JavaScriptCore without GTK: the engine that the devnet runs contracts in. Its C interface, whose functions are called
// in a third of the time that GLib's take, and GLib's for what C has no name for.
#ifndef NEAR_CONNECT_CJAVASCRIPTCORE_SHIM_H
#define NEAR_CONNECT_CJAVASCRIPTCORE_SHIM_H

#include <JavaScriptCore/JavaScript.h>
#include <jsc/jsc.h>

#endif
