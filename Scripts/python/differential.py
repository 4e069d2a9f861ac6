# SPDX-License-Identifier: MIT
"""Writes the cases of Scripts/differential, one a line."""

import collections
import json
import sys

import encode_near_kit
import encode_py_near
from random_cases import CLASSIC_KINDS, KEY_BYTES, NEW_KINDS, Cases


def main(count, seed, path):
    classic = Cases(seed)
    every = Cases(seed, list(KEY_BYTES), CLASSIC_KINDS + NEW_KINDS)
    kinds = collections.Counter()
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count + count // 5):
            known = number < count
            cases, encoder = (classic, encode_py_near) if known else (every, encode_near_kit)
            if number % 2:
                case = encoder.delegate_case(cases.delegate())
                actions = case["delegate"]["actions"]
            else:
                transaction = cases.transaction() if known or number % 4 else cases.transaction_v1()
                case = encoder.transaction_case(transaction)
                actions = case["transaction"]["actions"]
            kinds.update(action["kind"] for action in actions)
            file.write(json.dumps(case) + "\n")
    missing = set(CLASSIC_KINDS + NEW_KINDS + ["delegate"]) - set(kinds)
    assert not missing, f"no case has {missing}"
    print("actions by kind:", dict(sorted(kinds.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
