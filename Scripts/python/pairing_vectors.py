# SPDX-License-Identifier: MIT
"""Writes the vectors of Tests/PairingCurvesTests: those of standards, and those that py_ecc computes."""

import json
import pathlib
import sys

import pairing_published
import pairing_py_ecc

folder = pathlib.Path(sys.argv[1])
for name, module in (("published", pairing_published), ("py-ecc", pairing_py_ecc)):
    (folder / f"{name}.json").write_text(json.dumps(list(module.cases()), indent=1) + "\n", encoding="utf-8")
