# SPDX-License-Identifier: MIT
# Sourced: sets NEAR_CONNECT_PYTHON to an interpreter with clients.txt, made once under .build/. Where there is no
# Python 3.11 or PyPI doesn't answer, it says that the tests that need them are skipped, and nothing fails.
if [ -z "${NEAR_CONNECT_PYTHON:-}" ]; then
    clients=.build/clients-venv
    if [ ! -e "$clients/ready" ] || [ Scripts/python/clients.txt -nt "$clients/ready" ]; then
        if python3 -m venv "$clients" >/dev/null 2>&1 &&
            timeout 180 "$clients/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
                -r Scripts/python/clients.txt >/dev/null 2>&1; then
            touch "$clients/ready"
        fi
    fi
    if [ -e "$clients/ready" ]; then
        NEAR_CONNECT_PYTHON="$PWD/$clients/bin/python"
        export NEAR_CONNECT_PYTHON
    else
        echo "near-connect: SKIPPED: the tests with other projects' clients, which need Python 3.11 and PyPI" >&2
    fi
    unset clients
fi
