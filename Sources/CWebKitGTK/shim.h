// SPDX-License-Identifier: MIT
// The C headers that the GTK strata import, and what Swift's importer can't see by itself.
#ifndef NEAR_CONNECT_CWEBKITGTK_SHIM_H
#define NEAR_CONNECT_CWEBKITGTK_SHIM_H

#include "../CGLib/shim.h"
#include <gtk/gtk.h>
#include <jsc/jsc.h>
#include <webkit2/webkit2.h>

#endif
