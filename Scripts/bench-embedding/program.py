#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs in Python of Scripts/bench embedding, which print one JSON line each.

    program.py ready               from NEAR_CONNECT_BENCH_START until the bridge page has announced itself
    program.py page                the same until WebKit has loaded an empty page, without us
    program.py import [ours]       the time of importing GTK, without us and with us; memory, threads, libraries
    program.py verb NODE COUNT     an account read from a node, COUNT times
    program.py managers NODE COUNT so many managers with a widget and a sign-in; memory and descriptors on the way
"""

import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

WARM_UP = 20
EARLY = 100


def rollup(name: str) -> int:
    """The sum in KiB of what the kernel tells of this process's memory under names that begin so."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(name))


def private_kib() -> int:
    return rollup("Private_")


def resident_kib() -> int:
    """What of this process is in memory.

    Not what of it is private: WebKit's own files are as long as no other process has WebKit, so between two managers.
    """
    return rollup("Rss")


def written_kib() -> int:
    """What this process alone has written to."""
    return rollup("Private_Dirty")


def milliseconds() -> float:
    return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - int(os.environ["NEAR_CONNECT_BENCH_START"])) / 1e6


def wait_for(repository: Any, start: Any) -> Any:
    ended: list[Any] = []
    start(lambda _, result: ended.append(result))
    context = repository.GLib.MainContext.default()
    while not ended:
        context.iteration(True)
    return ended[0]


def load(ours: bool = True) -> Any:
    import gi

    gi.require_version("Gtk", "3.0")
    from gi import repository
    from gi.repository import GLib, Gtk

    if ours:
        gi.require_version("NearConnect", "1")
        from gi.repository import NearConnect

        NearConnect.Manager
    return repository


def ready() -> dict[str, Any]:
    gi = load()
    manager = gi.NearConnect.Manager(network="testnet", ephemeral=True)
    manager.wait_ready_finish(wait_for(gi, lambda ended: manager.wait_ready_async(None, ended)))
    return {"ms": milliseconds(), "private_kib": private_kib()}


def page() -> dict[str, Any]:
    import gi

    gi.require_version("Gtk", "3.0")
    gi.require_version("WebKit2", "4.1")
    from gi.repository import GLib, Gtk, WebKit2

    view = WebKit2.WebView(web_context=WebKit2.WebContext.new_ephemeral())
    loaded: list[bool] = []
    view.connect(
        "load-changed", lambda _, event: loaded.append(True) if event == WebKit2.LoadEvent.FINISHED else None)
    view.load_html("<!doctype html><title>empty</title>", None)
    while not loaded:
        GLib.MainContext.default().iteration(True)
    return {"ms": milliseconds(), "private_kib": private_kib()}


def imports(ours: bool) -> dict[str, Any]:
    load(ours)
    return {
        "ms": milliseconds(), "private_kib": private_kib(), "threads": len(os.listdir("/proc/self/task")),
        "engine": "libnear-connect-engine" in Path("/proc/self/maps").read_text(),
    }


def verb(node: str, count: int) -> dict[str, Any]:
    gi = load()
    manager = gi.NearConnect.Manager(network="devnet", rpc_url=node, ephemeral=True)
    manager.wait_ready_finish(wait_for(gi, lambda ended: manager.wait_ready_async(None, ended)))
    times = []
    for turn in range(-WARM_UP, count):
        began = time.perf_counter_ns()
        manager.view_account_finish(
            wait_for(gi, lambda ended: manager.view_account_async("bob.test.near", None, ended)))
        if turn >= 0:
            times.append(time.perf_counter_ns() - began)
    return {"us": statistics.median(times) / 1000}


def fewest_descriptors(gi: Any) -> int:
    """The descriptors that stay: WebKit and libcurl close theirs some turns after a manager has ended."""
    fewest = len(os.listdir("/proc/self/fd"))
    for _ in range(50):
        time.sleep(0.01)
        while gi.GLib.MainContext.default().iteration(False):
            pass
        fewest = min(fewest, len(os.listdir("/proc/self/fd")))
    return fewest


def managers(node: str, count: int) -> dict[str, Any]:
    gi = load()
    figures: dict[str, Any] = {}
    for turn in range(1, count + 1):
        manager = gi.NearConnect.Manager(
            network="devnet", rpc_url=node, credentials=os.environ["EMBED_CREDENTIALS"],
            policy_file=os.environ["EMBED_POLICY"], ephemeral=True)
        window = gi.Gtk.Window()
        window.add(gi.NearConnect.Widget(manager=manager))
        window.show_all()
        account = manager.sign_in_finish(
            wait_for(gi, lambda ended: manager.sign_in_async("near-connect-keystore", None, ended)))
        assert account.props.id == "alice.test.near"
        window.destroy()
        del account, window, manager
        while gi.GLib.MainContext.default().iteration(False):
            pass
        if turn in (min(EARLY, count // 2), count):
            name = "early" if turn < count else "late"
            figures[f"{name}_descriptors"] = fewest_descriptors(gi)
            figures |= {f"{name}_resident_kib": resident_kib(), f"{name}_written_kib": written_kib()}
    return figures


def main(mode: str, *words: str) -> None:
    figures = {
        "ready": ready, "page": page, "import": lambda: imports(bool(words)),
        "verb": lambda: verb(words[0], int(words[1])), "managers": lambda: managers(words[0], int(words[1])),
    }[mode]()
    print(json.dumps(figures), flush=True)
    # The ends of Python and WebKit aren't measured.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
