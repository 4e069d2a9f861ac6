/* SPDX-License-Identifier: MIT */
#pragma once

#include <gtk/gtk.h>
#include "near-connect-manager.h"

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_BUTTON (near_connect_button_get_type())
G_DECLARE_DERIVABLE_TYPE(NearConnectButton, near_connect_button, NEAR_CONNECT, BUTTON, GtkButton)

/**
 * NearConnectButtonClass:
 *
 * The class of #NearConnectButton, which programs may derive from.
 */
struct _NearConnectButtonClass {
    /*< private >*/
    GtkButtonClass parent_class;
    gpointer padding[8];
};

GtkWidget *near_connect_button_new(NearConnectManager *manager);
NearConnectManager *near_connect_button_get_manager(NearConnectButton *self);
void near_connect_button_set_manager(NearConnectButton *self, NearConnectManager *manager);
const char *near_connect_button_get_wallet_id(NearConnectButton *self);
void near_connect_button_set_wallet_id(NearConnectButton *self, const char *wallet_id);
const char *near_connect_button_get_connect_label(NearConnectButton *self);
void near_connect_button_set_connect_label(NearConnectButton *self, const char *label);

G_END_DECLS
