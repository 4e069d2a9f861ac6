#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program in the language of its user: prints what language.c prints."""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import GLib, NearConnect

manager = NearConnect.Manager(network="devnet", rpc_url=os.environ["STAGE_NODE"], ephemeral=True)
print(NearConnect.Button(manager=manager).get_label())
ended: list[object] = []
manager.sign_in_async("nobody", None, lambda _, result: ended.append(result))
while not ended:
    GLib.MainContext.default().iteration(True)
try:
    manager.sign_in_finish(ended[0])
except GLib.Error as error:
    print(error.message)
print(NearConnect.Manager(network="elsewhere").props.unavailable_reason)
