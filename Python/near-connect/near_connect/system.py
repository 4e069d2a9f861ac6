# SPDX-License-Identifier: MIT
"""The system's parts, which pip doesn't install: PyGObject, GTK 3 and libnear-connect-1."""

import sys

__all__ = ["GLib", "GObject", "Gio", "Gtk", "NearConnect"]


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
    raise _refuse("python3-gi", "gir1.2-gtk-3.0", "gir1.2-nearconnect-1") from None
repository = gi.Repository.get_default()
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
    raise _refuse("libnear-connect-1-0") from None
