// SPDX-License-Identifier: MIT
// A GTK application with one window: a button, a line of text, and a place for a widget of somebody else's.

#ifndef SHOP_WINDOW_H
#define SHOP_WINDOW_H

#include <stdbool.h>

// Runs the application until its window is closed, and returns the exit code. It calls `opened` when the window is there,
// and `pay` when the user presses the button.
int shop_window_run(void (*opened)(void), void (*pay)(void));

// Puts a `GtkWidget *` into the window's place for it.
void shop_window_embed(void *widget);

// Shows or hides that place.
void shop_window_set_embedded_visible(bool visible);

// Sets the line of text, and prints it.
void shop_window_say(const char *text);

#endif
