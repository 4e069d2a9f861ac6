/* SPDX-License-Identifier: MIT */
#pragma once

#include "near-connect-private.h"

G_BEGIN_DECLS

#pragma GCC visibility push(hidden)

/* Starts a verb of the engine; takes the parameters. The task ends once, later. */
void near_connect_private_start(
    NearConnectManager *self, const char *verb, JsonObject *parameters, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data, gpointer tag);

/* The same with one member more, which is JSON of the program's own: numbers and texts stay as they are written. */
void near_connect_private_start_raw(
    NearConnectManager *self, const char *verb, JsonObject *parameters, const char *name, const char *raw,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data, gpointer tag);

/* Returns an object, which it takes, in JSON, with such a member more. */
char *near_connect_private_with(JsonObject *object, const char *name, const char *raw);

/* Returns a program's own JSON without the space around it; NULL with an error for what is no object, or list. */
char *near_connect_private_raw(const char *text, gboolean is_object, GError **error);

/* The same with parameters as JSON. */
void near_connect_private_start_text(
    NearConnectManager *self, const char *verb, const char *parameters, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data, gpointer tag);

/* Takes the result of a task that the function `tag` started: a JsonNode, or a text where that hands on JSON as it is
 * (near_connect_manager_perform_async, _rpc_async and _view_account_async); NULL with an error. */
gpointer near_connect_private_end(NearConnectManager *self, GAsyncResult *result, gpointer tag, GError **error);

/* The object of a result; NULL with an error where it is another kind, or there is none. */
JsonObject *near_connect_private_object(JsonNode *node, GError **error);

/* Makes a value of each object of a result that is a list. */
GPtrArray *near_connect_private_objects(JsonNode *node, GObject *(*make)(JsonObject *object));

#pragma GCC visibility pop

G_END_DECLS
