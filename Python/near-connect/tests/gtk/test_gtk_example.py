# SPDX-License-Identifier: MIT
"""The example of the repository, run as its user runs it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


def test_the_example_buys(chain: Any) -> None:
    root = Path(os.environ.get("NEAR_CONNECT_ROOT", Path(__file__).parents[4]))
    environment = os.environ | {"EMBED_POLICY": chain.library_policy, "EMBED_CREDENTIALS": chain.credentials}
    command = [sys.executable, str(root / "Examples/embed-python-asyncio/shop.py")]
    run = subprocess.run(
        [*command, "devnet", chain.rpc_url, "near-connect-keystore"], env=environment, capture_output=True, text=True,
        timeout=120)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"signed in: alice\.test\.near\nsent: [1-9A-HJ-NP-Za-km-z]{43,44}\n", run.stdout)
    refused = subprocess.run(
        [*command, "devnet", chain.rpc_url, "nobody"], env=environment, capture_output=True, text=True, timeout=120)
    # WebKit's processes write to the same stream.
    assert refused.returncode == 1 and re.search("^unknown-wallet: ", refused.stderr, re.MULTILINE)
