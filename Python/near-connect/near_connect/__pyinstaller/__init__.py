# SPDX-License-Identifier: MIT
"""Facts about libnear-connect-1 for PyInstaller, which finds them by the entry point `pyinstaller40`."""

import os
from pathlib import Path

LIBRARY = Path(__file__).parents[1] / "library"
"""The library of a wheel that has it."""


def get_hook_dirs() -> list[str]:
    """Returns the folder with our hooks."""
    return [os.path.dirname(__file__)]


def engine_files(library: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Returns libraries and other files of the folder near-connect-1, each with its folder in the frozen program.

    The library looks for its engine, and the engine for its resources, beside the library's real file.
    """
    root = Path(library).resolve().parent
    files = sorted(path for path in (root / "near-connect-1").rglob("*") if path.is_file())
    found = [(str(path), str(path.parent.relative_to(root))) for path in files]
    return [part for part in found if part[0].endswith(".so")], [part for part in found if not part[0].endswith(".so")]
