# SPDX-License-Identifier: MIT
"""Places each widget of the library in Glade by its catalogue, saves them, and has GtkBuilder make them of the file."""

import sys
import tempfile
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gladeui", "2.0")
gi.require_version("NearConnect", "1")
from gi.repository import Gladeui, Gtk, NearConnect  # noqa: E402

PLACED = {
    "NearConnectWidget": NearConnect.Widget,
    "NearConnectButton": NearConnect.Button,
    "NearConnectDialog": NearConnect.Dialog,
}


def save(path: Path) -> None:
    """Do what somebody does who drags each widget onto a window, and saves."""
    application = Gladeui.App()
    project = Gladeui.Project.new()
    application.add_project(project)
    for name in PLACED:
        adaptor = Gladeui.WidgetAdaptor.get_by_name(name)
        assert adaptor is not None, f"Glade has no {name}"
        parent, placeholder = None, None
        if not issubclass(PLACED[name], Gtk.Window):
            parent = Gladeui.Command.create(Gladeui.WidgetAdaptor.get_by_name("GtkWindow"), None, None, project)
            placeholder = parent.get_object().get_child()
        placed = Gladeui.Command.create(adaptor, parent, placeholder, project)
        project.set_widget_name(placed, name)
    assert project.save(str(path))


def main() -> None:
    """Place, save, and make them of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "window.glade")
        save(path)
        text = path.read_text().replace(">Connect wallet<", ">Other words<")
        assert ">Other words<" in text, text
        builder = Gtk.Builder.new_from_string(text, -1)
        for name, kind in PLACED.items():
            made = builder.get_object(name)
            assert isinstance(made, kind), f"{name}: {made}"
            # It has a manager as soon as the program sets one.
            made.set_property("manager", NearConnect.Manager(network="testnet", profile="glade", app_name="Glade"))
            assert made.props.manager.props.profile == "glade"
        # What it says is the library's from then on, whatever the file has for a label.
        assert builder.get_object("NearConnectButton").get_label() == "Connect wallet"
    print("ok: Glade's widgets: placed, saved, and made of the file by GtkBuilder")


if __name__ == "__main__":
    sys.exit(main())
