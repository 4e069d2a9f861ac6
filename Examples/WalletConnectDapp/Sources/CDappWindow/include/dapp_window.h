// SPDX-License-Identifier: MIT
// A GTK application with one window: four buttons, who is connected, a line of text, and a place for a widget.

#ifndef DAPP_WINDOW_H
#define DAPP_WINDOW_H

#include <stdbool.h>

// Runs the application until its window is closed, and returns the exit code. It calls `opened` when the window is there,
// and `pressed` with a button's name: connect, send, disconnect or cancel.
int dapp_window_run(void (*opened)(void), void (*pressed)(const char *name));

// Puts a `GtkWidget *` into the window, without which its dialogs have no window to stand above.
void dapp_window_embed(void *widget);

// Shows who is connected (NULL for nobody) and what is waited for (NULL for nothing); buttons are for what can be done.
void dapp_window_show(const char *account, const char *waiting, bool is_busy);

// Sets the line of text, and prints it.
void dapp_window_say(const char *text);

#endif
