# SPDX-License-Identifier: MIT
"""`near_connect.headless` with the real program on a chain of its own."""

import asyncio
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from near_connect import NEAR, ErrorCode, NearConnectError, SessionState, State, headless

KEYSTORE = "near-connect-keystore"


async def code(operation: Any) -> ErrorCode | str | None:
    """Returns the code with which an operation ends."""
    try:
        await operation
    except NearConnectError as error:
        assert str(error), "an error without a sentence"
        return error.code
    return None


def test_sign_in_send_and_view(chain: Any) -> None:
    async def main() -> None:
        states: list[State] = []
        async with headless.Manager(**chain.options, client_name="Shop") as manager:
            assert manager.account is None
            manager.on_change = states.append
            await manager.ready()
            assert KEYSTORE in [wallet.id for wallet in await manager.wallets()]
            account = await manager.sign_in(KEYSTORE)
            assert account.account_id == "alice.test.near"
            assert manager.account == account == states[-1].account
            before = await manager.view_account("bob.test.near")
            outcome = await manager.send_near("bob.test.near", 3 * NEAR // 2)
            assert re.fullmatch("[1-9A-HJ-NP-Za-km-z]{43,44}", outcome.hash)
            after = await manager.view_account("bob.test.near")
            assert after.amount - before.amount == 3 * NEAR // 2
            signed = await manager.sign_message("hello", "shop.example", nonce=bytes(32))
            assert (signed.message, signed.nonce) == ("hello", bytes(32))
            outcomes = await manager.sign_and_send_all(
                [{"receiverId": "bob.test.near", "actions": [{"type": "Transfer", "params": {"deposit": "1"}}]}])
            assert len(outcomes) == 1
            assert (await manager.rpc("status"))["chain_id"] == "devnet"
            assert (await manager.check_session()).state is SessionState.VERIFIED
            assert {entry["asker"].split(":")[0] for entry in await manager.history()} == {"host"}
            await manager.sign_out()
            assert manager.account is None

    asyncio.run(main())


def test_each_end_has_its_code(chain: Any) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options) as manager:
            assert await code(manager.send_near("bob.test.near", 1)) == ErrorCode.NOT_SIGNED_IN
            assert await code(manager.sign_in("nobody")) == ErrorCode.UNKNOWN_WALLET
            assert await code(manager.sign_in()) == ErrorCode.NO_DISPLAY
            await manager.sign_in(KEYSTORE)
            assert await code(manager.send_near("bob.test.near", 2 * NEAR + 1)) == ErrorCode.WALLET_REJECTED
            assert await code(manager.send_near("Bob", 1)) == ErrorCode.INVALID_ARGUMENT
            assert await code(manager.send_near("bob.test.near", -1)) == ErrorCode.INVALID_ARGUMENT
            for args in (float("nan"), {"a": object()}, "x" * (5 << 20), "\ud800", {1: 1, "1": 2}):
                assert await code(manager.view_function("bob.test.near", "m", args)) == ErrorCode.INVALID_ARGUMENT
            # Nothing of that has ended the helper.
            assert (await manager.view_account("bob.test.near")).amount > 0

    asyncio.run(main())


def test_a_helper_that_is_killed_ends_what_is_open_once(chain: Any, tmp_path: Path) -> None:
    async def main() -> None:
        path = str(tmp_path / "run" / "wallet")
        options = [word for name, value in chain.options.items() if name != "program"
                   for word in ("--" + name.replace("_", "-"), value)]
        helper = subprocess.Popen(
            [chain.program, "serve", "--socket", path, *options], stdout=subprocess.PIPE, text=True)
        assert helper.stdout is not None
        assert helper.stdout.readline().strip() == path
        async with headless.Manager(socket=path) as manager, headless.Manager(socket=path) as other:
            await manager.sign_in(KEYSTORE)
            # Both see the account.
            while other.account is None:
                await asyncio.sleep(0.01)
            os.kill(helper.pid, signal.SIGSTOP)
            open_calls = [asyncio.create_task(code(manager.wallets())) for _ in range(3)]
            await asyncio.sleep(0)
            os.kill(helper.pid, signal.SIGKILL)
            helper.wait()
            assert await asyncio.gather(*open_calls) == [ErrorCode.HELPER_ENDED] * 3
            assert await code(manager.wallets()) == ErrorCode.HELPER_ENDED

    asyncio.run(main())


def test_cancelling_waits_for_the_helper(chain: Any) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options) as manager:
            await manager.sign_in(KEYSTORE)
            before = (await manager.view_account("bob.test.near")).amount
            sent = asyncio.create_task(manager.send_near("bob.test.near", 1))
            await asyncio.sleep(0)
            sent.cancel()
            try:
                await sent
                # Once something was signed, it says what became of it.
                arrived = 1
            except asyncio.CancelledError:
                arrived = 0
            except NearConnectError as error:
                assert error.code == ErrorCode.TRANSACTION_UNKNOWN
                return
            assert (await manager.view_account("bob.test.near")).amount == before + arrived

    asyncio.run(main())


def test_closing_ends_the_helper(chain: Any) -> None:
    async def main() -> None:
        manager = headless.Manager(**chain.options)
        async with manager:
            process = manager._connection._process  # type: ignore[union-attr]
            assert process is not None
        assert process.returncode == 0
        assert await code(manager.wallets()) == ErrorCode.HELPER_ENDED

    asyncio.run(main())


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(NearConnectError, match="Install the package near-connect"):
            await headless.Manager(program=str(tmp_path / "nothing")).__aenter__()
        with pytest.raises(NearConnectError, match="near-connect serve --socket"):
            await headless.Manager(socket=str(tmp_path / "nothing")).__aenter__()
        with pytest.raises(NearConnectError, match="async with"):
            await headless.Manager().wallets()

    asyncio.run(main())
