/* SPDX-License-Identifier: MIT */
#pragma once

#include <gtk/gtk.h>
#include "near-connect-manager.h"

G_BEGIN_DECLS

#define NEAR_CONNECT_TYPE_WIDGET (near_connect_widget_get_type())
G_DECLARE_DERIVABLE_TYPE(NearConnectWidget, near_connect_widget, NEAR_CONNECT, WIDGET, GtkBin)

/**
 * NearConnectWidgetClass:
 *
 * The class of #NearConnectWidget, which programs may derive from.
 */
struct _NearConnectWidgetClass {
    /*< private >*/
    GtkBinClass parent_class;
    gpointer padding[8];
};

GtkWidget *near_connect_widget_new(NearConnectManager *manager);
NearConnectManager *near_connect_widget_get_manager(NearConnectWidget *self);
void near_connect_widget_set_manager(NearConnectWidget *self, NearConnectManager *manager);
gboolean near_connect_widget_focus(NearConnectWidget *self);

G_END_DECLS
