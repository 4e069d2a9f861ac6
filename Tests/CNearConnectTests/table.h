/* SPDX-License-Identifier: MIT */
#pragma once

#include <dlfcn.h>

#include "near-connect-engine.h"
#include "stage.h"

/* The function by which the real engine (STAGE_ENGINE) is opened, as the library does it. */
static inline const NearConnectEngine *(*table_opener(void))(void) {
    void *library = dlopen(g_getenv("STAGE_ENGINE"), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == NULL) g_error("%s", dlerror());
    const NearConnectEngine *(*opener)(void) = NULL;
    *(void **)&opener = dlsym(library, "near_connect_engine_open");
    return opener;
}

static inline const NearConnectEngine *open_table(void) {
    const NearConnectEngine *table = table_opener()();
    g_assert_nonnull(table);
    g_assert_cmpuint(table->abi, ==, NEAR_CONNECT_ENGINE_ABI);
    return table;
}
