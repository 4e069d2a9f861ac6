#!/usr/bin/env gjs
// SPDX-License-Identifier: MIT
// The table of docs/embedding.md from a JavaScript program: a line for each operation, with what it ended in.
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.NearConnect = "1";
const { Gio, GLib, Gtk, NearConnect } = imports.gi;

const KEYSTORE = "near-connect-keystore";
const codes = Object.fromEntries(
  Object.entries(NearConnect.Error)
    .filter(([, value]) => typeof value === "number")
    .map(([name, value]) => [value, name.toLowerCase().replaceAll("_", "-")]),
);

Gtk.init(null);
const manager = new NearConnect.Manager({
  app_name: "Stage",
  ephemeral: true,
  network: "devnet",
  rpc_url: GLib.getenv("STAGE_NODE"),
  policy_file: GLib.getenv("STAGE_POLICY"),
  credentials: GLib.getenv("STAGE_CREDENTIALS"),
});
const dialog = new NearConnect.Dialog({ manager });

/** Starts an operation by its name and waits for its end. */
function run(operation, ...args) {
  return runUntil(manager, operation, null, ...args);
}
function runUntil(manager_, operation, cancellable, ...args) {
  return new Promise((resolve, reject) => {
    manager_[`${operation}_async`](...args, cancellable, (_, result) => {
      try {
        resolve(manager_[`${operation}_finish`](result));
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Prints what an operation ended in: a result, or the code of its error. */
async function say(operation, end, worded) {
  let line;
  try {
    line = worded(await end);
  } catch (error) {
    if (error.matches?.(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED)) line = "cancelled";
    else if (error.matches?.(NearConnect.error_quark(), error.code)) line = codes[error.code];
    else throw error;
  }
  print(`${operation}: ${line}`);
}

const executed = (outcome) => (outcome.hash ? "executed" : "nothing");
function transfer() {
  const transaction = NearConnect.Transaction.new("bob.test.near");
  transaction.add_transfer("1");
  return transaction;
}

async function signIn() {
  await say("unknown wallet", run("sign_in", "nobody"), (account) => account.id);
  await say(
    "sign in with message",
    run("sign_in_and_sign_message", KEYSTORE, "hi", "shop.example", null),
    ([account]) => account.id,
  );
  await say("sign out", run("sign_out"), () => manager.account?.id ?? "nobody");
  await say("sign in", run("sign_in", KEYSTORE), (account) => account.id);
}

async function sign() {
  await say("send", run("send_near", "bob.test.near", "1"), executed);
  const deploy = NearConnect.Transaction.new("alice.test.near");
  deploy.add_deploy(GLib.file_get_contents(GLib.getenv("STAGE_CONTRACT"))[1]);
  await run("sign_and_send", deploy);
  await say("call", run("call_function", "alice.test.near", "increment", null, 0, null), executed);
  const both = [transfer(), transfer()];
  await say("batch", run("sign_and_send_all", both), (outcomes) => `${outcomes.length} outcomes`);
  await say("delegate", run("sign_delegate_actions", both), (actions) => `${actions.length} actions`);
  const nonce = new Uint8Array(32).fill(7);
  await say("message", run("sign_message", "hello", "shop.example", nonce), (message) => message.account_id);
  await say("history", run("history"), (entries) => `${entries.length} entries`);
  await say(
    "view",
    run("view_function", "alice.test.near", "get", null),
    (value) => (value.get_size() > 0 ? "a value" : "none"),
  );
  await say("refuse", run("send_near", "bob.test.near", "101000000000000000000000000"), executed);
}

/** Starts a sign-in that waits for the user; what ends it comes then. */
async function endOtherwise(operation, ending) {
  const cancellable = new Gio.Cancellable();
  const end = runUntil(manager, "sign_in", cancellable, null);
  while (!manager.wallet_visible) {
    await new Promise((resolve) => {
      const id = manager.connect("notify::wallet-visible", () => {
        manager.disconnect(id);
        resolve();
      });
    });
  }
  const said = say(operation, end, (account) => account.id);
  ending(cancellable);
  await said;
}

/** Operations that the library has and the helper doesn't. */
async function beTheProgram() {
  await say("identify chain", run("identify_chain"), ([genesis, name]) => name ?? (genesis ? "another chain" : "none"));
  const [text] = await run("sign_delegate_actions", [transfer()]);
  await say(
    "read delegate",
    NearConnect.SignedDelegateAction.new_from_base64(text),
    (action) => action.sender_id,
  );
  const failed = run("call_function", "bob.test.near", "none", null, 0, null).catch((error) => error);
  await say(
    "details of an error",
    failed,
    (error) => `${NearConnect.Error.get_details(error).get_outcomes().length} outcome`,
  );
  await say("forget wallet", run("forget_wallet", KEYSTORE), () => manager.account?.id ?? "nobody");
  for (const [operation, allows] of [["own approval", true], ["own refusal", false]]) {
    const asking = new NearConnect.Manager({
      ephemeral: true,
      network: "devnet",
      rpc_url: GLib.getenv("STAGE_NODE"),
      credentials: GLib.getenv("STAGE_CREDENTIALS"),
    });
    asking.connect("approval-requested", (_, request) => {
      if (allows) request.allow("alice.test.near");
      else request.deny();
      return true;
    });
    await say(operation, runUntil(asking, "sign_in", null, KEYSTORE), (account) => account.id);
  }
}

async function main() {
  await signIn();
  await sign();
  await beTheProgram();
  await endOtherwise("cancel", (cancellable) => cancellable.cancel());
  await endOtherwise("window closed", () => dialog.close());
  await endOtherwise("page killed", () => GLib.spawn_command_line_sync(GLib.getenv("STAGE_KILL_PAGE")));
  dialog.destroy();
}

let status = 0;
main()
  .catch((error) => {
    printerr(error, error.stack);
    status = 1;
  })
  .finally(() => Gtk.main_quit());
Gtk.main();
imports.system.exit(status);
