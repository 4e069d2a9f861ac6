# SPDX-License-Identifier: MIT
"""The example whose program asks its user itself: what its dialog says, that it goes with its request, and the whole."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import near_connect
import pytest
from near_connect import ErrorCode, Manager, NearConnectError
from near_connect.system import Gtk
from operations import KEYSTORE

ROOT = Path(os.environ.get("NEAR_CONNECT_ROOT", Path(__file__).parents[4]))
EXAMPLE = ROOT / "Examples/embed/approve.py"
# Runs a program in whose dialogs a user presses a button.
PRESS = ROOT / "Tests/CNearConnectTests/embedders/press.py"


@pytest.fixture
def asking(chain: Any) -> Iterator[Manager]:
    """A manager whose program asks as Examples/embed/approve.py does, which is a program and no module."""
    example: dict[str, Any] = {}
    exec(compile(EXAMPLE.read_text(encoding="utf-8").partition("# end of sample")[0], EXAMPLE, "exec"), example)
    manager = Manager(**chain.library_options | {"approve": None})
    window = Gtk.Window()
    window.add(manager.widget())
    window.show_all()
    manager.gobject.connect("approval-requested", example["asked"], window)
    yield manager
    manager.gobject.close()
    window.destroy()


def dialogs() -> list[Gtk.MessageDialog]:
    return [top for top in Gtk.Window.list_toplevels() if isinstance(top, Gtk.MessageDialog) and top.get_visible()]


def words(dialog: Gtk.MessageDialog) -> str:
    """What the dialog's label in the scrolled window says."""
    [scrolled] = [child for child in dialog.get_content_area().get_children() if isinstance(child, Gtk.ScrolledWindow)]
    viewport = scrolled.get_child()
    return str(viewport.get_child().get_text())


async def until(condition: Callable[[], Any]) -> Any:
    while not (found := condition()):
        await asyncio.sleep(0.01)
    return found


async def answered(call: Awaitable[Any], response: Gtk.ResponseType, *said: str) -> None:
    """Begins an operation, and answers its dialog when it may be answered, and has said this."""
    ending = asyncio.ensure_future(call)
    await until(lambda: dialogs() or ending.done())
    [dialog] = dialogs()
    approve = dialog.get_widget_for_response(Gtk.ResponseType.YES)
    await until(approve.get_sensitive)
    for text in [*said, "devnet"]:
        assert text in words(dialog)
    assert "Asking a node" not in words(dialog)
    dialog.response(response)
    assert not dialogs()
    await ending


def test_the_programs_dialog_says_all_and_approves(asking: Manager) -> None:
    async def main() -> None:
        await answered(asking.sign_in(KEYSTORE), Gtk.ResponseType.YES)
        await answered(asking.send_near("bob.test.near", 1), Gtk.ResponseType.YES, "bob.test.near", "Balance: ")
        with pytest.raises(NearConnectError) as refused:
            await answered(
                asking.send_near("nobody.test.near", 1), Gtk.ResponseType.CANCEL,
                "Warning: As the chain is now, this would fail: ")
        assert refused.value.code == ErrorCode.USER_CANCELLED
    near_connect.run(main())


def test_the_programs_dialog_goes_with_its_request(asking: Manager) -> None:
    async def main() -> None:
        cancelled = asyncio.ensure_future(asking.sign_in(KEYSTORE))
        await until(dialogs)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        await until(lambda: not dialogs())
        closed = asyncio.ensure_future(asking.sign_in(KEYSTORE))
        await until(dialogs)
        await asking.close()
        with pytest.raises(NearConnectError) as released:
            await closed
        assert released.value.code == ErrorCode.MANAGER_RELEASED
        await until(lambda: not dialogs())
    near_connect.run(main())


def run_whole(chain: Any, response: Gtk.ResponseType) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, PRESS, str(int(response)), EXAMPLE, "devnet", chain.rpc_url],
        env=os.environ | {"EMBED_CREDENTIALS": chain.credentials}, capture_output=True, text=True, timeout=120)


def test_the_whole_program_signs_in_and_sends_what_its_user_approves(chain: Any) -> None:
    run = run_whole(chain, Gtk.ResponseType.YES)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"signed in: alice\.test\.near\nsent: [1-9A-HJ-NP-Za-km-z]{43,44}\n", run.stdout), run.stderr


def test_the_whole_program_says_what_its_user_has_refused(chain: Any) -> None:
    run = run_whole(chain, Gtk.ResponseType.CANCEL)
    assert (run.returncode, run.stdout) == (0, "")
    # WebKit's processes write to the same stream.
    assert re.search("^near-connect-error-quark .", run.stderr, re.MULTILINE), run.stderr
