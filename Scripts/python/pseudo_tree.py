#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a copy of built programs whose every text is "translated", into itself: in brackets, with accents, and longer.

  pseudo_tree.py PROGRAMS FOLDER

The programs are links, so FOLDER is on the same disk. They speak so with LANGUAGE=xx. A text without brackets there
was not given to gettext, and one whose end is missing has no room.
"""

import pathlib
import shutil
import subprocess
import sys

MESSAGES = pathlib.Path(__file__).with_name("messages.py")
TEMPLATE = pathlib.Path(__file__).parents[2] / "Translations" / "near-connect.pot"
RESOURCES = "near-connect_CNEARConnectResources.resources"


def write(file: pathlib.Path, *words: str) -> None:
    """Writes what messages.py prints."""
    file.write_bytes(subprocess.run([sys.executable, MESSAGES, *words], check=True, stdout=subprocess.PIPE).stdout)


def make(programs: pathlib.Path, folder: pathlib.Path) -> None:
    """Makes the copy in a folder that is made, too."""
    folder.mkdir(parents=True)
    for program in programs.glob("near-connect*"):
        if program.is_file() and program.stat().st_mode & 0o100 and "." not in program.name:
            (folder / program.name).hardlink_to(program)
    resources = folder / RESOURCES
    shutil.copytree(programs / RESOURCES, resources)
    catalogue = folder / "xx.po"
    write(catalogue, "pseudo", str(TEMPLATE))
    write(resources / "Connector" / "ui" / "translations.js", "page", str(catalogue))
    compiled = resources / "Translations" / "xx" / "LC_MESSAGES" / "near-connect.mo"
    compiled.parent.mkdir(parents=True)
    subprocess.run(["msgfmt", "--check-format", f"--output-file={compiled}", catalogue], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
