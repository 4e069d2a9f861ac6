// SPDX-License-Identifier: MIT
// The table of docs/embedding.md from a Vala program: a line for each operation, with what it ended in.

// A namespace of its own: a function named send would take the place of the C library's.
namespace Matrix {
    const string KEYSTORE = "near-connect-keystore";
    NearConnect.Manager manager;
    NearConnect.Dialog dialog;

    void say (string operation, string end) {
        print ("%s: %s\n", operation, end);
        stdout.flush ();
    }

    // The code of an operation's error, as a Vala program tells them from each other.
    void say_error (string operation, GLib.Error error) {
        if (error is IOError.CANCELLED) say (operation, "cancelled");
        else if (error is NearConnect.Error.UNKNOWN_WALLET) say (operation, "unknown-wallet");
        else if (error is NearConnect.Error.WALLET_REJECTED) say (operation, "wallet-rejected");
        else if (error is NearConnect.Error.USER_CANCELLED) say (operation, "user-cancelled");
        else if (error is NearConnect.Error.BRIDGE_CRASHED) say (operation, "bridge-crashed");
        else say (operation, error.message);
    }

    string executed (NearConnect.Outcome outcome) {
        return outcome.hash != null ? "executed" : "nothing";
    }

    NearConnect.Transaction transfer () {
        var transaction = new NearConnect.Transaction ("bob.test.near");
        transaction.add_transfer ("1");
        return transaction;
    }

    async void sign_in (string operation, string wallet) {
        try {
            say (operation, (yield manager.sign_in_async (wallet, null)).id);
        } catch (GLib.Error error) {
            say_error (operation, error);
        }
    }

    async void send (string operation, string amount) {
        try {
            say (operation, executed (yield manager.send_near_async ("bob.test.near", amount, null)));
        } catch (GLib.Error error) {
            say_error (operation, error);
        }
    }

    async void sign () throws GLib.Error {
        yield sign_in ("unknown wallet", "nobody");
        NearConnect.SignedMessage first;
        var account = yield manager.sign_in_and_sign_message_async (
            KEYSTORE, "hi", "shop.example", null, null, out first);
        say ("sign in with message", account.id);
        yield manager.sign_out_async (null);
        say ("sign out", manager.account != null ? manager.account.id : "nobody");
        yield sign_in ("sign in", KEYSTORE);
        yield send ("send", "1");
        uint8[] code;
        FileUtils.get_data (Environment.get_variable ("STAGE_CONTRACT"), out code);
        var deploy = new NearConnect.Transaction ("alice.test.near");
        deploy.add_deploy (new Bytes (code));
        yield manager.sign_and_send_async (deploy, null);
        var called = yield manager.call_function_async ("alice.test.near", "increment", null, 0, null, null);
        say ("call", executed (called));
        NearConnect.Transaction[] both = { transfer (), transfer () };
        say ("batch", "%u outcomes".printf ((yield manager.sign_and_send_all_async (both, null)).length));
        say ("delegate", "%d actions".printf ((yield manager.sign_delegate_actions_async (both, null)).length));
        var nonce = new Bytes (new uint8[32]);
        say ("message", (yield manager.sign_message_async ("hello", "shop.example", nonce, null)).account_id);
        say ("history", "%u entries".printf ((yield manager.history_async (null)).length));
        var value = yield manager.view_function_async ("alice.test.near", "get", null, null);
        say ("view", value.get_size () > 0 ? "a value" : "none");
        yield send ("refuse", "101000000000000000000000000");
    }

    // Operations that the library has and the helper doesn't.
    async void be_the_program () throws GLib.Error {
        string? name;
        var genesis = yield manager.identify_chain_async (null, out name);
        say ("identify chain", name ?? (genesis != null ? "another chain" : "none"));
        var texts = yield manager.sign_delegate_actions_async ({ transfer () }, null);
        say ("read delegate", new NearConnect.SignedDelegateAction.from_base64 (texts[0]).sender_id);
        try {
            yield manager.call_function_async ("bob.test.near", "none", null, 0, null, null);
        } catch (GLib.Error error) {
            var details = NearConnect.Error.get_details (error);
            say ("details of an error", "%u outcome".printf (details.get_outcomes ().length));
        }
        yield manager.forget_wallet_async (KEYSTORE, null, null);
        say ("forget wallet", manager.account != null ? manager.account.id : "nobody");
        yield decide ("own approval", true);
        yield decide ("own refusal", false);
    }

    async void decide (string operation, bool allows) {
        var asking = (NearConnect.Manager) Object.new (
            typeof (NearConnect.Manager), "ephemeral", true, "network", "devnet", "rpc-url",
            Environment.get_variable ("STAGE_NODE"), "credentials", Environment.get_variable ("STAGE_CREDENTIALS"));
        asking.approval_requested.connect ((request) => {
            if (allows) request.allow ("alice.test.near");
            else request.deny ();
            return true;
        });
        try {
            say (operation, (yield asking.sign_in_async (KEYSTORE, null)).id);
        } catch (GLib.Error error) {
            say_error (operation, error);
        }
    }

    delegate void Ending (Cancellable cancellable);

    // A sign-in that waits for the user, and what ends it.
    async void end_otherwise (string operation, Ending ending) {
        var cancellable = new Cancellable ();
        string? end = null;
        manager.sign_in_async.begin (null, cancellable, (_, result) => {
            try {
                end = manager.sign_in_async.end (result).id;
                say (operation, end);
            } catch (GLib.Error error) {
                end = "an error";
                say_error (operation, error);
            }
            Idle.add (end_otherwise.callback);
        });
        ulong handler = 0;
        if (!manager.wallet_visible) {
            handler = manager.notify["wallet-visible"].connect (() => {
                if (manager.wallet_visible) Idle.add (end_otherwise.callback);
            });
            yield;
            manager.disconnect (handler);
        }
        assert (end == null);
        ending (cancellable);
        yield;
    }

    async void run () {
        try {
            yield sign ();
            yield be_the_program ();
            yield end_otherwise ("cancel", (cancellable) => cancellable.cancel ());
            yield end_otherwise ("window closed", () => dialog.close ());
            yield end_otherwise ("page killed", () => {
                try {
                    Process.spawn_command_line_sync (Environment.get_variable ("STAGE_KILL_PAGE"));
                } catch (SpawnError error) {
                    GLib.error ("%s", error.message);
                }
            });
        } catch (GLib.Error error) {
            GLib.error ("%s", error.message);
        }
        dialog.destroy ();
        Gtk.main_quit ();
    }
}

int main (string[] args) {
    Gtk.init (ref args);
    Matrix.manager = (NearConnect.Manager) Object.new (
        typeof (NearConnect.Manager), "app-name", "Stage", "ephemeral", true, "network", "devnet", "rpc-url",
        Environment.get_variable ("STAGE_NODE"), "policy-file", Environment.get_variable ("STAGE_POLICY"),
        "credentials", Environment.get_variable ("STAGE_CREDENTIALS"));
    Matrix.dialog = new NearConnect.Dialog (null, Matrix.manager);
    Matrix.run.begin ();
    Gtk.main ();
    return 0;
}
