#!/usr/bin/env gjs
// SPDX-License-Identifier: MIT
// Things that JavaScript programs do with the library: widgets that are derived, and texts that are none.
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

/** Turns the loop until the condition holds; at most a minute. */
function waitUntil(isTrue) {
  let isLate = false;
  const limit = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 60, () => {
    isLate = true;
    return GLib.SOURCE_REMOVE;
  });
  while (!isTrue()) {
    GLib.MainContext.default().iteration(true);
    check(!isLate, "it has not come within a minute");
  }
  GLib.source_remove(limit);
}
/** The end of an operation: its result, or its error. */
function endOf(name, ...parameters) {
  let end;
  manager[`${name}_async`](...parameters, null, (_, result) => {
    try {
      end = manager[`${name}_finish`](result);
    } catch (error) {
      end = error;
    }
  });
  waitUntil(() => end !== undefined);
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
print("ok: texts that are none");

// A NUL ends a text for C: GJS cuts it off there, before the library could refuse it. So what is sent goes to the account
// before the NUL, and the journal has that one. test_texts_in_json() has what the library says of a whole one.
const bob = endOf("view_account", "bob.test.near");
check(endOf("view_account", "bob.test.near\0.evil") === bob, "it is another account's");
const transaction = NearConnect.Transaction.new("bob.test.near\0.evil");
check(transaction.get_receiver_id() === "bob.test.near", transaction.get_receiver_id());
check(endOf("send_near", "bob.test.near\0.evil", "1") instanceof NearConnect.Outcome, "not sent");
const receivers = endOf("history").flatMap((entry) => JSON.parse(entry.json).parts.map((part) => part.receiverId));
check(receivers.join() === "bob.test.near", `the journal has ${receivers}`);
print("ok: what GJS cuts off at a NUL");
window.destroy();
