# SPDX-License-Identifier: MIT
"""The error of this package, and its codes."""

from enum import StrEnum
from typing import Any


class ErrorCode(StrEnum):
    """The ends that an operation can have instead of a result; codes are only ever added."""

    OPERATION_IN_PROGRESS = "operation-in-progress"
    NOT_SIGNED_IN = "not-signed-in"
    INVALID_URL = "invalid-url"
    INVALID_TRANSACTION = "invalid-transaction"
    NO_TRANSACTION_HASH = "no-transaction-hash"
    WALLET_ERROR = "wallet-error"
    WEB_VIEW_NOT_READY = "web-view-not-ready"
    RPC_ERROR = "rpc-error"
    USER_CANCELLED = "user-cancelled"
    WALLET_REJECTED = "wallet-rejected"
    TIMED_OUT = "timed-out"
    TASK_CANCELLED = "task-cancelled"
    BRIDGE_CRASHED = "bridge-crashed"
    BRIDGE_RELOADED = "bridge-reloaded"
    BRIDGE_UNAVAILABLE = "bridge-unavailable"
    MANAGER_RELEASED = "manager-released"
    UNKNOWN_WALLET = "unknown-wallet"
    SIGNATURE_INVALID = "signature-invalid"
    TRANSACTION_FAILED = "transaction-failed"
    TRANSACTION_UNKNOWN = "transaction-unknown"
    INVALID_ARGUMENT = "invalid-argument"
    STORAGE = "storage"
    JOURNAL = "journal"
    WRONG_CHAIN = "wrong-chain"
    PARTIALLY_SENT = "partially-sent"
    FAILED = "failed"
    # Those of the library in the program's own process, and those of a helper.
    WRONG_THREAD = "wrong-thread"
    FORKED = "forked"
    ENGINE = "engine"
    NO_DISPLAY = "no-display"
    NO_HELPER = "no-helper"
    HELPER_ENDED = "helper-ended"


class NearConnectError(Exception):
    """The end of an operation without a result: a sentence for users, a code, and what may have been sent.

    `code` is a text for a code of a newer helper, which `ErrorCode` doesn't have.
    """

    def __init__(
        self, code: ErrorCode | str, message: str, *, hash: str | None = None, outcome: Any = None,
        outcomes: list[Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode | str = ErrorCode(code) if code in set(ErrorCode) else code
        self.hash = hash
        self.outcome = outcome
        self.outcomes = outcomes or []
