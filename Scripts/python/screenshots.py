#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes pictures of the window's pages; Scripts/screenshots says how it is called."""

import argparse
import pathlib
import struct
import subprocess
import tempfile
import time
import zlib

import pseudo_tree
from metainfo import write_metainfo
from virtual_display import Display, Keys
from window_chain import Chain

PAGES = ["wallet", "send", "contract", "message", "delegate", "activity", "apps"]
# The dialogs over the wallet page, by the keys that open them.
DIALOGS = {
    "receive": ["Return"],
    "preferences": ["Control_L", "comma"],
    "shortcuts": ["Control_L", "Shift_L", "question"],
    "help": ["F1"],
}
# The border that the window draws without a window manager, on both sides together; it is no part of the width.
BORDER = 10
# The keystore wallet's approval takes no press before it was seen for a moment.
ARMED = 1.5


def write_picture(display: Display, file: pathlib.Path) -> None:
    """Writes what is on the screen, without the black around it, as PNG."""
    width, height, stride, pixels = display.screen.width, display.screen.height, display.screen.stride, display.screen.pixels()
    rows = [pixels[row * stride : row * stride + width * 4] for row in range(height)]
    lit = [number for number, row in enumerate(rows) if any(row[0::4]) or any(row[1::4]) or any(row[2::4])]
    bottom = lit[-1] + 1
    right = max(column for column in range(width) if any(rows[row][column * 4] for row in range(0, bottom, 7))) + 1
    data = bytearray()
    for row in rows[:bottom]:
        line = bytearray(right * 3)
        line[0::3], line[1::3], line[2::3] = row[2 : right * 4 : 4], row[1 : right * 4 : 4], row[0 : right * 4 : 4]
        data += b"\0" + line

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", right, bottom, 8, 2, 0, 0, 0)
    file.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(data))) + chunk(b"IEND", b""))
    print(file, f"{right} x {bottom}")


class Window:
    """The window on one page, closed at the end."""

    def __init__(self, display: Display, *command: str, width: int | None = None, pointer: int = 715) -> None:
        def point(down: int) -> None:
            if width:
                subprocess.run(["xdotool", "mousemove", str(width // 2), str(down)], env=display.environment, check=True)

        # No tooltip comes up before the window has its size.
        point(715)
        self.process = display.start(*command)
        display.screen.settle(30, calm=1.5)
        # Once the list of pages is in the bar, there is room for less.
        for _ in range(2 if width else 0):
            subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", "^NEAR Connect$", "windowsize", str(width + BORDER), "720"],
                env=display.environment, check=True)
            time.sleep(1)
        # Without a window manager the keys go to what is below the pointer.
        point(pointer)

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("into", type=pathlib.Path)
    parser.add_argument("--language")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--width", type=int)
    parser.add_argument("--metainfo", metavar="ADDRESS")
    options = parser.parse_args()
    if options.metainfo and not options.metainfo.startswith("https://"):
        parser.error("AppStream takes pictures from an https address")
    more = {"GDK_SCALE": str(options.scale)}
    if options.language == "pseudo":
        # On the disk of the programs, which it links.
        place = tempfile.TemporaryDirectory(prefix="pseudo-", dir=options.programs)
        options.language, tree = "xx", pathlib.Path(place.name) / "tree"
        pseudo_tree.make(options.programs, tree)
        options.programs = tree
    if options.language:
        more |= {"LANGUAGE": options.language, "LC_ALL": "C.UTF-8"}
    if options.dark:
        more["GTK_THEME"] = "Adwaita:dark"
    # Dialogs are as wide as a phone's screen where there is one.
    size = ((options.width + BORDER if options.width else 1280) * options.scale, 960 * options.scale)
    with Display(size=size, environment=more) as display:
        run(options, display)
    if options.metainfo:
        print(write_metainfo(options.into, options.metainfo))


def run(options: argparse.Namespace, display: Display) -> None:
    with Chain(options.programs, display) as chain:
        keys = Keys(display.environment["DISPLAY"])
        shell = [str(options.programs / "near-connect-view"), "shell", *chain.node, *chain.credentials]
        for amount in ["1", "2.5"]:
            chain.send(amount)
        # The pointer is where the question will be.
        with Window(display, *shell, width=options.width, pointer=300):
            write_picture(display, options.into / "start.png")
            # The way in that has the focus, the one wallet that can work, and its question.
            keys.press("Return")
            display.screen.settle(10, calm=ARMED)
            write_picture(display, options.into / "wallets.png")
            keys.press("Return")
            display.screen.settle(10, calm=ARMED)
            write_picture(display, options.into / "question.png")
            # From Cancel on to the button beside it, whose letter depends on the language.
            keys.press("Tab")
            time.sleep(ARMED)
            keys.press("Return")
            display.screen.settle(10, calm=ARMED)
        for page in PAGES:
            with Window(display, *shell, "--page", page, width=options.width):
                write_picture(display, options.into / f"{page}.png")
        with Window(display, *shell, "--page", "wallet", width=options.width):
            for name, names in DIALOGS.items():
                keys.press(*names)
                display.screen.settle(10, calm=ARMED)
                write_picture(display, options.into / f"{name}.png")
                keys.press("Escape")
                display.screen.settle(10, calm=ARMED)
        with Window(display, shell[0], "shell", "--devnet", "--page", "devnet", width=options.width):
            write_picture(display, options.into / "devnet.png")


if __name__ == "__main__":
    main()
