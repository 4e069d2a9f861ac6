/* SPDX-License-Identifier: MIT */
#include "near-connect-utils.h"

#include "near-connect-error.h"
#include "near-connect-private.h"

/**
 * near_connect_get_version:
 *
 * The version of the library that is loaded, which may be newer than the headers.
 *
 * Returns: (transfer none) (not nullable): the library's version, for example 1.0.0
 */
const char *near_connect_get_version(void) {
    return NEAR_CONNECT_VERSION;
}

void near_connect_private_later(GSourceFunc function, gpointer data, GDestroyNotify destroy) {
    g_idle_add_full(G_PRIORITY_HIGH, function, data, destroy);
}

char *near_connect_private_converted(const char *conversion, const char *text, GError **error) {
    const NearConnectEngine *engine = near_connect_private_engine(error);
    if (engine == NULL) return NULL;
    char *problem = NULL;
    char *result = engine->convert(conversion, text, &problem);
    if (result == NULL) {
        g_set_error_literal(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT,
            problem != NULL ? problem : "The text can't be used.");
        engine->text_free(problem);
        return NULL;
    }
    char *own = g_strdup(result);
    engine->text_free(result);
    return own;
}

char *near_connect_private_label(const char *name, const char *english) {
    char *label = near_connect_private_may_call() ? near_connect_private_converted("label", name, NULL) : NULL;
    return label != NULL ? label : g_strdup(english);
}

/**
 * near_connect_parse_amount:
 * @text: an amount as people write it: `1.5 NEAR`, `250 milliNEAR`, `100 yoctoNEAR`; plain digits are yoctoNEAR
 * @error: why it can't be used
 *
 * Reads an amount, exactly.
 *
 * Returns: (transfer full): the amount in yoctoNEAR, decimal digits
 */
char *near_connect_parse_amount(const char *text, GError **error) {
    g_return_val_if_fail(text != NULL, NULL);
    g_return_val_if_fail(error == NULL || *error == NULL, NULL);
    return near_connect_private_converted("parse-amount", text, error);
}

/**
 * near_connect_format_amount:
 * @yocto_near: an amount in yoctoNEAR, decimal digits
 * @error: why it can't be used
 *
 * Writes an amount for people, exactly.
 *
 * Returns: (transfer full): the amount with its unit, for example `1.5 NEAR`
 */
char *near_connect_format_amount(const char *yocto_near, GError **error) {
    g_return_val_if_fail(yocto_near != NULL, NULL);
    g_return_val_if_fail(error == NULL || *error == NULL, NULL);
    return near_connect_private_converted("format-amount", yocto_near, error);
}

/**
 * near_connect_account_id_is_valid:
 * @account_id: a text
 *
 * Compares a text with the rules for account ids (nearcore's), on any thread and without the engine. Whether there is
 * such an account, the chain knows.
 *
 * Returns: %TRUE if it could be an account's id
 */
gboolean near_connect_account_id_is_valid(const char *account_id) {
    g_return_val_if_fail(account_id != NULL, FALSE);
    /* The engine's AccountId has the same rules; a test compares both. */
    gboolean may_be_separator = FALSE;
    gsize length = 0;
    for (; account_id[length] != '\0'; length++) {
        const char letter = account_id[length];
        if (length == 64) return FALSE;
        if (g_ascii_islower(letter) || g_ascii_isdigit(letter)) may_be_separator = TRUE;
        else if (may_be_separator && (letter == '-' || letter == '_' || letter == '.')) may_be_separator = FALSE;
        else return FALSE;
    }
    return length >= 2 && may_be_separator;
}
