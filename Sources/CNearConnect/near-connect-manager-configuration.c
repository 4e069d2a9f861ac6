/* SPDX-License-Identifier: MIT */
/* The configuration of a manager, and how the engine gets it. */
#include "near-connect-private.h"

/**
 * NearConnectManager:rpc-url:
 *
 * The address of a node of your own.
 */
/**
 * NearConnectManager:rpc-urls:
 *
 * The addresses of several nodes, which are asked in turn where one doesn't answer; after
 * #NearConnectManager:rpc-url, where both are given.
 */
/**
 * NearConnectManager:profile:
 *
 * The name of the profile, which keeps account, journal and wallets' data.
 */
/**
 * NearConnectManager:ephemeral:
 *
 * %TRUE if nothing is kept, and there is no profile.
 */
/**
 * NearConnectManager:app-name:
 *
 * The program's name in questions to the user.
 */
/**
 * NearConnectManager:origin:
 *
 * The origin that wallets see, for example https://app.example.
 */
/**
 * NearConnectManager:policy-file:
 *
 * A file with rules that approve the keystore's requests in the user's place.
 */
/**
 * NearConnectManager:credentials:
 *
 * A folder with near-cli's keys, for the keystore wallet.
 */
/**
 * NearConnectManager:return-scheme:
 *
 * The scheme of links by which wallets come back to the program.
 */
/**
 * NearConnectManager:project-id:
 *
 * The id of the program's project at WalletConnect's relay, 32 hexadecimal digits: with it wallets on phones are offered.
 *
 * A project is free, and is made on WalletConnect's site. #NearConnectWidget shows the link as a QR code, and what the
 * phone is asked. Nothing is opened before a user signs in with such a wallet, or has an account of one.
 */
/**
 * NearConnectManager:relay:
 *
 * The address of a relay of your own, `wss://…`, or `ws://…` on this computer, in place of WalletConnect's.
 *
 * A relay on this computer needs no #NearConnectManager:project-id.
 */
/**
 * NearConnectManager:accent:
 *
 * The program's colour for links and focus in the wallet list: `#` and six hexadecimal digits, such as `#1a5fb4`.
 *
 * It should read well on a light and on a dark ground. Dialogs have the colours of the desktop's theme.
 */
/**
 * NearConnectManager:sandbox-use:
 *
 * The use of WebKit's sandbox for the processes that run web pages; #NearConnectManager:sandbox says what came of it.
 */

static void set_member(JsonObject *object, const char *name, const char *text) {
    if (text != NULL && text[0] != '\0') json_object_set_string_member(object, name, text);
}

char *near_connect_private_configuration(NearConnectManager *self) {
    g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
    JsonObject *object = json_object_new();
    json_node_take_object(node, object);
    /* One that is empty is refused like any other that isn't known. */
    json_object_set_string_member(object, "network", self->network);
    JsonArray *addresses = json_array_new();
    if (self->rpc_url != NULL && self->rpc_url[0] != '\0') json_array_add_string_element(addresses, self->rpc_url);
    for (char **url = self->rpc_urls; url != NULL && *url != NULL; url++) {
        json_array_add_string_element(addresses, *url);
    }
    json_object_set_array_member(object, "rpcURLs", addresses);
    set_member(object, "profile", self->profile);
    json_object_set_boolean_member(object, "ephemeral", self->ephemeral);
    set_member(object, "appName", self->app_name);
    set_member(object, "origin", self->origin);
    set_member(object, "policyFile", self->policy_file);
    set_member(object, "credentials", self->credentials);
    set_member(object, "returnScheme", self->return_scheme);
    set_member(object, "projectId", self->project_id);
    set_member(object, "relay", self->relay);
    set_member(object, "accent", self->accent);
    set_member(object, "sandbox", near_connect_private_sandbox_use_name(self->sandbox_use));
    return near_connect_private_text(node);
}
