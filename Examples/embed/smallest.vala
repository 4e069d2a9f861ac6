// SPDX-License-Identifier: MIT
async void sign_in (NearConnect.Manager manager) throws GLib.Error {
    print ("%s\n", (yield manager.sign_in_async (null, null)).id);
}

void main (string[] args) {
    Gtk.init (ref args);
    var manager = new NearConnect.Manager ("testnet", "shop", "Shop");
    var window = new Gtk.Window ();
    window.add (new NearConnect.Widget (manager));
    window.show_all ();
    sign_in.begin (manager);
    Gtk.main ();
}
