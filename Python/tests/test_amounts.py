# SPDX-License-Identifier: MIT
"""Amounts are exact."""

from typing import Any

import pytest
from pytest_near_connect import yocto


@pytest.mark.parametrize(
    ("amount", "expected"),
    [(0, 0), (7, 7), ("1 NEAR", 10**24), ("1.5NEAR", 15 * 10**23), ("0.000000000000000000000001 NEAR", 1)],
)
def test_amounts_are_whole_numbers(amount: Any, expected: int) -> None:
    assert yocto(amount) == expected


@pytest.mark.parametrize(
    "amount", [-1, True, 1.5, "", "1", "NEAR", "-1 NEAR", "1. NEAR", "1e3 NEAR", "٣ NEAR", f"0.{'0' * 24}1 NEAR", None])
def test_what_is_no_amount_is_refused(amount: Any) -> None:
    with pytest.raises(ValueError, match="is no amount"):
        yocto(amount)
