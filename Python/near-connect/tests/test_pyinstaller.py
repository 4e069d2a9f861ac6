# SPDX-License-Identifier: MIT
"""The facts for PyInstaller, without it; Scripts/test-library freezes a program with it."""

import importlib.metadata
import os
import sys
from pathlib import Path

import pytest
from near_connect.__pyinstaller import engine_files
from near_connect.connection import helper_environment


def test_the_entry_point_names_the_folder_of_the_hooks() -> None:
    points = importlib.metadata.entry_points(group="pyinstaller40")
    folders = next(point for point in points if point.value.startswith("near_connect.")).load()()
    assert [folder for folder in folders if not Path(folder).is_dir()] == []
    name = "hook-gi.repository.NearConnect.py"
    assert all((Path(folder) / part / name).is_file() for folder in folders for part in (".", "pre_safe_import_module"))


def test_the_engine_and_its_resources_keep_their_places_beside_the_library(tmp_path: Path) -> None:
    installed, elsewhere = tmp_path / "lib", tmp_path / "links"
    resources = "near-connect-1/near-connect_CNEARConnectResources.resources"
    names = ("near-connect-1/libnear-connect-engine.so", f"{resources}/Bridge/bridge.html", f"{resources}/list.json")
    for name in ("libnear-connect-1.so.0.1", "other.so", *names):
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        (installed / name).write_text("")
    elsewhere.mkdir()
    library = elsewhere / "libnear-connect-1.so.0"
    library.symlink_to(installed / "libnear-connect-1.so.0.1")
    engine, files = engine_files(str(library))
    assert engine == [(str(installed / names[0]), "near-connect-1")]
    assert files == [(str(installed / names[1]), f"{resources}/Bridge"), (str(installed / names[2]), resources)]


def test_a_library_without_an_engine_has_no_files(tmp_path: Path) -> None:
    assert engine_files(str(tmp_path / "libnear-connect-1.so.0")) == ([], [])


def test_a_frozen_programs_helper_finds_the_systems_libraries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert helper_environment() == dict(os.environ)
    inside = str(tmp_path / "shop" / "_internal")
    monkeypatch.setattr(sys, "_MEIPASS", inside, raising=False)
    frozen = {
        "LD_LIBRARY_PATH": inside, "GTK_PATH": inside,
        "GIO_MODULE_DIR": f"{inside}/gio_modules", "GDK_PIXBUF_MODULE_FILE": str(tmp_path / "loaders"),
        "XDG_DATA_DIRS": f"{inside}/share:/usr/local/share/:/usr/share/", "NODE": "http://127.0.0.1:3030",
        "SHOP": f"{inside}s", "EMPTY": "",
    }
    for name, value in frozen.items():
        monkeypatch.setenv(name, value)
    environment = helper_environment()
    assert {name: environment[name] for name in frozen if name in environment} == {
        "XDG_DATA_DIRS": "/usr/local/share/:/usr/share/", "NODE": frozen["NODE"], "SHOP": frozen["SHOP"], "EMPTY": "",
    }
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/local/lib")
    environment = helper_environment()
    assert environment["LD_LIBRARY_PATH"] == "/usr/local/lib" and "LD_LIBRARY_PATH_ORIG" not in environment
