# SPDX-License-Identifier: MIT
"""An Xvfb whose screen is read from the file that it keeps it in, and whose keys are pressed, for programs on it."""

import ctypes
import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

SIZE = (1280, 960)
# The share of rows that may differ from the end: a caret's.
TOLERANCE = 0.04
WATCH = 2.5


class Keys:
    """Presses keys of a display at once: a program that does it takes milliseconds to end."""

    def __init__(self, display: str) -> None:
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self.x11.XFlush.argtypes = self.x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self.test.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
        self.display = self.x11.XOpenDisplay(display.encode())

    def press(self, *names: str) -> None:
        codes = [self.x11.XKeysymToKeycode(self.display, self.x11.XStringToKeysym(name.encode())) for name in names]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x11.XFlush(self.display)


class Screen:
    """The pixels of a virtual display, in the file that Xvfb keeps them in."""

    def __init__(self, folder: pathlib.Path) -> None:
        file = open(folder / "Xvfb_screen0", "rb")
        self.map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self.map[:100])
        self.offset = head[0] + head[19] * 12
        self.stride, self.width, self.height = head[12], head[4], head[5]

    def pixels(self, columns: tuple[int, int] | None = None) -> bytes:
        """Returns the rows of pixels, or a part of each."""
        if not columns:
            return self.map[self.offset : self.offset + self.stride * self.height]
        first, end = columns[0] * 4, columns[1] * 4
        starts = range(self.offset, self.offset + self.stride * self.height, self.stride)
        return b"".join(self.map[start + first : start + end] for start in starts)

    def share_of_other_rows(self, one: bytes, other: bytes) -> float:
        if one == other:
            return 0
        stride = len(one) // self.height
        rows = range(0, len(one), stride)
        return sum(one[row : row + stride] != other[row : row + stride] for row in rows) / self.height

    def settle(self, patience: float, calm: float = 0.7) -> None:
        """Waits until the screen has changed, and then stays the same for a moment."""
        first = last = self.pixels()
        since = end = time.monotonic()
        end += patience
        while time.monotonic() < end:
            now = self.pixels()
            if self.share_of_other_rows(now, last) > TOLERANCE:
                last, since = now, time.monotonic()
            if last != first and time.monotonic() - since > calm:
                return
            time.sleep(0.02)
        raise SystemExit("the screen doesn't settle")

    def frames(
        self, before: bytes, begin: float, watch: float, columns: tuple[int, int] | None = None,
    ) -> list[tuple[float, bytes]]:
        """Returns what the screen, or a part of its width, shows one after the other, each with its moment."""
        frames: list[tuple[float, bytes]] = []
        last = before
        while time.monotonic() - begin < watch:
            now = self.pixels(columns)
            if now != last:
                frames.append((time.monotonic(), now))
                last = now
            time.sleep(0.002)
        return frames

    def painted(self, before: bytes, begin: float, watch: float = WATCH) -> float:
        """Returns the milliseconds from a moment until the screen has what it has in the end."""
        frames = self.frames(before, begin, watch)
        last = frames[-1][1] if frames else before
        if self.share_of_other_rows(before, last) <= TOLERANCE:
            raise SystemExit("the screen is the same as before")
        painted = frames[-1][0]
        for moment, frame in reversed(frames):
            if self.share_of_other_rows(frame, last) > TOLERANCE:
                break
            painted = moment
        return (painted - begin) * 1000


class Display:
    """An Xvfb with a screen that is read, and a home of its own for the programs on it."""

    def __init__(self, size: tuple[int, int] = SIZE, environment: dict[str, str] | None = None) -> None:
        self.size, self.more = size, environment or {}

    def __enter__(self) -> "Display":
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="first-paint-"))
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.size[0]}x{self.size[1]}x24", "-nolisten", "tcp", "-fbdir", self.folder],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = f":{pipe.readline().strip()}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WAYLAND_", "WEBKIT_", "XDG_"))}
        self.environment = {
            **kept, "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "HOME": str(self.folder), **self.more}
        self.screen = Screen(self.folder)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *command: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
