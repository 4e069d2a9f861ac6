#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a program of this library learns where it is broken: prints the manager's reason, and how a sign-in ends."""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import GLib, Gtk, NearConnect

manager = NearConnect.Manager(
    network="devnet", rpc_url=os.environ["STAGE_NODE"], policy_file=os.environ["STAGE_POLICY"],
    credentials=os.environ["STAGE_CREDENTIALS"], ephemeral=True)
window = Gtk.Window()
window.add(NearConnect.Widget(manager=manager))
window.show_all()
ended = []
manager.sign_in_async("near-connect-keystore", None, lambda _, result: ended.append(result))
late = []
GLib.timeout_add_seconds(100, lambda: late.append(True))
while not ended:
    GLib.MainContext.default().iteration(True)
    assert not late, "the sign-in has not ended"
try:
    print("signed in:", manager.sign_in_finish(ended[0]).props.id)
except GLib.Error as error:
    print("ended:", error.message)
print("reason:", manager.props.unavailable_reason)
window.destroy()
