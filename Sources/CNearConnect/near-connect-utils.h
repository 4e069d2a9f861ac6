/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean near_connect_init(GError **error);
gboolean near_connect_check_engine(GError **error);
const char *near_connect_get_version(void);
char *near_connect_parse_amount(const char *text, GError **error);
char *near_connect_format_amount(const char *yocto_near, GError **error);
gboolean near_connect_account_id_is_valid(const char *account_id);

G_END_DECLS
