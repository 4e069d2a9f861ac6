#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signs in with any NEAR wallet and sends a tip, from a program without a window: tip.py NETWORK RECEIVER [NODE]."""
import asyncio
import os
import sys

from near_connect import NEAR, NearConnectError, headless


async def tip(network: str, receiver: str, node: str | None) -> None:
    manager = headless.Manager(
        network, rpc_url=node or (), client_name="Tips", ephemeral=True, approve=os.environ.get("TIP_POLICY"),
        credentials=os.environ.get("TIP_CREDENTIALS"))
    async with manager:
        # Without an id the user chooses, in a window of near-connect's.
        account = await manager.sign_in(os.environ.get("TIP_WALLET"))
        print("signed in:", account.account_id)
        # A wish: where the wallet has signed by then, its word is waited for.
        async with asyncio.timeout(300):
            outcome = await manager.send_near(receiver, NEAR // 2)
        print("sent:", outcome.hash)


given = dict(enumerate(sys.argv))
try:
    asyncio.run(tip(given.get(1, "testnet"), given.get(2, "bob.testnet"), given.get(3)))
except NearConnectError as error:
    sys.exit(f"{error.code}: {error}")
except TimeoutError:
    sys.exit("Nobody answered in time; nothing was signed.")
