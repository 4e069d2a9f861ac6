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
 * inside a job of Swift's main actor or inside of a function that ends something: who gets one only notes it, and does
 * its work from an idle source.
 */
#define NEAR_CONNECT_ENGINE_ABI 3

/// Takes the end of a call: one of the two texts is JSON, the other NULL; both live as long as the callback.
typedef void (*NearConnectEngineAnswer)(
    void *_Nullable data, const char *_Nullable result, const char *_Nullable error);

/// Takes a manager's state as JSON; the text lives as long as the callback.
typedef void (*NearConnectEngineChange)(void *_Nullable data, const char *_Nonnull state);

/// Takes what a manager wants from its program, by name, with JSON; both texts live as long as the callback.
///
/// "approval" is what the keystore wallet is about to sign; "approval-outlook" is a node's word on one, by its number;
/// "approval-ended" has the number of one that nobody waits for any more; "relaunch" the variables with which the
/// program should start again. Returns 1 if the program hears of it: an approval is then decided by the command
/// answer-approval.
typedef int (*NearConnectEngineEvent)(void *_Nullable data, const char *_Nonnull name, const char *_Nonnull json);

/// The engine's functions. Managers and widgets are numbers; 0 is none, and one that isn't there is no mistake.
typedef struct {
    /// NEAR_CONNECT_ENGINE_ABI of the engine.
    uint32_t abi;
    /// Makes a manager from a configuration, a JSON object; 0 with *problem set, which text_free frees.
    ///
    /// `change` is called with the manager's state as soon as it is known, and whenever it has changed; `event` with what
    /// the manager wants from the program.
    uint64_t (*_Nonnull manager_new)(
        const char *_Nullable configuration, NearConnectEngineChange _Nullable change,
        NearConnectEngineEvent _Nullable event, void *_Nullable data, char *_Nullable *_Nullable problem);
    /// Ends what is open, and forgets the manager: neither of its callbacks is called any more.
    void (*_Nonnull manager_free)(uint64_t manager);
    /// Starts a verb; `answer` is called once, never before this function has returned. 0 if there is no such manager.
    uint64_t (*_Nonnull call)(
        uint64_t manager, const char *_Nullable verb, const char *_Nullable parameters,
        NearConnectEngineAnswer _Nullable answer, void *_Nullable data);
    /// Wishes that a call ends: it is answered with what has become of it.
    void (*_Nonnull cancel)(uint64_t call);
    /// Does one of: close, reload, present-wallet, cancel, close-popups, focus, stop-page, wait-for-page, return-link and
    /// recognize-link (argument: the link), answer-approval (argument: JSON with "id", "answer": allow, deny or show, and
    /// for a sign-in "accountId").
    ///
    /// Returns 1 if it was done, or is so; 0 with *problem set or not.
    int (*_Nonnull command)(
        uint64_t manager, const char *_Nullable name, const char *_Nullable argument,
        char *_Nullable *_Nullable problem);
    /// Makes a widget that shows the manager's bridge; *gtk_widget is a GtkWidget whose reference stays the engine's.
    uint64_t (*_Nonnull widget_new)(uint64_t manager, void *_Nullable *_Nullable gtk_widget);
    /// Forgets a widget.
    void (*_Nonnull widget_free)(uint64_t widget);
    /// Converts a text: parse-amount, format-amount, check-account, label, signed-delegate.
    ///
    /// Returns NULL with *problem set where it can't be used.
    char *_Nullable (*_Nonnull convert)(
        const char *_Nullable name, const char *_Nullable text, char *_Nullable *_Nullable problem);
    /// Frees a text of the engine's.
    void (*_Nonnull text_free)(char *_Nullable text);
    /// The number of managers, calls and widgets that there are, with what lives of those that were forgotten, and with
    /// all that owns something of GLib's; for tests. What was forgotten may end some turns of the loop later.
    uint64_t (*_Nonnull live)(void);
} NearConnectEngine;

/// Opens the engine on the calling thread, which runs GTK; the same table each time, NULL on another thread.
const NearConnectEngine *_Nullable near_connect_engine_open(void);

/// Writes an entry to GLib's log under the domain "NearConnect": 0 debug, 1 info, 2 message.
///
/// It is the engine's own; g_log_structured has no fixed arguments, and Swift can't call it.
void near_connect_engine_log(int level, const char *_Nonnull text);
