# SPDX-License-Identifier: MIT
"""A window with a manager's wallets, on a display that Scripts/test-library has started."""

from collections.abc import Iterator
from typing import Any

import pytest
from near_connect import Manager
from near_connect.system import Gtk


@pytest.fixture(autouse=True)
def folders() -> None:
    """Nothing of the headless tests' folders: managers here keep nothing, and there is a display."""


@pytest.fixture
def manager(chain: Any) -> Iterator[Manager]:
    """A manager on the devnet, in a window."""
    manager = Manager(**chain.library_options, app_name="Shop")
    window = Gtk.Window()
    window.add(manager.widget())
    window.show_all()
    yield manager
    manager.gobject.close()
    window.destroy()
