# SPDX-License-Identifier: MIT
"""What both ways to the wallets share: arguments as JSON, answers that are waited for, errors."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from .errors import ErrorCode, NearConnectError

# The longest line of the helper's protocol, either way; the library's calls have the same bound.
LIMIT = 4 << 20


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("an object has two members of one name")


def encode(value: Mapping[str, Any]) -> bytes:
    """Returns a value as JSON in UTF-8; `NearConnectError` where it is none, or too long."""
    try:
        # A text that is no UTF-8, or names that are one only in JSON (1 and "1"), would be no call to the other side.
        line = json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        json.loads(line, object_pairs_hook=_once)
    except (TypeError, ValueError, RecursionError) as error:
        raise NearConnectError(ErrorCode.INVALID_ARGUMENT, f"The arguments are no JSON: {error}.") from error
    if len(line) > LIMIT:
        raise NearConnectError(
            ErrorCode.INVALID_ARGUMENT, f"The arguments have {len(line)} bytes; {LIMIT} is the most.")
    return line


async def word(answer: asyncio.Future[Any], cancel: Callable[[], None]) -> Any:
    """Waits for an answer; a cancelled task asks for the end of what is open, and waits on."""
    while True:
        try:
            await asyncio.wait([answer])
            return answer.result()
        except asyncio.CancelledError:
            cancel()


def failure(data: Mapping[str, Any], code: ErrorCode | str, text: str) -> NearConnectError:
    """Makes the error of an operation from what the other side says of it."""
    return NearConnectError(
        data.get("code", code), text, hash=data.get("hash"), outcome=data.get("outcome"),
        outcomes=data.get("outcomes"))
