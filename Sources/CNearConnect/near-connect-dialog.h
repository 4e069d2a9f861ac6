/* SPDX-License-Identifier: MIT */
#pragma once

#include <gtk/gtk.h>
#include "near-connect-manager.h"

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_DIALOG (near_connect_dialog_get_type())
G_DECLARE_DERIVABLE_TYPE(NearConnectDialog, near_connect_dialog, NEAR_CONNECT, DIALOG, GtkDialog)

/**
 * NearConnectDialogClass:
 *
 * The class of #NearConnectDialog, which programs may derive from.
 */
struct _NearConnectDialogClass {
    /*< private >*/
    GtkDialogClass parent_class;
    gpointer padding[8];
};

GtkWidget *near_connect_dialog_new(GtkWindow *parent, NearConnectManager *manager);
NearConnectManager *near_connect_dialog_get_manager(NearConnectDialog *self);
void near_connect_dialog_set_manager(NearConnectDialog *self, NearConnectManager *manager);

G_END_DECLS
