#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Python programs do with the library: subclasses, processes of `multiprocessing`, and texts that are none."""

import multiprocessing
import os
import sys
from collections.abc import Callable
from typing import Any

KEYSTORE = "near-connect-keystore"


def load() -> Any:
    """Loads GTK and the library: a process that is forked must not have its parent's display."""
    import gi

    gi.require_version("Gtk", "3.0")
    gi.require_version("NearConnect", "1")
    from gi import repository

    for name in ("Gio", "GLib", "GObject", "Gtk", "NearConnect"):
        __import__(f"gi.repository.{name}")
    return repository


def manager_of(gi: Any) -> Any:
    return gi.NearConnect.Manager(
        network="devnet", rpc_url=os.environ["STAGE_NODE"], policy_file=os.environ["STAGE_POLICY"],
        credentials=os.environ["STAGE_CREDENTIALS"], ephemeral=True, app_name="Stage")


def result_of(gi: Any, manager: Any, name: str, *arguments: Any) -> Any:
    """Waits for an operation."""
    ended: list[Any] = []
    getattr(manager, f"{name}_async")(*arguments, None, lambda _, result: ended.append(result))
    while not ended:
        gi.GLib.MainContext.default().iteration(True)
    return getattr(manager, f"{name}_finish")(ended[0])


def sign_in() -> None:
    """Signs in, in whichever process this is."""
    gi = load()
    account = result_of(gi, manager_of(gi), "sign_in", KEYSTORE)
    assert account.props.id == "alice.test.near", account.props.id


def is_refused_after_a_fork() -> None:
    gi = load()
    try:
        gi.NearConnect.parse_amount("1 NEAR")
    except gi.GLib.Error as error:
        assert gi.NearConnect.Error(error.code) == gi.NearConnect.Error.FORKED, error
        return
    raise AssertionError("a copy of the process has an engine")


def in_a_process(way: str, body: Callable[[], None]) -> None:
    process = multiprocessing.get_context(way).Process(target=body)
    process.start()
    process.join(60)
    assert process.exitcode == 0, f"{way} ended with {process.exitcode}"


def processes() -> None:
    in_a_process("fork", sign_in)
    print("ok: a process that is forked before the first use", flush=True)
    sign_in()
    in_a_process("fork", is_refused_after_a_fork)
    print("ok: one that is forked afterwards is refused", flush=True)
    for way in ("spawn", "forkserver"):
        in_a_process(way, sign_in)
        print(f"ok: one that is started by {way}", flush=True)
    # The first process goes on.
    sign_in()


def subclasses() -> None:
    gi = load()

    class Shop(gi.NearConnect.Widget):
        """A widget with a property and a handler of its own."""

        __gtype_name__ = "Shop"
        title = gi.GObject.Property(type=str, default="Shop")

        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.sizes: list[int] = []

        def do_size_allocate(self, allocation: Any) -> None:
            self.sizes.append(allocation.width)
            gi.NearConnect.Widget.do_size_allocate(self, allocation)

    class Pay(gi.NearConnect.Button):
        __gtype_name__ = "Pay"

        def do_connecting_failed(self, error: Any) -> None:
            raise AssertionError(error.message)

    manager = manager_of(gi)
    window = gi.Gtk.Window()
    box = gi.Gtk.Box()
    shop, pay = Shop(manager=manager, title="Tea"), Pay(manager=manager, wallet_id=KEYSTORE)
    box.add(shop)
    box.add(pay)
    window.add(box)
    window.show_all()
    pay.clicked()
    while manager.props.account is None:
        gi.GLib.MainContext.default().iteration(True)
    assert pay.get_label() == "alice.test.near" and shop.props.title == "Tea"
    assert shop.props.manager == manager and shop.sizes
    # GtkBuilder makes them, too.
    builder = gi.Gtk.Builder.new_from_string(
        "<interface><object class='Shop' id='shop'><property name='title'>Coffee</property></object></interface>", -1)
    assert builder.get_object("shop").props.title == "Coffee"
    window.destroy()
    print("ok: widgets that Python has derived", flush=True)


def texts() -> None:
    gi = load()
    manager = manager_of(gi)
    for text in ("\ud800", "a\udfffb"):
        for body in (
            lambda: manager.sign_in_async(text, None, None),
            lambda: gi.NearConnect.parse_amount(text),
            lambda: gi.NearConnect.Transaction.new(text),
            lambda: gi.NearConnect.Manager(app_name=text),
        ):
            try:
                body()
            except (UnicodeEncodeError, TypeError):
                continue
            raise AssertionError(f"{text!r} is taken")
    # A NUL ends a text for C: bindings refuse it, or cut it off there.
    for text in ("near-connect-keystore\0", "bob.test.near\0.evil"):
        try:
            result_of(gi, manager, "view_account", text)
        except (ValueError, TypeError, gi.GLib.Error):
            continue
        print(f"cut: {text!r}", flush=True)
    print("ok: texts that are none", flush=True)


if __name__ == "__main__":
    {"processes": processes, "subclasses": subclasses, "texts": texts}[sys.argv[1]]()
