/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/* What a test says in place of chance, of the manager that was made last: from the first call of random_engine_director()
 * on nothing happens by itself. */
typedef struct {
    /* The verb and the parameters of the oldest open call; NULL where none is open. */
    const char *(*verb)(void);
    const char *(*parameters)(void);
    /* Whether somebody wishes that it ends. */
    gboolean (*is_cancelled)(void);
    /* Answers it, inside what stands for a job of the main actor's; one text is JSON, the other NULL. */
    void (*answer)(const char *result, const char *error);
    /* Tells a state, and what the manager wants of its program. */
    void (*change)(const char *state);
    int (*event)(const char *name, const char *json);
    /* The last command with its argument; the next ones are done. */
    const char *(*command)(void);
    const char *(*argument)(void);
} RandomEngineDirector;

const RandomEngineDirector *random_engine_director(void);
