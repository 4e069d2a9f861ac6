#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Asks its user itself before the keystore wallet signs: EMBED_CREDENTIALS=FOLDER approve.py NETWORK NODE"""
import sys

import gi

gi.require_versions({"Gtk": "3.0", "NearConnect": "1"})
from gi.repository import Gio, GLib, Gtk, NearConnect


# sample: asked
def asked(manager: NearConnect.Manager, request: NearConnect.ApprovalRequest, window: Gtk.Window) -> bool:
    dialog = Gtk.MessageDialog(transient_for=window, text=request.props.heading, buttons=Gtk.ButtonsType.CANCEL)
    approve = dialog.add_button("_Approve", Gtk.ResponseType.YES)
    # A key that was meant for another window approves nothing.
    dialog.set_default_response(Gtk.ResponseType.CANCEL)
    words = Gtk.Label(wrap=True, selectable=True, xalign=0, max_width_chars=60)
    dialog.get_content_area().add(Gtk.ScrolledWindow(propagate_natural_height=True, max_content_height=480, child=words))

    def show(*_: object) -> None:
        # A node's word comes later, and may decide: nobody approves before it could be read.
        outlook = request.props.outlook
        words.set_text(f"{request.props.text}\n\n{'Asking a node…' if outlook is None else outlook}")
        approve.set_sensitive(outlook is not None)

    def answered(_: Gtk.Dialog, response: int) -> None:
        dialog.destroy()
        request.allow(None) if response == Gtk.ResponseType.YES else request.deny()

    dialog.connect("response", answered)
    request.connect("notify::outlook", show)
    # Its operation is over: cancelled, or closed with its manager. A dialog that was destroyed has no handler any more.
    request.connect("notify::open", lambda *_: dialog.response(Gtk.ResponseType.CANCEL))
    show()
    dialog.show_all()
    return True
# end of sample


def ended(manager: NearConnect.Manager, result: Gio.AsyncResult, is_sent: bool = False) -> None:
    try:
        if is_sent:
            print("sent:", manager.send_near_finish(result).props.hash)
        else:
            print("signed in:", manager.sign_in_finish(result).props.id)
            return manager.send_near_async("bob.test.near", NearConnect.parse_amount("1.5 NEAR"), None, ended, True)
    except GLib.Error as error:
        print(error.domain, error.message, file=sys.stderr)
    Gtk.main_quit()


manager = NearConnect.Manager(
    network=sys.argv[1], rpc_url=sys.argv[2], ephemeral=True, credentials=GLib.getenv("EMBED_CREDENTIALS"))
window = Gtk.Window(title="Embedded", default_width=420, default_height=640)
window.connect("destroy", Gtk.main_quit)
window.show_all()
manager.connect("approval-requested", asked, window)
manager.sign_in_async("near-connect-keystore", None, ended)
Gtk.main()
