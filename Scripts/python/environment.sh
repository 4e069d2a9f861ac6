# SPDX-License-Identifier: MIT
# Sourced: sets $python to an interpreter that has requirements.txt, made once under .build/.
python=.build/vectors-venv/bin/python
if [ ! -e .build/vectors-venv/ready ] || [ Scripts/python/requirements.txt -nt .build/vectors-venv/ready ]; then
    python3 -m venv .build/vectors-venv
    "$python" -m pip install --quiet --disable-pip-version-check -r Scripts/python/requirements.txt
    touch .build/vectors-venv/ready
fi
