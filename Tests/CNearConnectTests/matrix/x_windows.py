# SPDX-License-Identifier: MIT
"""The windows that other programs show on an X display without a window manager, closed as its button would."""

import ctypes
import os


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5), ("padding", ctypes.c_long * 24),
    ]


class _Display:
    def __init__(self) -> None:
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        for name in ("XDefaultRootWindow", "XInternAtom"):
            getattr(self.x11, name).restype = ctypes.c_ulong
        self.x11.XSetErrorHandler(_IGNORED)
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(os.environ["DISPLAY"].encode()))
        assert self.display.value, "there is no display"

    def atom(self, name: str) -> ctypes.c_ulong:
        return ctypes.c_ulong(self.x11.XInternAtom(self.display, name.encode(), 0))

    def windows(self) -> list[int]:
        """The windows with a close button that are seen."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x11.XQueryTree(
            self.display, ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display)), ctypes.byref(root),
            ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        return [children[index] for index in range(count.value) if self.is_closable(children[index])]

    def is_closable(self, window: int) -> bool:
        attributes = (ctypes.c_char * 256)()
        protocols, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_int()
        if not self.x11.XGetWindowAttributes(self.display, ctypes.c_ulong(window), attributes):
            return False
        if not self.x11.XGetWMProtocols(
            self.display, ctypes.c_ulong(window), ctypes.byref(protocols), ctypes.byref(count)):
            return False
        # XWindowAttributes: map_state stands behind 4 words, a pointer, 2 words, 3 words, 2 longs, a word and a long.
        state = ctypes.c_int.from_buffer(attributes, 92).value
        return state == 2 and self.atom("WM_DELETE_WINDOW").value in protocols[: count.value]

    def close(self, window: int) -> None:
        event = _ClientMessage(
            type=33, window=window, message_type=self.atom("WM_PROTOCOLS").value, format=32,
            data=(ctypes.c_long * 5)(self.atom("WM_DELETE_WINDOW").value))
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x11.XFlush(self.display)


# A window may go while it is looked at.
_IGNORED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
_open: list[_Display] = []


def _display() -> _Display:
    if not _open:
        _open.append(_Display())
    return _open[0]


def count() -> int:
    """Counts the windows that are seen."""
    return len(_display().windows())


def close_all() -> None:
    """Closes them."""
    for window in _display().windows():
        _display().close(window)
