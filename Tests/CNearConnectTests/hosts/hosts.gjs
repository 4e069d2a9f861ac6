#!/usr/bin/env gjs
// SPDX-License-Identifier: MIT
// What JavaScript programs do with the library: widgets that are derived, and texts that are none.
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.NearConnect = "1";
const { GLib, GObject, Gtk, NearConnect } = imports.gi;

Gtk.init(null);
const manager = new NearConnect.Manager({
  app_name: "Stage",
  ephemeral: true,
  network: "devnet",
  rpc_url: GLib.getenv("STAGE_NODE"),
  policy_file: GLib.getenv("STAGE_POLICY"),
  credentials: GLib.getenv("STAGE_CREDENTIALS"),
});

/** The end of an operation: its result, or its error's message. */
function endOf(name, ...parameters) {
  let end;
  manager[`${name}_async`](...parameters, null, (_, result) => {
    try {
      end = manager[`${name}_finish`](result);
    } catch (error) {
      end = error;
    }
  });
  while (end === undefined) GLib.MainContext.default().iteration(true);
  return end;
}
function check(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

const Shop = GObject.registerClass(
  class Shop extends NearConnect.Widget {
    vfunc_size_allocate(allocation) {
      this.sizes = (this.sizes ?? 0) + 1;
      super.vfunc_size_allocate(allocation);
    }
  },
);
const window = new Gtk.Window();
const shop = new Shop({ manager });
window.add(shop);
window.show_all();
check(endOf("sign_in", "near-connect-keystore").id === "alice.test.near", "no account");
check(shop.sizes > 0 && shop.manager === manager, "the derived widget isn't asked");
print("ok: a widget that JavaScript has derived");

// JavaScript's texts may have halves of characters, and NULs.
for (const text of ["\ud800", "a\udc00b"]) {
  const end = endOf("sign_in", text);
  check(end instanceof GLib.Error && end.matches(NearConnect.error_quark(), NearConnect.Error.UNKNOWN_WALLET), `${end}`);
}
const cut = endOf("view_account", "bob.test.near\0.evil");
if (!(cut instanceof Error || cut instanceof GLib.Error)) print("cut: a text with a NUL");
print("ok: texts that are none");
window.destroy();
