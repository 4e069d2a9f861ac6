# SPDX-License-Identifier: MIT
"""The error of this package."""


class NearConnectError(Exception):
    """Something that a test needs isn't there, or didn't come in time: a sentence that says what, and what to do."""


class CallError(NearConnectError):
    """A refusal of the chain or of the wallet, with its code."""

    def __init__(self, method: str, code: int, message: str) -> None:
        super().__init__(f"{method} was refused: {message} ({code})")
        self.code = code
