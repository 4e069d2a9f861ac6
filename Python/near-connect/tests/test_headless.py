# SPDX-License-Identifier: MIT
"""`near_connect.headless` with the real program on a chain of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from near_connect import ErrorCode, NearConnectError, headless
from operations import KEYSTORE, cancel_what_may_be_signed, code, do_everything, end_in_each_way, nested


def test_each_operation(chain: Any) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options, client_name="Shop") as manager:
            await do_everything(manager, asker="host")

    asyncio.run(main())


def test_each_end_has_its_code(chain: Any) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options) as manager:
            assert await code(manager.sign_in()) == ErrorCode.NO_DISPLAY
            await end_in_each_way(manager)

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
            sending = asyncio.create_task(manager.send_near("bob.test.near", 1))
            await asyncio.sleep(0)
            os.kill(helper.pid, signal.SIGKILL)
            helper.wait()
            assert await asyncio.gather(*open_calls) == [ErrorCode.HELPER_ENDED] * 3
            # Only of what signs it is said that it may have been sent.
            with pytest.raises(NearConnectError, match="may have been sent") as sent:
                await sending
            assert sent.value.code == ErrorCode.HELPER_ENDED
            with pytest.raises(NearConnectError, match=r"has ended\.$") as later:
                await manager.send_near("bob.test.near", 1)
            assert later.value.code == ErrorCode.HELPER_ENDED

    asyncio.run(main())


def test_a_line_that_the_helper_cannot_read_ends_its_own_call_alone(chain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options) as manager, headless.Manager(**chain.options) as other:
            await manager.sign_in(KEYSTORE)
            before = (await other.view_account("bob.test.near")).amount
            # As deep as the helper reads: the call and its parameters are two levels.
            assert await code(manager.rpc("no_such_method", nested(126))) == ErrorCode.RPC_ERROR
            assert await code(manager.rpc("status", nested(127))) == ErrorCode.INVALID_ARGUMENT
            # A helper that reads less than this package takes it to: it can't say whose line it was.
            monkeypatch.setattr("near_connect.wire.DEPTH", 300)
            sending = asyncio.create_task(manager.send_near("bob.test.near", 1))
            deep = [asyncio.create_task(code(manager.rpc("status", nested(200)))) for _ in range(2)]
            outcome, *codes = await asyncio.gather(sending, *deep)
            assert outcome.hash
            assert codes == [ErrorCode.INVALID_ARGUMENT] * 2
            assert await code(manager.rpc("status", nested(200))) == ErrorCode.INVALID_ARGUMENT
            assert (await manager.view_account("bob.test.near")).amount == before + 1

    asyncio.run(main())


def test_cancelling_waits_for_the_helper(chain: Any) -> None:
    async def main() -> None:
        async with headless.Manager(**chain.options) as manager:
            await cancel_what_may_be_signed(manager)

    asyncio.run(main())


def test_closing_ends_the_helper(chain: Any) -> None:
    async def main() -> None:
        manager = headless.Manager(**chain.options)
        async with manager:
            process = manager._connection._process  # type: ignore[union-attr]
            assert process is not None
            waiting = asyncio.create_task(code(manager.rpc("status")))
            await asyncio.sleep(0)
        assert process.returncode == 0
        # As with the manager in a window.
        assert await waiting == ErrorCode.MANAGER_RELEASED
        assert await code(manager.wallets()) == ErrorCode.MANAGER_RELEASED

    asyncio.run(main())


def test_a_helper_that_cannot_start_has_sent_nothing(chain: Any) -> None:
    async def main() -> None:
        for wrong in ({"network": "no network"}, {"approve": "/nowhere"}):
            with pytest.raises(NearConnectError, match="with code [1-9].*standard error") as caught:
                await headless.Manager(**chain.options | wrong).__aenter__()
            assert caught.value.code == ErrorCode.NO_HELPER
            assert "sent" not in str(caught.value)

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


def test_a_manager_in_gtk_names_the_packages_that_are_missing(tmp_path: Path) -> None:
    # As if the system had none, which pip can't change.
    (tmp_path / "gi.py").write_text("raise ImportError('no PyGObject')")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    script = "import near_connect, near_connect.headless; print('imported'); near_connect.Manager"
    run = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)
    assert run.stdout == "imported\n"
    assert run.stderr.splitlines()[-1].startswith(
        "ImportError: near_connect.Manager needs packages of the system: "
        "apt install python3-gi gir1.2-gtk-3.0 gir1.2-nearconnect-1")
    assert "no PyGObject" not in run.stderr
