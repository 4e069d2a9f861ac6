// SPDX-License-Identifier: MIT
#define G_LOG_DOMAIN "NearConnect"
#include "include/near-connect-engine.h"

#include <glib.h>

void near_connect_engine_log(int level, const char *text) {
    // Not GLib's "warning" or "critical": those are faults of a program, and end one under G_DEBUG. What is told here
    // are pages, wallets and nodes.
    GLogLevelFlags flags = level <= 0 ? G_LOG_LEVEL_DEBUG : level == 1 ? G_LOG_LEVEL_INFO : G_LOG_LEVEL_MESSAGE;
    g_log_structured(G_LOG_DOMAIN, flags, "MESSAGE", "%s", text);
}
