# SPDX-License-Identifier: MIT
"""`near-connect dapp-test init`: what it writes passes as it is, for a folder and for an address."""

import functools
import http.server
import os
import subprocess
import threading
from pathlib import Path

import pytest

from conftest import PAGE, Run

FILES = ["dapp-tests/conftest.py", "dapp-tests/pytest.ini", "dapp-tests/test_first.py", ".github/workflows/dapp-tests.yml"]


def init(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [os.environ["NEAR_CONNECT"], "dapp-test", "init", *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)


def run_first_tests(pytester: pytest.Pytester) -> None:
    pytester.runpytest_subprocess("-p", "no:cacheprovider", "dapp-tests").assert_outcomes(passed=3)


def test_a_folder_is_tested_and_nothing_is_written_over(drive: Run, pytester: pytest.Pytester) -> None:
    site = pytester.mkdir("dist") / "index.html"
    site.write_text(PAGE)
    assert init().returncode == 0
    run_first_tests(pytester)
    written = {file: Path(file).read_text() for file in FILES}
    assert "near_dapp_folder = ../dist" in written["dapp-tests/pytest.ini"]
    Path("dapp-tests/conftest.py").write_text("# mine")
    again = init(str(pytester.path))
    assert again.returncode != 0 and "is there already" in again.stderr and "dapp-tests/pytest.ini" in again.stderr
    assert Path("dapp-tests/conftest.py").read_text() == "# mine"


def test_one_file_that_is_there_keeps_all_away(pytester: pytest.Pytester) -> None:
    pytester.mkdir("dist").joinpath("index.html").write_text(PAGE)
    for file in FILES:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).symlink_to("nowhere")
        refused = init()
        assert refused.returncode != 0 and file in refused.stderr, refused.stderr
        assert [other for other in FILES if Path(other).exists()] == []
        Path(file).unlink()


def test_an_address_is_tested(drive: Run, pytester: pytest.Pytester) -> None:
    pytester.mkdir("other").joinpath("index.html").write_text(PAGE)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="other")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        assert init("--dapp-url", f"http://localhost:{server.server_port}/").returncode == 0
        run_first_tests(pytester)
        server.shutdown()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "There is no folder nowhere"),
        ([], "No built dApp was found"),
        (["--dapp-url", "localhost"], "--dapp-url takes an address"),
        (["--dapp-url", "http://a.example\nx = 1"], "--dapp-url takes an address"),
        (["--dapp-url", "http://a.example", "--dapp-folder", "dist"], "exclude each other"),
    ],
)
def test_what_can_not_work_writes_nothing(pytester: pytest.Pytester, arguments: list[str], words: str) -> None:
    refused = init(*arguments)
    assert refused.returncode != 0 and words in refused.stderr, refused.stderr
    assert not Path("dapp-tests").exists() and not Path(".github").exists()
