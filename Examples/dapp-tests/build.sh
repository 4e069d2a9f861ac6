#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the dApp into dist/: its page, and the connector beside it.
#
# usage: build.sh [FOLDER]    FOLDER has the connector, near-connect's Resources/Connector by default
set -eu
connector=$(cd "${1:-$(dirname "$0")/../../Resources/Connector}" && pwd)
cd "$(dirname "$0")"
rm -rf dist
cp -R app dist
cp -R "$connector" dist/near-connect
