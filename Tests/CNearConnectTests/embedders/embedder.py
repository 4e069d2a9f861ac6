#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Python programs do with the library: subclasses, processes of `multiprocessing`, and texts that are none."""

import contextlib
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

KEYSTORE = "near-connect-keystore"
BOB = "bob.test.near"


@contextlib.contextmanager
def folder_of_profiles() -> Iterator[str]:
    """A folder that is gone afterwards: processes of WebKit's may write into it for some time yet."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        while os.path.exists(folder):
            shutil.rmtree(folder, ignore_errors=True)


def load() -> Any:
    """Loads GTK and the library: a process that is forked must not have its parent's display."""
    import gi

    gi.require_version("Gtk", "3.0")
    gi.require_version("NearConnect", "1")
    from gi import repository

    for name in ("Gio", "GLib", "GObject", "Gtk", "NearConnect"):
        __import__(f"gi.repository.{name}")
    return repository


def manager_of(gi: Any, **options: Any) -> Any:
    """Makes a manager, whose policy approves everything unless the options say otherwise."""
    usual = {"ephemeral": True, "policy_file": os.environ["STAGE_POLICY"]}
    return gi.NearConnect.Manager(
        network="devnet", rpc_url=os.environ["STAGE_NODE"], credentials=os.environ["STAGE_CREDENTIALS"],
        app_name="Stage", **(options or usual))


def wait_until(gi: Any, condition: Callable[[], bool]) -> None:
    """Turns the loop until the condition holds; at most a minute."""
    is_late: list[bool] = []
    limit = gi.GLib.timeout_add_seconds(60, lambda: is_late.append(True))
    while not condition():
        gi.GLib.MainContext.default().iteration(True)
        assert not is_late, "it has not come within a minute"
    gi.GLib.source_remove(limit)


def result_of(gi: Any, manager: Any, name: str, *arguments: Any) -> Any:
    """Waits for an operation."""
    ended: list[Any] = []
    getattr(manager, f"{name}_async")(*arguments, None, lambda _, result: ended.append(result))
    wait_until(gi, lambda: bool(ended))
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
    wait_until(gi, lambda: manager.props.account is not None)
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
    print("ok: texts that are none", flush=True)
    cut_texts(gi)


def networks() -> None:
    """One profile on three chains keeps the account of each, and no other one's."""
    gi = load()
    accounts = {"devnet": "alice.test.near", "second": "carol.test.near", "third": "dave.test.near"}
    nodes = {"devnet": "STAGE_NODE", "second": "STAGE_SECOND_NODE", "third": "STAGE_THIRD_NODE"}
    with folder_of_profiles() as folder:
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            gi.GLib.setenv(name, f"{folder}/{name}", True)

        def made() -> dict[str, Any]:
            return {name: gi.NearConnect.Manager(
                network=name, rpc_url=os.environ[nodes[name]], credentials=os.environ["STAGE_CREDENTIALS"],
                policy_file=os.environ["STAGE_POLICY"], profile="shop") for name in accounts}

        managers = made()
        for name, manager in managers.items():
            assert result_of(gi, manager, "sign_in", KEYSTORE).props.id == accounts[name]
        # Its account is forgotten, and the others stay.
        result_of(gi, managers["second"], "sign_out")
        for manager in managers.values():
            manager.close()
        managers = made()
        for name in ("devnet", "third"):
            wait_until(gi, lambda: managers[name].props.signed_in)
            assert managers[name].props.account.props.id == accounts[name]
        result_of(gi, managers["second"], "wait_ready")
        assert managers["second"].props.account is None
        for manager in managers.values():
            manager.close()
    print("ok: one profile on three networks keeps the account of each", flush=True)


def approval(gi: Any) -> Any:
    """The window in which the user is asked, or nothing."""
    windows = gi.Gtk.Window.list_toplevels()
    return next((each for each in windows if each.get_visible() and each.get_title() == "Approval"), None)


def shown_in(gi: Any, widget: Any) -> list[str]:
    """The texts that a widget shows."""
    texts = [widget.get_text()] if isinstance(widget, gi.Gtk.Label) else []
    if isinstance(widget, gi.Gtk.Container):
        widget.forall(lambda child: texts.extend(shown_in(gi, child)))
    return texts


def cut_texts(gi: Any) -> None:
    """A NUL ends a text for C: PyGObject cuts it off there, before the library could refuse it.

    So money would go to the account before the NUL, and that is the one that the approval has to show.
    """
    receiver = f"{BOB}\0.evil"
    with folder_of_profiles() as folder:
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            gi.GLib.setenv(name, f"{folder}/{name}", True)
        first = manager_of(gi, profile="cut", policy_file=os.environ["STAGE_POLICY"])
        result_of(gi, first, "sign_in", KEYSTORE)
        before = result_of(gi, first, "view_account", BOB)
        assert result_of(gi, first, "view_account", receiver) == before, "it is another account's"
        first.close()
        # The same profile, whose user is asked.
        manager = manager_of(gi, profile="cut")
        window = gi.Gtk.Window()
        window.add(gi.NearConnect.Widget(manager=manager))
        window.show_all()
        wait_until(gi, lambda: manager.props.signed_in)
        ended: list[Any] = []
        manager.send_near_async(receiver, "1", None, lambda _, result: ended.append(result))
        wait_until(gi, lambda: bool(ended) or approval(gi) is not None)
        assert not ended, "nobody was asked"
        shown = "\n".join(shown_in(gi, approval(gi)))
        assert BOB in shown and "evil" not in shown, shown
        approval(gi).close()
        wait_until(gi, lambda: bool(ended))
        try:
            manager.send_near_finish(ended[0])
        except gi.GLib.Error as error:
            assert gi.NearConnect.Error(error.code) == gi.NearConnect.Error.USER_CANCELLED, error
        else:
            raise AssertionError("it was sent without an approval")
        assert result_of(gi, manager, "view_account", BOB) == before, "something was sent"
        window.destroy()
        manager.close()
    print("ok: what PyGObject cuts off at a NUL isn't in the approval", flush=True)


if __name__ == "__main__":
    {"networks": networks, "processes": processes, "subclasses": subclasses, "texts": texts}[sys.argv[1]]()
