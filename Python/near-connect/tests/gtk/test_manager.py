# SPDX-License-Identifier: MIT
"""`near_connect.Manager` with libnear-connect-1, in a window, on a chain of its own."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import gi
import near_connect
import pytest
from near_connect import ErrorCode, Manager, NearConnectError, State
from operations import KEYSTORE, cancel_what_may_be_signed, code, do_everything, end_in_each_way


def natively(main: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine on PyGObject's own loop."""
    from gi.events import GLibEventLoopPolicy
    GLibEventLoopPolicy().get_event_loop().run_until_complete(main)


has_events = gi.version_info >= (3, 50)
runners = [near_connect.run, natively] if has_events else [near_connect.run]
on_each_loop = pytest.mark.parametrize("run", runners)


@on_each_loop
def test_each_operation(manager: Manager, run: Any) -> None:
    run(do_everything(manager, asker="program"))


@on_each_loop
def test_each_end_has_its_code(manager: Manager, run: Any) -> None:
    run(end_in_each_way(manager))


@on_each_loop
def test_cancelling_waits_for_the_wallet(manager: Manager, run: Any) -> None:
    run(cancel_what_may_be_signed(manager))


@on_each_loop
def test_nobody_chooses_a_wallet(manager: Manager, run: Any) -> None:
    async def main() -> None:
        await manager.ready()
        waiting = asyncio.create_task(manager.sign_in())
        while not manager.gobject.props.busy:
            await asyncio.sleep(0.01)
        waiting.cancel()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        # The library has ended it: the next one isn't told that another is open.
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await manager.sign_in()
        assert (await manager.sign_in(KEYSTORE)).account_id == "alice.test.near"

    run(main())


def test_the_state_comes_before_the_result(manager: Manager) -> None:
    told: list[State] = []

    async def main() -> None:
        manager.on_change = told.append
        account = await manager.sign_in(KEYSTORE)
        assert told[-1].account == account and told[-1] == manager.state
        # Once for each change, although each property tells of itself.
        assert all(one != other for one, other in zip(told, told[1:], strict=False))

    near_connect.run(main())


def test_a_button_signs_in(chain: Any) -> None:
    async def main() -> None:
        async with Manager(**chain.library_options) as manager:
            signed_in = asyncio.Event()
            manager.on_change = lambda state: signed_in.set() if state.account else None
            button = manager.button(KEYSTORE)
            button.clicked()
            await asyncio.wait_for(signed_in.wait(), 60)
            assert button.get_label() == "alice.test.near"
            button.destroy()

    near_connect.run(main())


def test_closing_ends_what_is_open(chain: Any) -> None:
    async def main() -> None:
        async with Manager(**chain.library_options) as manager:
            waiting = asyncio.create_task(code(manager.sign_in()))
            await asyncio.sleep(0)
        assert await waiting == ErrorCode.MANAGER_RELEASED
        assert await code(manager.wallets()) == ErrorCode.MANAGER_RELEASED

    near_connect.run(main())


def test_a_configuration_that_cannot_be_used_is_named() -> None:
    async def main() -> None:
        manager = Manager("elsewhere")
        assert manager.state is not None and "elsewhere" in (manager.state.unavailable_reason or "")
        with pytest.raises(NearConnectError, match="elsewhere") as caught:
            await manager.sign_in()
        assert caught.value.code == ErrorCode.BRIDGE_UNAVAILABLE

    near_connect.run(main())


def test_a_loop_that_is_not_glibs_is_refused(manager: Manager) -> None:
    with pytest.raises(NearConnectError, match="near_connect.run") as caught:
        asyncio.run(manager.wallets())
    assert caught.value.code == ErrorCode.WRONG_THREAD
    codes: list[Any] = []
    thread = threading.Thread(target=lambda: codes.append(asyncio.run(code(manager.wallets()))))
    thread.start()
    thread.join()
    assert codes == [ErrorCode.WRONG_THREAD]


@pytest.mark.parametrize(
    ("missing", "packages"), [
        ("typelib", "gir1.2-nearconnect-1"), ("library", "libnear-connect-1-0"), ("engine", "libnear-connect-1-0"),
    ])
def test_what_the_system_lacks_is_named(missing: str, packages: str, tmp_path: Path) -> None:
    environment = dict(os.environ)
    if missing == "typelib":
        environment["GI_TYPELIB_PATH"] = str(tmp_path)
    else:
        environment["LD_LIBRARY_PATH"] = str(tmp_path)
    if missing == "engine":
        for folder in os.environ["LD_LIBRARY_PATH"].split(os.pathsep):
            for library in Path(folder).glob("libnear-connect-1.so*"):
                shutil.copy(library, tmp_path)
    run = subprocess.run(
        [sys.executable, "-c", "from near_connect import Manager"], env=environment, capture_output=True, text=True)
    advice = f"ImportError: near_connect.Manager needs packages of the system: apt install {packages}"
    assert run.stderr.splitlines()[-1] == advice
