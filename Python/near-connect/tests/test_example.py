# SPDX-License-Identifier: MIT
"""The example of the repository, run as its user runs it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


def test_the_example_sends(chain: Any) -> None:
    root = Path(os.environ.get("NEAR_CONNECT_ROOT", Path(__file__).parents[3]))
    environment = os.environ | {
        "NEAR_CONNECT": chain.program, "TIP_POLICY": chain.policy, "TIP_CREDENTIALS": chain.credentials,
        "TIP_WALLET": "near-connect-keystore",
    }
    command = [sys.executable, root / "Examples/headless-python/tip.py", "devnet", "bob.test.near", chain.rpc_url]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"signed in: alice\.test\.near\nsent: [1-9A-HJ-NP-Za-km-z]{43,44}\n", run.stdout)
