# SPDX-License-Identifier: MIT
"""Tells PyInstaller that PyGObject makes this module when the program runs, so that the hook of it is asked."""

from typing import Any


def pre_safe_import_module(api: Any) -> None:
    api.add_runtime_module(api.module_name)
