# SPDX-License-Identifier: MIT
"""The system's parts, which pip doesn't install: PyGObject, GTK 3 and, without the wheel that has it, our library."""

import sys
from pathlib import Path

__all__ = ["GLib", "GObject", "Gio", "Gtk", "NearConnect"]


# The library of a wheel that has it, before one of the system.
_library = Path(__file__).with_name("library")


def _is_there(namespace: str, version: str) -> bool:
    return version in repository.enumerate_versions(namespace)


def _refuse(*packages: str) -> ImportError:
    text = f"near_connect.Manager needs packages of the system: apt install {' '.join(packages)}"
    if "python3-gi" in packages and sys.prefix != sys.base_prefix:
        text += " (and a virtual environment that was made with --system-site-packages)"
    return ImportError(text)


try:
    import gi
except ImportError:
    raise _refuse(
        "python3-gi", "gir1.2-gtk-3.0", *([] if _library.is_dir() else ["gir1.2-nearconnect-1"])) from None
repository = gi.Repository.get_default()
if _library.is_dir():
    try:
        gi.require_version("GIRepository", "2.0")
    except ValueError as _error:
        raise ImportError(f"This wheel of near_connect is for PyGObject before 3.52 ({_error}).") from None
    from gi.repository import GIRepository

    # Functions of the class, which the types of PyGObject-stubs have as methods of an object.
    GIRepository.Repository.prepend_search_path(str(_library))  # type: ignore[call-arg, arg-type]
    GIRepository.Repository.prepend_library_path(str(_library))  # type: ignore[call-arg, arg-type]
_wanted = (
    ("Gtk", "3.0", "gir1.2-gtk-3.0"), ("NearConnect", "1", "gir1.2-nearconnect-1"),
)
_missing = [package for namespace, version, package in _wanted if not _is_there(namespace, version)]
if _missing:
    raise _refuse(*_missing)
try:
    for _namespace, _version, _ in _wanted:
        gi.require_version(_namespace, _version)
except ValueError as _error:
    # GTK 4, which can't be in the same process.
    raise ImportError(f"near_connect.Manager is for GTK 3; near_connect.headless works beside any ({_error})") from None
from gi.repository import Gio, GLib, GObject, Gtk, NearConnect

try:
    NearConnect.check_engine()
except (AttributeError, GLib.Error):
    # Without the library's file a function of the typelib can't be called.
    _packages = _library / "near-connect-1" / "packages"
    raise _refuse(*(_packages.read_text().split() if _packages.is_file() else ["libnear-connect-1-0"])) from None
