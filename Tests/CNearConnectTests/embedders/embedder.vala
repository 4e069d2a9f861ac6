// SPDX-License-Identifier: MIT
// A program in Vala whose widgets are derived from the library's, as signals, properties and virtual functions have it.

class Shop : NearConnect.Widget {
    public string title { get; set; default = "Shop"; }
    public int sizes;

    public Shop (NearConnect.Manager manager) {
        Object (manager: manager, title: "Tea");
    }

    public override void size_allocate (Gtk.Allocation allocation) {
        sizes++;
        base.size_allocate (allocation);
    }
}

async void run (NearConnect.Manager manager, Gtk.Window window) throws GLib.Error {
    var shop = new Shop (manager);
    window.add (shop);
    window.show_all ();
    var account = yield manager.sign_in_async ("near-connect-keystore", null);
    assert (account.id == "alice.test.near" && manager.account.id == account.id);
    assert (shop.sizes > 0 && shop.title == "Tea" && shop.manager == manager);
    // While the user chooses.
    var cancellable = new Cancellable ();
    manager.notify["wallet-visible"].connect (() => {
        if (manager.wallet_visible) {
            shop.destroy ();
            cancellable.cancel ();
        }
    });
    try {
        yield manager.sign_in_async (null, cancellable);
        assert_not_reached ();
    } catch (IOError.CANCELLED error) {
        print ("ok: a widget that Vala has derived\n");
    }
}

int main (string[] args) {
    Gtk.init (ref args);
    var manager = (NearConnect.Manager) Object.new (
        typeof (NearConnect.Manager), "app-name", "Stage", "ephemeral", true, "network", "devnet",
        "rpc-url", Environment.get_variable ("STAGE_NODE"), "policy-file", Environment.get_variable ("STAGE_POLICY"),
        "credentials", Environment.get_variable ("STAGE_CREDENTIALS"));
    var window = new Gtk.Window ();
    int status = 1;
    run.begin (manager, window, (_, result) => {
        try {
            run.end (result);
            status = 0;
        } catch (GLib.Error error) {
            printerr ("%s\n", error.message);
        }
        window.destroy ();
        Gtk.main_quit ();
    });
    Gtk.main ();
    return status;
}
