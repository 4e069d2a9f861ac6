# SPDX-License-Identifier: MIT
"""Does on a display what a user does, a line of standard input at a time, and answers each with a line of JSON.

    move X Y            the pointer
    press, release      its first button
    key NAME[+NAME…]    keys by X's names, pressed one after the other and let go: a, Tab, Alt_L+2
    cover X Y W H       a window over that part of the screen, which the window manager doesn't have
    uncover             takes it away
    place TITLE X Y     moves the window with a title

Needs libX11 and libXtst, which GTK brings.
"""

import ctypes
import sys

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
Window, Pointer = ctypes.c_ulong, ctypes.c_void_p


class Attributes(ctypes.Structure):
    """XSetWindowAttributes."""

    _fields_ = [
        ("background_pixmap", ctypes.c_ulong),
        ("background_pixel", ctypes.c_ulong),
        ("border_pixmap", ctypes.c_ulong),
        ("border_pixel", ctypes.c_ulong),
        ("bit_gravity", ctypes.c_int),
        ("win_gravity", ctypes.c_int),
        ("backing_store", ctypes.c_int),
        ("backing_planes", ctypes.c_ulong),
        ("backing_pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int),
        ("event_mask", ctypes.c_long),
        ("do_not_propagate_mask", ctypes.c_long),
        ("override_redirect", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        ("cursor", ctypes.c_ulong),
    ]


OVERRIDE_REDIRECT = 1 << 9
INPUT_OUTPUT = 1

x11.XOpenDisplay.restype = Pointer
x11.XDefaultRootWindow.argtypes = [Pointer]
x11.XDefaultRootWindow.restype = Window
x11.XQueryTree.argtypes = [Pointer, Window] + [Pointer] * 4
x11.XFetchName.argtypes = [Pointer, Window, Pointer]
x11.XFree.argtypes = [Pointer]
x11.XStringToKeysym.argtypes = [ctypes.c_char_p]
x11.XStringToKeysym.restype = ctypes.c_ulong
x11.XKeysymToKeycode.argtypes = [Pointer, ctypes.c_ulong]
x11.XSync.argtypes = [Pointer, ctypes.c_int]
x11.XMoveWindow.argtypes = [Pointer, Window, ctypes.c_int, ctypes.c_int]
x11.XCreateWindow.argtypes = (
    [Pointer, Window]
    + [ctypes.c_int] * 2
    + [ctypes.c_uint] * 3
    + [ctypes.c_int, ctypes.c_uint, Pointer, ctypes.c_ulong, Pointer]
)
x11.XCreateWindow.restype = Window
x11.XMapRaised.argtypes = [Pointer, Window]
x11.XDestroyWindow.argtypes = [Pointer, Window]
xtst.XTestFakeMotionEvent.argtypes = [Pointer] + [ctypes.c_int] * 3 + [ctypes.c_ulong]
xtst.XTestFakeKeyEvent.argtypes = [Pointer, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeButtonEvent.argtypes = [Pointer, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]

display = x11.XOpenDisplay(None)
if not display:
    sys.exit("there is no display")
root = x11.XDefaultRootWindow(display)
covers = []


def window(title):
    """Returns the window with a title."""
    parent, children, count = Window(), ctypes.POINTER(Window)(), ctypes.c_uint()
    x11.XQueryTree(
        display, root, ctypes.byref(parent), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count)
    )
    for index in range(count.value):
        name = ctypes.c_char_p()
        if x11.XFetchName(display, children[index], ctypes.byref(name)) and name.value == title.encode():
            return children[index]
    sys.exit(f"there is no window {title}")


def key(names):
    """Presses keys together and lets them go."""
    codes = [x11.XKeysymToKeycode(display, x11.XStringToKeysym(name.encode())) for name in names.split("+")]
    for code in codes:
        xtst.XTestFakeKeyEvent(display, code, 1, 0)
    for code in reversed(codes):
        xtst.XTestFakeKeyEvent(display, code, 0, 0)


def cover(*place):
    """Puts a window over a part of the screen."""
    attributes = Attributes(override_redirect=1)
    covers.append(
        x11.XCreateWindow(
            display, root, *place, 0, 0, INPUT_OUTPUT, None, OVERRIDE_REDIRECT, ctypes.byref(attributes)
        )
    )
    x11.XMapRaised(display, covers[-1])


def uncover():
    """Takes the windows away that cover something."""
    while covers:
        x11.XDestroyWindow(display, covers.pop())


for line in sys.stdin:
    verb, *words = line.split()
    if verb == "key":
        key(words[0])
    elif verb == "place":
        x11.XMoveWindow(display, window(words[0]), *map(int, words[1:]))
    elif verb == "move":
        xtst.XTestFakeMotionEvent(display, -1, *map(int, words), 0)
    elif verb in ("press", "release"):
        xtst.XTestFakeButtonEvent(display, 1, int(verb == "press"), 0)
    else:
        {"cover": cover, "uncover": uncover}[verb](*map(int, words))
    x11.XSync(display, 0)
    print("true", flush=True)
