# SPDX-License-Identifier: MIT
"""Waits until a display shows a window with a title, and presses Escape in it until it is gone.

Usage: press_escape.py TITLE. It prints the titles of the windows that were there. Needs libX11 and libXtst, which GTK
brings.
"""

import ctypes
import sys
import time

ESCAPE = 0xFF1B

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
Window, Pointer = ctypes.c_ulong, ctypes.c_void_p
x11.XOpenDisplay.restype = Pointer
x11.XDefaultRootWindow.argtypes = [Pointer]
x11.XDefaultRootWindow.restype = Window
x11.XQueryTree.argtypes = [Pointer, Window] + [Pointer] * 4
x11.XFetchName.argtypes = [Pointer, Window, Pointer]
x11.XGetGeometry.argtypes = [Pointer, Window] + [Pointer] * 7
x11.XKeysymToKeycode.argtypes = [Pointer, ctypes.c_ulong]
x11.XSync.argtypes = [Pointer, ctypes.c_int]
x11.XFree.argtypes = [Pointer]
xtst.XTestFakeMotionEvent.argtypes = [Pointer] + [ctypes.c_int] * 3 + [ctypes.c_ulong]
xtst.XTestFakeKeyEvent.argtypes = [Pointer, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]

# A window may go while it is asked for its name, which Xlib ends a program for.
HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, Pointer, Pointer)
ignore = HANDLER(lambda _display, _error: 0)
x11.XSetErrorHandler(ignore)

display = x11.XOpenDisplay(None)
if not display:
    sys.exit("there is no display")
root = x11.XDefaultRootWindow(display)


def windows():
    """Returns the windows of the display, by title."""
    parent, children, count = Window(), ctypes.POINTER(Window)(), ctypes.c_uint()
    x11.XQueryTree(
        display, root, ctypes.byref(parent), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count)
    )
    found = {}
    for index in range(count.value):
        name = ctypes.c_char_p()
        if x11.XFetchName(display, children[index], ctypes.byref(name)) and name.value:
            found[name.value.decode("latin-1")] = children[index]
            x11.XFree(name)
    if children:
        x11.XFree(children)
    return found


def press(window):
    """Presses Escape over the middle of a window: without a window manager the pointer says where keys go."""
    ints = [ctypes.c_int() for _ in range(2)]
    sizes = [ctypes.c_uint() for _ in range(4)]
    above = Window()
    values = [above, *ints, *sizes]
    if not x11.XGetGeometry(display, window, *[ctypes.byref(value) for value in values]):
        return
    xtst.XTestFakeMotionEvent(
        display, -1, ints[0].value + sizes[0].value // 2, ints[1].value + sizes[1].value // 2, 0
    )
    key = x11.XKeysymToKeycode(display, ESCAPE)
    xtst.XTestFakeKeyEvent(display, key, 1, 0)
    xtst.XTestFakeKeyEvent(display, key, 0, 0)
    x11.XSync(display, 0)


title = sys.argv[1]
while title not in (titles := windows()):
    time.sleep(0.02)
print("\n".join(sorted(titles)))
sys.stdout.flush()
while title in (titles := windows()):
    press(titles[title])
    time.sleep(0.1)
