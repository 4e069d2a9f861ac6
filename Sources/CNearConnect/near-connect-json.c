/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "near-connect-call.h"
#include "near-connect-error.h"

/* Returns the end of a value that begins with a bracket; NULL where it doesn't close. */
static const char *closing(const char *text) {
    gsize depth = 0;
    gboolean is_quoted = FALSE;
    for (; *text != '\0'; text++) {
        if (is_quoted) {
            if (*text == '\\' && text[1] != '\0') text++;
            else if (*text == '"') is_quoted = FALSE;
        } else if (*text == '"') {
            is_quoted = TRUE;
        } else if (*text == '{' || *text == '[') {
            depth++;
        } else if ((*text == '}' || *text == ']') && --depth == 0) {
            return text;
        }
    }
    return NULL;
}

char *near_connect_private_raw(const char *text, gboolean is_object, GError **error) {
    g_autoptr(GError) reason = NULL;
    g_autofree char *value = g_strstrip(g_strdup(text));
    gboolean may_be = value[0] == '{' || (value[0] == '[' && !is_object);
    const char *end = may_be && g_utf8_validate(value, -1, NULL) ? closing(value) : NULL;
    /* One value to its end: it stands within other JSON, and what follows it would be read as that. */
    gboolean is_one = end != NULL && end[1] == '\0';
    g_autoptr(JsonNode) node = is_one ? json_from_string(value, &reason) : NULL;
    if (node == NULL) {
        g_set_error(
            error, NEAR_CONNECT_ERROR, NEAR_CONNECT_ERROR_INVALID_ARGUMENT, "The text is no JSON %s%s%s.",
            is_object ? "object" : "object or list", reason != NULL ? ": " : "", reason != NULL ? reason->message : "");
        return NULL;
    }
    return g_steal_pointer(&value);
}

char *near_connect_private_with(JsonObject *object, const char *name, const char *raw) {
    g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
    gboolean is_first = json_object_get_size(object) == 0;
    json_node_take_object(node, object);
    g_autofree char *text = near_connect_private_text(node);
    /* The last character is the object's closing bracket. */
    text[strlen(text) - 1] = '\0';
    return g_strdup_printf("%s%s\"%s\":%s}", text, is_first ? "" : ",", name, raw);
}

void near_connect_private_start_raw(
    NearConnectManager *self, const char *verb, JsonObject *parameters, const char *name, const char *raw,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data, gpointer tag) {
    g_autofree char *text = near_connect_private_with(parameters, name, raw);
    near_connect_private_start_text(self, verb, text, cancellable, callback, user_data, tag);
}

GStrv near_connect_private_texts(JsonObject *object, const char *name) {
    JsonNode *node = json_object_get_member(object, name);
    JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
    for (guint index = 0; array != NULL && index < json_array_get_length(array); index++) {
        JsonNode *element = json_array_get_element(array, index);
        if (JSON_NODE_HOLDS_VALUE(element) && json_node_get_value_type(element) == G_TYPE_STRING) {
            g_strv_builder_add(texts, json_node_get_string(element));
        }
    }
    return g_strv_builder_end(texts);
}
