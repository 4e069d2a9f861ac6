// SPDX-License-Identifier: MIT
// GLib, GObject and GIO: the main loop, objects and D-Bus, without a toolkit or a web view.
#ifndef NEAR_CONNECT_CGLIB_SHIM_H
#define NEAR_CONNECT_CGLIB_SHIM_H

#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>

#endif
