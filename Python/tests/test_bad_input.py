# SPDX-License-Identifier: MIT
"""What can't work ends in a sentence, in time, and without a traceback."""

import os
import time
from pathlib import Path

import pytest

from conftest import Run

ASK = "def test_it(near_browser, near_wallet): pass"


def expect_sentence(result: pytest.RunResult, *words: str) -> None:
    result.assert_outcomes(errors=1)
    text = " ".join(result.outlines)
    for word in words:
        assert word in text, text
    assert "Traceback" not in text
    assert not any(line.startswith("E  ") for line in result.outlines)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--near-connect=/nowhere/near-connect", ["near-connect isn't there", "/nowhere/near-connect", "NEAR_CONNECT"]),
        ("--near-driver=no-such-driver", ["no-such-driver", "webkit2gtk-driver"]),
        ("--near-driver=false", ["The WebDriver", "didn't start"]),
        ("--near-deadline=soon", ["near_deadline takes a number of seconds from 1 to 600, not 'soon'"]),
        ("--near-deadline=nan", ["near_deadline", "'nan'"]),
        ("--near-page-network=betanet", ["near_page_network takes testnet or mainnet, not 'betanet'"]),
        ("--near-policy=rules.json", ["near_policy takes ask, allow, deny or a file", "rules.json"]),
        ("--near-map-rpc=rpc.testnet.near.org", ["near_map_rpc takes an address", "'rpc.testnet.near.org'"]),
        ("--near-allow-port=0", ["near_allow_port takes a port"]),
        ("--near-dapp-url=http://localhost:1/", ["near_dapp_folder and near_dapp_url exclude each other"]),
    ],
)
def test_bad_options(drive: Run, option: str, words: list[str]) -> None:
    expect_sentence(drive(ASK, option), *words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--near-dapp-folder=", "--near-dapp-url=http://127.0.0.1:1/"], ["Nobody answers at http://127.0.0.1:1/"]),
        (["--near-dapp-folder=", "--near-dapp-url=file:///etc"], ["near_dapp_url takes an address"]),
        (["--near-dapp-folder=/"], ["There is no dApp in /", "index.html"]),
        (["--near-dapp-folder="], ["near_dapp doesn't know where the dApp is"]),
    ],
)
def test_a_dapp_that_is_not_there(run: Run, options: list[str], words: list[str]) -> None:
    expect_sentence(run("def test_it(near_dapp): pass", *options), *words)


def test_a_browser_that_ends_at_its_start_shows_its_log(drive: Run) -> None:
    begin = time.monotonic()
    source = f"@pytest.mark.near_browse('--no-such-option')\n{ASK}"
    expect_sentence(drive(source), "The browser ended at its start", "Unknown option '--no-such-option'")
    assert time.monotonic() - begin < 20


def test_a_browser_that_never_calls_back_meets_the_deadline(drive: Run, tmp_path: Path) -> None:
    program = tmp_path / "near-connect"
    program.write_text(f'#!/bin/sh\n[ "$1" = browse ] && exec sleep 300\nexec {os.environ["NEAR_CONNECT"]} "$@"\n')
    program.chmod(0o700)
    begin = time.monotonic()
    result = drive(ASK, f"--near-connect={program}", "--near-deadline=3")
    expect_sentence(result, "The browser didn't start within 3 s")
    assert time.monotonic() - begin < 30


def program_that_browses_by(command: str, folder: Path) -> Path:
    program = folder / "near-connect"
    program.write_text(f'#!/bin/sh\n[ "$1" = browse ] && {{ {command} ; }}\nexec {os.environ["NEAR_CONNECT"]} "$@"\n')
    program.chmod(0o700)
    return program


def test_a_browser_without_automation_is_named(drive: Run, tmp_path: Path) -> None:
    found = sorted(Path("/usr").glob("lib*/*/webkit2gtk-4.1/MiniBrowser"))
    if not found:
        pytest.skip("there is no MiniBrowser")
    program = program_that_browses_by(f"exec xvfb-run -a {found[0]} about:blank", tmp_path)
    result = drive(ASK, f"--near-connect={program}")
    expect_sentence(result, f"{program} is no near-connect", "as another browser does")


def test_a_driver_of_another_version_is_named(drive: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    query = tmp_path / "dpkg-query"
    query.write_text('#!/bin/sh\n[ "$3" = webkit2gtk-driver ] && echo 2.40.1 || echo 2.50.6\n')
    query.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    program = program_that_browses_by("exec sleep 300", tmp_path)
    result = drive(ASK, f"--near-connect={program}", "--near-deadline=3")
    expect_sentence(result, "The browser didn't start", "webkit2gtk-driver 2.40.1, libwebkit2gtk-4.1-0 2.50.6")


def test_a_policy_that_cannot_be_used_names_its_place(drive: Run, pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("rules.json").write_text('{ "version": 1,\n  "rules": [\n    { "name": 7 }\n  ]\n}\n')
    expect_sentence(drive(ASK, "--near-policy=rules.json"), "The browser ended at its start", "rules.json:3:")


def test_a_page_that_is_not_shown_says_why(drive: Run) -> None:
    # WebKit opens this port for nobody.
    begin = time.monotonic()
    source = f"""
from pytest_near_connect import dapp
@pytest.fixture(scope="session")
def near_dapp():
    return dapp.DApp("http://127.0.0.1:1/")
{ASK}"""
    result = drive(source)
    expect_sentence(result, "http://127.0.0.1:1/ isn’t shown")
    assert time.monotonic() - begin < 25


def test_a_chain_that_does_not_start_says_why(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "near-connect"
    program.write_text("#!/bin/sh\necho 'no chain today' >&2\nexit 3\n")
    program.chmod(0o700)
    result = run("def test_it(near_devnet): pass", f"--near-connect={program}")
    expect_sentence(result, "The chain didn't start", "no chain today")
