# SPDX-License-Identifier: MIT
"""A wallet on a phone: a relay and a scripted phone, each a process of its own, and the widget that shows the link."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import near_connect
from near_connect import Manager
from near_connect.system import Gtk


@contextmanager
def peer(program: str, *words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """A peer with its first line; it ends with its standard input."""
    with subprocess.Popen(
        [program, "walletconnect", *words, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        yield process, json.loads(process.stdout.readline())
        process.stdin.close()


def links(widget: Gtk.Widget) -> Iterator[str]:
    """The links of WalletConnect that labels below a widget show."""
    if isinstance(widget, Gtk.Label) and widget.get_text().startswith("wc:"):
        yield widget.get_text()
    if isinstance(widget, Gtk.Container):
        found: list[Gtk.Widget] = []
        widget.forall(found.append)
        for child in found:
            yield from links(child)


def test_a_phone_signs_in_sends_and_signs_out(chain: Any) -> None:
    async def main(relay: str, phone: subprocess.Popen[str]) -> None:
        options = {"network": "devnet", "rpc_url": chain.rpc_url, "ephemeral": True}
        async with Manager(**options, project_id="p", relay=relay, app_name="Shop") as manager:
            window = Gtk.Window()
            window.add(manager.widget())
            window.show_all()
            signing_in = asyncio.create_task(manager.sign_in("wallet-connect"))
            while not (shown := [link for top in Gtk.Window.list_toplevels() for link in links(top)]):
                assert not signing_in.done()
                await asyncio.sleep(0.02)
            assert phone.stdin is not None
            phone.stdin.write(json.dumps({"pair": shown[0]}) + "\n")
            phone.stdin.flush()
            account = await signing_in
            assert (account.account_id, account.wallet_id) == ("alice.test.near", "wallet-connect")
            assert (await manager.send_near("bob.test.near", 1)).hash
            await manager.sign_out()
            assert manager.account is None
            window.destroy()

    with peer(chain.program, "relay") as (_, ready):
        relay = str(ready["url"])
        with peer(chain.program, "wallet", "--relay", relay, "--node", chain.rpc_url) as (phone, _):
            near_connect.run(main(relay, phone))
