#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes AppStream's file with the pictures that will be below an https address.

    metainfo.py ADDRESS FOLDER
"""
import pathlib
import sys
from xml.sax.saxutils import escape

# The pictures that AppStream gets, the first of them as the one that stands for the program.
CAPTIONS = {
    "wallet": "What an account holds, and its keys",
    "send": "NEAR and tokens are sent with the fee known before",
    "contract": "Methods of a contract are viewed and called",
    "activity": "What was handed to wallets, and what became of it",
    "question": "Nothing is signed unasked",
}
METAINFO = pathlib.Path(__file__).parents[2] / "Resources/Desktop/io.github.near_connect.Shell.metainfo.xml"


def write_metainfo(into: pathlib.Path, address: str) -> pathlib.Path:
    """Writes the file into a folder, and returns its path."""
    lines = ["  <screenshots>"]
    for number, (name, caption) in enumerate(CAPTIONS.items()):
        kind = ' type="default"' if number == 0 else ""
        lines += [
            f"    <screenshot{kind}>", f"      <caption>{caption}</caption>",
            f"      <image>{escape(address.rstrip('/'))}/{name}.png</image>", "    </screenshot>",
        ]
    lines += ["  </screenshots>", "  <content_rating"]
    file = into / METAINFO.name
    text = METAINFO.read_text()
    assert text.count("  <content_rating") == 1, "the pictures have no place"
    file.write_text(text.replace("  <content_rating", "\n".join(lines)))
    return file


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[1].startswith("https://"):
        sys.exit("metainfo.py: name an https address, from which AppStream takes pictures, and a folder")
    print(write_metainfo(pathlib.Path(sys.argv[2]), sys.argv[1]))
