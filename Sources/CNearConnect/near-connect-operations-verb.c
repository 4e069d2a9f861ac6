/* SPDX-License-Identifier: MIT */
#include "near-connect-call.h"
#include "near-connect-error.h"

/**
 * near_connect_manager_perform_async:
 * @self: a manager
 * @verb: the operation's name, for example signIn
 * @parameters: (nullable): its parameters, a JSON object; %NULL for none
 * @cancellable: (nullable): to cancel it
 * @callback: (scope async) (nullable): called with the end
 * @user_data: data for @callback
 *
 * Performs any operation by its name, for bindings with types of their own.
 *
 * Names, parameters and results are those of the methods of near-connect serve, and as strictly read:
 * docs/schemas/serve.schema.json of the project has them; docs/embedding.md has those that near-connect serve lacks.
 * Programs use the typed operations.
 */
void near_connect_manager_perform_async(
    NearConnectManager *self, const char *verb, const char *parameters, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer user_data) {
    g_return_if_fail(NEAR_CONNECT_IS_MANAGER(self));
    g_return_if_fail(verb != NULL);
    near_connect_private_start_text(
        self, verb, parameters != NULL ? parameters : "{}", cancellable, callback, user_data,
        near_connect_manager_perform_async);
}

/**
 * near_connect_manager_perform_finish:
 * @self: a manager
 * @result: what the callback got
 * @error: why there is no result
 *
 * Ends near_connect_manager_perform_async().
 *
 * Returns: (transfer full): the result as JSON; null where an operation has none but its end
 */
char *near_connect_manager_perform_finish(NearConnectManager *self, GAsyncResult *result, GError **error) {
    return near_connect_private_end(self, result, near_connect_manager_perform_async, error);
}
