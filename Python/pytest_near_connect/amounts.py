# SPDX-License-Identifier: MIT
"""Amounts of NEAR, as integers."""

import re

_NEAR = re.compile(r"(\d{1,30})(?:\.(\d{1,24}))?\s*NEAR", re.ASCII)


def yocto(amount: int | str) -> int:
    """Returns an amount in yoctoNEAR: of an integer, which is one, or of a text such as "1.5 NEAR"."""
    if isinstance(amount, int) and not isinstance(amount, bool) and amount >= 0:
        return amount
    found = _NEAR.fullmatch(amount) if isinstance(amount, str) else None
    if found is None:
        raise ValueError(f"{amount!r} is no amount. Write a text such as '1.5 NEAR', or yoctoNEAR as a whole number.")
    return int(found[1]) * 10**24 + int((found[2] or "").ljust(24, "0"))
