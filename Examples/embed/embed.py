#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window with any NEAR wallet in it: signs in, and prints the account."""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import Gio, GLib, Gtk, NearConnect


def signed_in(manager: NearConnect.Manager, result: Gio.AsyncResult) -> None:
    try:
        print("signed in:", manager.sign_in_finish(result).props.id)
        manager.send_near_async("bob.test.near", NearConnect.parse_amount("1.5 NEAR"), None, sent)
    except GLib.Error as error:
        print(error.domain, error.message, file=sys.stderr)
        Gtk.main_quit()


def sent(manager: NearConnect.Manager, result: Gio.AsyncResult) -> None:
    try:
        print("sent:", manager.send_near_finish(result).props.hash)
    except GLib.Error as error:
        print(error.domain, error.message, file=sys.stderr)
    Gtk.main_quit()


network, node, wallet = (sys.argv[1:] + ["testnet", None, None])[:3]
manager = NearConnect.Manager(
    network=network, rpc_url=node, app_name="Embedded", ephemeral=True,
    policy_file=GLib.getenv("EMBED_POLICY"), credentials=GLib.getenv("EMBED_CREDENTIALS"),
)
window = Gtk.Window(title="Embedded", default_width=420, default_height=640)
window.add(NearConnect.Widget(manager=manager))
window.connect("destroy", Gtk.main_quit)
window.show_all()
manager.sign_in_async(wallet, None, signed_in)
Gtk.main()
