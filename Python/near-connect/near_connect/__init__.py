# SPDX-License-Identifier: MIT
"""NEAR wallets for Python programs: `Manager` in windows of GTK 3, `near_connect.headless.Manager` beside anything."""

from typing import TYPE_CHECKING, Any

from .errors import ErrorCode, NearConnectError
from .values import (
    NEAR, Account, AccountState, Chain, ForgottenWallet, Outcome, Session, SessionState, SignedMessage, State,
    ViewResult, Wallet, WalletUpdate)

if TYPE_CHECKING:
    from .glib_loop import GLibEventLoop as GLibEventLoop
    from .glib_loop import event_loop as event_loop
    from .glib_loop import run as run
    from .gtk import Manager as Manager

__all__ = [
    "NEAR", "Account", "AccountState", "Chain", "ErrorCode", "ForgottenWallet", "NearConnectError", "Outcome", "Session",
    "SessionState", "SignedMessage", "State", "ViewResult", "Wallet", "WalletUpdate",
]


def __getattr__(name: str) -> Any:
    # What needs PyGObject, GTK and the library is loaded by who uses it.
    if name == "Manager":
        from .gtk import Manager
        return Manager
    if name in ("GLibEventLoop", "event_loop", "run"):
        from . import glib_loop
        return getattr(glib_loop, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
