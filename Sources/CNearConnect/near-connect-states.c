/* SPDX-License-Identifier: MIT */
/* The enumerations of a manager's state, and how they are read of what the engine tells. */
#include "near-connect-private.h"

static const GEnumValue session_values[] = {
    {NEAR_CONNECT_SESSION_SIGNED_OUT, "NEAR_CONNECT_SESSION_SIGNED_OUT", "signed-out"},
    {NEAR_CONNECT_SESSION_STORED, "NEAR_CONNECT_SESSION_STORED", "stored"},
    {NEAR_CONNECT_SESSION_RESTORED, "NEAR_CONNECT_SESSION_RESTORED", "restored"},
    {NEAR_CONNECT_SESSION_VERIFIED, "NEAR_CONNECT_SESSION_VERIFIED", "verified"},
    {NEAR_CONNECT_SESSION_STALE, "NEAR_CONNECT_SESSION_STALE", "stale"},
    {NEAR_CONNECT_SESSION_REVOKED, "NEAR_CONNECT_SESSION_REVOKED", "revoked"},
    {0, NULL, NULL},
};

GType near_connect_session_get_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        g_once_init_leave(&type, g_enum_register_static("NearConnectSession", session_values));
    }
    return type;
}

static const GEnumValue sandbox_values[] = {
    {NEAR_CONNECT_SANDBOX_OFF, "NEAR_CONNECT_SANDBOX_OFF", "off"},
    {NEAR_CONNECT_SANDBOX_ON, "NEAR_CONNECT_SANDBOX_ON", "on"},
    {NEAR_CONNECT_SANDBOX_FLATPAK, "NEAR_CONNECT_SANDBOX_FLATPAK", "flatpak"},
    {NEAR_CONNECT_SANDBOX_UNAVAILABLE, "NEAR_CONNECT_SANDBOX_UNAVAILABLE", "unavailable"},
    {0, NULL, NULL},
};

GType near_connect_sandbox_get_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        g_once_init_leave(&type, g_enum_register_static("NearConnectSandbox", sandbox_values));
    }
    return type;
}

static const GEnumValue sandbox_use_values[] = {
    {NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE, "NEAR_CONNECT_SANDBOX_USE_WHERE_AVAILABLE", "where-available"},
    {NEAR_CONNECT_SANDBOX_USE_REQUIRED, "NEAR_CONNECT_SANDBOX_USE_REQUIRED", "required"},
    {NEAR_CONNECT_SANDBOX_USE_NEVER, "NEAR_CONNECT_SANDBOX_USE_NEVER", "never"},
    {0, NULL, NULL},
};

GType near_connect_sandbox_use_get_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        g_once_init_leave(&type, g_enum_register_static("NearConnectSandboxUse", sandbox_use_values));
    }
    return type;
}

const char *near_connect_private_sandbox_use_name(NearConnectSandboxUse use) {
    for (const GEnumValue *value = sandbox_use_values; value->value_nick != NULL; value++) {
        if (value->value == (int)use) return value->value_nick;
    }
    return NULL;
}

static const GEnumValue approval_kind_values[] = {
    {NEAR_CONNECT_APPROVAL_KIND_OTHER, "NEAR_CONNECT_APPROVAL_KIND_OTHER", "other"},
    {NEAR_CONNECT_APPROVAL_KIND_SIGN_IN, "NEAR_CONNECT_APPROVAL_KIND_SIGN_IN", "sign-in"},
    {NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_AND_SIGN_MESSAGE, "NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_AND_SIGN_MESSAGE",
     "sign-in-and-sign-message"},
    {NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY, "NEAR_CONNECT_APPROVAL_KIND_SIGN_IN_WITH_KEY", "sign-in-with-key"},
    {NEAR_CONNECT_APPROVAL_KIND_MESSAGE, "NEAR_CONNECT_APPROVAL_KIND_MESSAGE", "message"},
    {NEAR_CONNECT_APPROVAL_KIND_TRANSACTIONS, "NEAR_CONNECT_APPROVAL_KIND_TRANSACTIONS", "transactions"},
    {NEAR_CONNECT_APPROVAL_KIND_DELEGATE_ACTIONS, "NEAR_CONNECT_APPROVAL_KIND_DELEGATE_ACTIONS", "delegate-actions"},
    {0, NULL, NULL},
};

GType near_connect_approval_kind_get_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        g_once_init_leave(&type, g_enum_register_static("NearConnectApprovalKind", approval_kind_values));
    }
    return type;
}

/* The value of a name; the first one where it isn't known. */
static int valued(const GEnumValue *values, const char *name) {
    for (const GEnumValue *value = values; value->value_nick != NULL; value++) {
        if (g_strcmp0(value->value_nick, name) == 0) return value->value;
    }
    return values->value;
}

NearConnectSandbox near_connect_private_sandbox(JsonObject *state) {
    return (NearConnectSandbox)valued(sandbox_values, near_connect_private_member(state, "sandbox"));
}

NearConnectSession near_connect_private_session(JsonObject *object) {
    return (NearConnectSession)valued(session_values, near_connect_private_member(object, "state"));
}

NearConnectApprovalKind near_connect_private_approval_kind(JsonObject *request) {
    return (NearConnectApprovalKind)valued(approval_kind_values, near_connect_private_member(request, "kind"));
}
