# SPDX-License-Identifier: MIT
"""`near_devnet`: accounts, contracts, and the way back."""

import shutil

import pytest

from conftest import Run


def test_each_test_begins_with_the_same_chain(run: Run) -> None:
    result = run("""
from pytest_near_connect import CallError, yocto

@pytest.fixture(scope="module")
def dora(near_devnet):
    return near_devnet.account("dora")

def test_first(near_devnet, dora):
    carol = near_devnet.account("carol", balance="7 NEAR")
    assert carol.id == "carol.test.near" and near_devnet.balance("carol") == yocto("7 NEAR")
    assert near_devnet.account("carol") == carol
    near_devnet.account("bob", balance="2.5 NEAR")
    assert near_devnet.balance("bob") == yocto("2.5 NEAR")
    assert (near_devnet.credentials / "devnet/carol.test.near.json").is_file()

def test_second(near_devnet, dora):
    with pytest.raises(CallError, match="carol.test.near"):
        near_devnet.balance("carol")
    assert not (near_devnet.credentials / "devnet/carol.test.near.json").exists()
    assert near_devnet.balance("bob") == yocto("10000 NEAR")
    assert near_devnet.balance("dora") == yocto("100 NEAR")

@pytest.mark.near_keep_chain
def test_third(near_devnet):
    near_devnet.account("erin")

def test_fourth(near_devnet):
    assert near_devnet.balance("erin") == yocto("100 NEAR")
    kept = near_devnet.snapshot()
    near_devnet.account("erin", balance=1)
    near_devnet.fast_forward(10)
    near_devnet.restore(kept)
    assert near_devnet.balance("erin") == yocto("100 NEAR")
""")
    result.assert_outcomes(passed=4)


def test_a_contract_answers(run: Run) -> None:
    if shutil.which("wat2wasm") is None:
        pytest.skip("there is no wat2wasm")
    run('''
import subprocess
WAT = b"""(module (import "env" "value_return" (func $value_return (param i64 i64)))
  (memory (export "memory") 1) (data (i32.const 0) "[1,2]")
  (func (export "numbers") (call $value_return (i64.const 5) (i64.const 0)))
  (func (export "nothing")))"""

def test_it(near_devnet, tmp_path):
    wasm = tmp_path / "contract.wasm"
    wasm.write_bytes(subprocess.run(["wat2wasm", "-", "--output=-"], input=WAT, stdout=subprocess.PIPE, check=True).stdout)
    assert near_devnet.deploy("contract", wasm).id == "contract.test.near"
    assert near_devnet.view("contract", "numbers", {"of": 2}) == [1, 2]
    assert near_devnet.view("contract", "nothing") is None
''').assert_outcomes(passed=1)
