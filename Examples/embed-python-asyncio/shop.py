#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window with any NEAR wallet in it, by asyncio: signs in, and buys. shop.py NETWORK NODE WALLET."""
import os
import sys

import near_connect
from near_connect import NEAR, Manager, NearConnectError
from near_connect.system import Gtk


async def buy(manager: Manager, wallet: str | None) -> None:
    # Without an id the user chooses, in the window.
    account = await manager.sign_in(wallet)
    print("signed in:", account.account_id)
    outcome = await manager.send_near("bob.test.near", NEAR // 2)
    print("sent:", outcome.hash)


async def main(network: str, node: str | None, wallet: str | None) -> None:
    manager = Manager(
        network, rpc_url=node, app_name="Shop", ephemeral=True, approve=os.environ.get("EMBED_POLICY"),
        credentials=os.environ.get("EMBED_CREDENTIALS"))
    window = Gtk.Window(title="Shop", default_width=420, default_height=640)
    window.add(manager.widget())
    window.show_all()
    async with manager:
        # A window that is closed ends what is open, and with it the program.
        window.connect("destroy", lambda _: manager.gobject.close())
        await buy(manager, wallet)


given = dict(enumerate(sys.argv))
try:
    near_connect.run(main(given.get(1, "testnet"), given.get(2), given.get(3)))
except NearConnectError as error:
    sys.exit(f"{error.code}: {error}")
