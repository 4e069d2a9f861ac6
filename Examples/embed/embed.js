#!/usr/bin/env gjs
// SPDX-License-Identifier: MIT
// A window with any NEAR wallet in it: signs in, and sends 1.5 NEAR.
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.NearConnect = "1";
const { GLib, Gtk, NearConnect } = imports.gi;

Gtk.init(null);
const [network, node, wallet] = ARGV;
const manager = new NearConnect.Manager({
  app_name: "Embedded",
  ephemeral: true,
  network: network ?? "testnet",
  rpc_url: node ?? null,
  policy_file: GLib.getenv("EMBED_POLICY"),
  credentials: GLib.getenv("EMBED_CREDENTIALS"),
});
const window = new Gtk.Window({ title: "Embedded", default_width: 420, default_height: 640 });
window.add(new NearConnect.Widget({ manager }));
window.connect("destroy", () => Gtk.main_quit());
window.show_all();

manager.sign_in_async(wallet ?? null, null, (_, result) => {
  try {
    print(`signed in: ${manager.sign_in_finish(result).id}`);
    manager.send_near_async("bob.test.near", NearConnect.parse_amount("1.5 NEAR"), null, (_, sent) => {
      try {
        print(`sent: ${manager.send_near_finish(sent).hash}`);
      } catch (error) {
        printerr(error.message);
      }
      window.destroy();
    });
  } catch (error) {
    printerr(error.message);
    window.destroy();
  }
});
Gtk.main();
