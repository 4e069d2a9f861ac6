# SPDX-License-Identifier: MIT
"""Runs of pytest within these tests, in folders of their own, whose leftovers are looked for."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PAGE = """<!doctype html><title>A page</title><button id="ask">Ask</button><output id="answer"></output><script>
let wallet
addEventListener('near-wallet-injected', (event) => { wallet = event.detail })
dispatchEvent(new Event('near-selector-ready'))
document.getElementById('ask').addEventListener('click', async () => {
  const answer = document.getElementById('answer')
  await wallet.signIn({}).then((accounts) => { answer.textContent = accounts[0].accountId },
    (error) => { answer.textContent = error.message })
})
</script>"""

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of the inner run, which has to be empty afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="n", dir="/tmp"))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def run(pytester: pytest.Pytester, temporary: Path) -> Run:
    """Runs tests, given as text, in a process of its own, and checks that it leaves nothing."""
    if shutil.which(os.environ.get("NEAR_CONNECT", "near-connect")) is None:
        pytest.skip("there is no near-connect")

    def run(source: str, *arguments: str) -> pytest.RunResult:
        pytester.mkdir("app").joinpath("index.html").write_text(PAGE)
        pytester.makepyfile("import pytest\nfrom selenium.webdriver.common.by import By\n" + source)
        result = pytester.runpytest_subprocess("--near-dapp-folder=app", "-p", "no:cacheprovider", *arguments)
        left = [path for path in temporary.iterdir() if path.name.startswith("near-")]
        assert left == [], f"the run has left {left}"
        return result

    return run


@pytest.fixture
def drive(run: Run) -> Run:
    """`run`, for tests that drive a browser."""
    if shutil.which("WebKitWebDriver") is None:
        pytest.skip("there is no WebKitWebDriver")
    return run
