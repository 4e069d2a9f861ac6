// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

/**
 * The seam between libnear-connect-1 and its engine: one table of functions, texts in UTF-8, structure as JSON.
 *
 * It is private to the two. Both are of one version, and NEAR_CONNECT_ENGINE_ABI says whether they are. All functions
 * are called on the thread that called near_connect_engine_open, and return at once; callbacks come on that thread,
 * inside a job of Swift's main actor: who gets one only notes it, and does its work from an idle source.
 */
#define NEAR_CONNECT_ENGINE_ABI 1

/// Takes the end of a call: one of the two texts is JSON, the other NULL; both live as long as the callback.
typedef void (*NearConnectEngineAnswer)(
    void *_Nullable data, const char *_Nullable result, const char *_Nullable error);

/// Takes a manager's state as JSON; the text lives as long as the callback.
typedef void (*NearConnectEngineChange)(void *_Nullable data, const char *_Nonnull state);

/// The engine's functions. Managers and widgets are numbers; 0 is none, and one that isn't there is no mistake.
typedef struct {
    /// NEAR_CONNECT_ENGINE_ABI of the engine.
    uint32_t abi;
    /// Makes a manager from a configuration, a JSON object; 0 with *problem set, which text_free frees.
    ///
    /// `change` is called with the manager's state as soon as it is known, and whenever it has changed.
    uint64_t (*_Nonnull manager_new)(
        const char *_Nullable configuration, NearConnectEngineChange _Nullable change, void *_Nullable data,
        char *_Nullable *_Nullable problem);
    /// Ends what is open, and forgets the manager: its `change` isn't called any more.
    void (*_Nonnull manager_free)(uint64_t manager);
    /// Starts a verb; `answer` is called once, never before this function has returned. 0 if there is no such manager.
    uint64_t (*_Nonnull call)(
        uint64_t manager, const char *_Nullable verb, const char *_Nullable parameters,
        NearConnectEngineAnswer _Nullable answer, void *_Nullable data);
    /// Wishes that a call ends: it is answered with what has become of it.
    void (*_Nonnull cancel)(uint64_t call);
    /// Does one of: close, reload, present-wallet, cancel, return-link (argument: the link).
    ///
    /// Returns 1 if it was done; 0 with *problem set or not.
    int (*_Nonnull command)(
        uint64_t manager, const char *_Nullable name, const char *_Nullable argument,
        char *_Nullable *_Nullable problem);
    /// Makes a widget that shows the manager's bridge; *gtk_widget is a GtkWidget whose reference stays the engine's.
    uint64_t (*_Nonnull widget_new)(uint64_t manager, void *_Nullable *_Nullable gtk_widget);
    /// Forgets a widget.
    void (*_Nonnull widget_free)(uint64_t widget);
    /// Converts a text: parse-amount, format-amount, check-account; NULL with *problem set where it can't be used.
    char *_Nullable (*_Nonnull convert)(
        const char *_Nullable name, const char *_Nullable text, char *_Nullable *_Nullable problem);
    /// Frees a text of the engine's.
    void (*_Nonnull text_free)(char *_Nullable text);
    /// The number of managers, calls and widgets that there are; for tests.
    uint64_t (*_Nonnull live)(void);
} NearConnectEngine;

/// Opens the engine on the calling thread, which runs GTK; the same table each time, NULL on another thread.
const NearConnectEngine *_Nullable near_connect_engine_open(void);

/// Writes an entry to GLib's log under the domain "NearConnect": 0 debug, 1 info, 2 message.
///
/// It is the engine's own; g_log_structured has no fixed arguments, and Swift can't call it.
void near_connect_engine_log(int level, const char *_Nonnull text);
