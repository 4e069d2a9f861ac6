# SPDX-License-Identifier: MIT
"""Collects the typelib, libnear-connect-1, and its engine with resources."""

import logging
import os
from typing import Any

from near_connect.__pyinstaller import LIBRARY, engine_files
from PyInstaller.utils.hooks.gi import GiModuleInfo  # type: ignore[import-untyped]


def hook(hook_api: Any) -> None:
    if LIBRARY.is_dir():
        # Its own processes look there.
        for name in ("GI_TYPELIB_PATH", "LD_LIBRARY_PATH"):
            os.environ[name] = os.pathsep.join(filter(None, (str(LIBRARY), os.environ.get(name))))
    module = GiModuleInfo("NearConnect", "1", hook_api=hook_api)
    if not module.available:
        # A program that uses the helper alone has no need of it.
        logging.warning("near_connect.Manager will be missing: apt install gir1.2-nearconnect-1")
        return
    binaries, datas, imports = module.collect_typelib_data()
    for library, _ in list(binaries):
        engine, resources = engine_files(library)
        if not engine:
            logging.warning("near_connect: %s has no engine beside it. apt install libnear-connect-1-0", library)
        binaries += engine
        datas += resources
    if not binaries:
        logging.warning("near_connect: there is no libnear-connect-1. apt install libnear-connect-1-0")
    hook_api.add_binaries(binaries)
    hook_api.add_datas(datas)
    hook_api.add_imports(*imports)
