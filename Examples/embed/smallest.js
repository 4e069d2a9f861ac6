// SPDX-License-Identifier: MIT
imports.gi.versions.Gtk = "3.0";
const { Gtk, NearConnect } = imports.gi;

Gtk.init(null);
const manager = new NearConnect.Manager({ network: "testnet", profile: "shop", app_name: "Shop" });
const window = new Gtk.Window();
window.add(new NearConnect.Widget({ manager }));
window.show_all();
manager.sign_in_async(null, null, (_, result) => print(manager.sign_in_finish(result).id));
Gtk.main();
