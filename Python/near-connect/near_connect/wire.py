# SPDX-License-Identifier: MIT
"""What both ways to the wallets share: arguments as JSON, answers that are waited for, errors."""

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from .errors import ErrorCode, NearConnectError

# The longest line of the helper's protocol, either way; the library's calls have the same bound.
LIMIT = 4 << 20
# The deepest JSON that the other side reads. It can't say whose line was deeper: such a line isn't sent.
DEPTH = 128


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object has two members of one name")
    return value


def _finite(digits: str) -> int:
    if math.isinf(float(digits)):
        raise ValueError("a number is too large")
    return 0


def _is_deeper(value: Any, depth: int) -> bool:
    level = [value]
    for _ in range(depth + 1):
        level = [each for each in level if isinstance(each, dict | list)]
        if not level:
            return False
        level = [part for each in level for part in (each.values() if isinstance(each, dict) else each)]
    return True


def encode(value: Mapping[str, Any]) -> bytes:
    """Returns a value as JSON in UTF-8; `NearConnectError` where it is none, too long or too deep."""
    try:
        # A text that is no UTF-8, names that are one only in JSON (1 and "1"), or a number that is none in the other
        # side's hands, would be no call there.
        line = json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        parsed = json.loads(line, object_pairs_hook=_once, parse_int=_finite)
    except (TypeError, ValueError, RecursionError) as error:
        raise NearConnectError(ErrorCode.INVALID_ARGUMENT, f"The arguments are no JSON: {error}.") from error
    if len(line) > LIMIT:
        raise NearConnectError(
            ErrorCode.INVALID_ARGUMENT, f"The arguments have {len(line)} bytes; {LIMIT} is the most.")
    if _is_deeper(parsed, DEPTH):
        raise NearConnectError(
            ErrorCode.INVALID_ARGUMENT, f"The arguments are nested too deeply: {DEPTH} levels are the most.")
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
