// SPDX-License-Identifier: MIT
// A window with any NEAR wallet in it: signs in, and sends 1.5 NEAR.

async void run (NearConnect.Manager manager, string? wallet, Gtk.Window window) {
    try {
        var account = yield manager.sign_in_async (wallet, null);
        print ("signed in: %s\n", account.id);
        var outcome = yield manager.send_near_async (
            "bob.test.near", NearConnect.parse_amount ("1.5 NEAR"), null);
        print ("sent: %s\n", outcome.hash);
    } catch (GLib.Error error) {
        printerr ("%s\n", error.message);
    }
    window.destroy ();
}

int main (string[] args) {
    Gtk.init (ref args);
    var manager = (NearConnect.Manager) Object.new (
        typeof (NearConnect.Manager), "app-name", "Embedded", "ephemeral", true, "network", args[1] ?? "testnet",
        "rpc-url", args.length > 2 ? args[2] : null, "policy-file", Environment.get_variable ("EMBED_POLICY"),
        "credentials", Environment.get_variable ("EMBED_CREDENTIALS"));
    var window = new Gtk.Window ();
    window.add (new NearConnect.Widget (manager));
    window.destroy.connect (Gtk.main_quit);
    window.show_all ();
    run.begin (manager, args.length > 3 ? args[3] : null, window);
    Gtk.main ();
    return 0;
}
