# SPDX-License-Identifier: MIT
"""Runs a program in whose dialogs a user presses a button, as soon as it may be pressed: press.py RESPONSE PROGRAM …"""

import runpy
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

response = int(sys.argv.pop(1))


def press() -> bool:
    for top in Gtk.Window.list_toplevels():
        button = isinstance(top, Gtk.MessageDialog) and top.get_widget_for_response(response)
        if button and button.get_mapped() and button.get_sensitive():
            button.clicked()
    return True


GLib.timeout_add(10, press)
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
