# SPDX-License-Identifier: MIT
"""NEAR wallets for Python programs. `near_connect.headless` has the manager."""

from .errors import ErrorCode, NearConnectError
from .values import (
    NEAR, Account, AccountState, Outcome, Session, SessionState, SignedMessage, State, ViewResult, Wallet)

__all__ = [
    "NEAR", "Account", "AccountState", "ErrorCode", "NearConnectError", "Outcome", "Session", "SessionState",
    "SignedMessage", "State", "ViewResult", "Wallet",
]
