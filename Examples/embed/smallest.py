# SPDX-License-Identifier: MIT
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import Gtk, NearConnect

manager = NearConnect.Manager(network="testnet", profile="shop", app_name="Shop")
window = Gtk.Window()
window.add(NearConnect.Widget(manager=manager))
window.show_all()
manager.sign_in_async(None, None, lambda m, result: print(m.sign_in_finish(result).props.id))
Gtk.main()
