// SPDX-License-Identifier: MIT
// Signing in and out.

/** @import { Selector } from "#types/wallets.d.ts" */
/** @import { AnyConnector, Scene } from "../scene.js" */
/** @import { SandboxManifest } from "#types/wallets.d.ts" */

const accounts = [{ accountId: "a.near", publicKey: "ed25519:x" }];

/** A wallet that stores who is signed in and tells what it was asked. */
/** @param {Selector} selector @param {string} [fault] */
const signing = (selector, fault) => selector.ready({
  signIn: async (params) => {
    if (fault === "signIn") throw new Error("no");
    await selector.storage.set("in", "yes");
    await selector.storage.set("asked", JSON.stringify(params));
    return fault === "empty" ? [] : [{ accountId: "a.near", publicKey: "ed25519:x" }];
  },
  signInAndSignMessage: async (params) => {
    await selector.storage.set("asked", JSON.stringify(params));
    return [{ accountId: "a.near", publicKey: "ed25519:x", signedMessage: { accountId: "a.near", publicKey: "k", signature: "s" } }];
  },
  getAccounts: async () => ((await selector.storage.get("in")) === null ? [] : [{ accountId: "a.near", publicKey: "ed25519:x" }]),
  signOut: async () => { await selector.storage.remove("in"); },
});
const stored = { permissions: { storage: true } };
/** @param {SandboxManifest} entry */
const asked = (entry) => JSON.parse(String(localStorage.getItem(`${entry.id}:asked`)));

/** Notes the events of a connector in order. */
/** @param {AnyConnector} connector */
const noting = (connector) => {
  /** @type {any[]} */
  const events = [];
  for (const name of ["wallet:signIn", "wallet:signInAndSignMessage", "wallet:signOut"]) {
    connector.on(name, (payload) => events.push([name, payload]));
  }
  return events;
};

/** Connects with the list, and expects only the wallets with a feature in it. */
/** @param {Scene} t @param {string} feature @param {any} params */
async function offersOnly(t, feature, params) {
  const can = t.entry(signing, { ...stored, features: { [feature]: true } });
  const lacks = t.entry(signing, stored);
  const connector = await t.connector({ wallets: [can, lacks] });
  const call = t.rejects(connector.connect(params));
  await t.until(() => t.sheetText().includes(can.name), "the list");
  t.holds(!t.sheetText().includes(lacks.name), "a wallet that can't is in the list");
  t.closeSheet();
  await call;
}

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.9 connect", says: "`connect` signs in, gives the wallet, remembers it and tells it",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      const events = noting(connector);
      const wallet = await connector.connect({ walletId: entry.id });
      t.equal(wallet.manifest.id, entry.id);
      t.equal(await connector.storage.get("selected-wallet"), entry.id);
      t.equal(events.map(([name, { wallet: who, ...rest }]) => [name, who.manifest.id, rest]), [
        ["wallet:signIn", entry.id, { accounts, success: true, source: "signIn" }],
      ]);
    },
  },
  {
    id: "1.9 connect and sign", says: "With a message to sign two events come: signInAndSignMessage, then signIn",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      const events = noting(connector);
      const signMessageParams = { message: "m", recipient: "r", nonce: new Uint8Array(32) };
      await connector.connect({ walletId: entry.id, signMessageParams });
      t.equal(events.map(([name, { source, success }]) => [name, success, source]), [
        ["wallet:signInAndSignMessage", true, undefined], ["wallet:signIn", true, "signInAndSignMessage"],
      ]);
      t.equal(events[0][1].accounts[0].signedMessage.signature, "s");
      t.equal(events[1][1].accounts, accounts, "what a listener for sign-ins is told");
      t.equal(asked(entry).messageParams.message, "m");
    },
  },
  {
    id: "1.9 gas allowance", says: "A function-call key without an allowance may spend a quarter of a NEAR",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      /** @type {import("#types/wallets.d.ts").FunctionCallKey} */
      const addFunctionCallKey = { contractId: "c.near", publicKey: "ed25519:x", allowMethods: { anyMethod: true } };
      await connector.connect({ walletId: entry.id, addFunctionCallKey });
      t.equal(asked(entry).addFunctionCallKey.gasAllowance, { kind: "limited", amount: "250000000000000000000000" });
      await connector.connect({ walletId: entry.id, addFunctionCallKey: { ...addFunctionCallKey, gasAllowance: { kind: "unlimited" } } });
      t.equal(asked(entry).addFunctionCallKey.gasAllowance, { kind: "unlimited" });
      for (const gasAllowance of [undefined, null]) {
        await connector.connect({ walletId: entry.id, addFunctionCallKey: { ...addFunctionCallKey, gasAllowance } });
        t.equal(asked(entry).addFunctionCallKey.gasAllowance, { kind: "limited", amount: "250000000000000000000000" });
      }
    },
  },
  {
    id: "1.9 selected first", says: "The wallet is remembered before it signs in, also when that fails",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, { ...stored, data: "signIn" });
      await t.rejects(connector.connect({ walletId: entry.id }), "no");
      t.equal(await connector.storage.get("selected-wallet"), entry.id);
    },
  },
  {
    id: "1.9 no account", says: "A wallet that signs nobody in has failed: \"Failed to sign in\"",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, { ...stored, data: "empty" });
      await t.rejects(connector.connect({ walletId: entry.id }), "Failed to sign in");
    },
  },
  {
    id: "1.9 unknown", says: "Connecting a wallet that isn't there is \"Wallet not found\"",
    async check(t) {
      await t.rejects((await t.connector()).connect({ walletId: "none" }), "Wallet not found");
    },
  },
  {
    id: "1.9 connected wallet", says: "`getConnectedWallet` gives wallet and accounts, or says what is missing",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      await t.rejects(connector.getConnectedWallet(), "No wallet selected");
      await connector.connect({ walletId: entry.id });
      const found = await connector.getConnectedWallet();
      t.equal([found.wallet.manifest.id, found.accounts], [entry.id, accounts]);
      localStorage.removeItem(`${entry.id}:in`);
      await t.rejects(connector.getConnectedWallet(), "No accounts found");
    },
  },
  {
    id: "1.9 wallet", says: "`wallet()` is the connected one; without accounts the selection is forgotten",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      await connector.connect({ walletId: entry.id });
      t.equal((await connector.wallet()).manifest.id, entry.id);
      localStorage.removeItem(`${entry.id}:in`);
      await t.rejects(connector.wallet(), "No accounts found");
      t.equal(await connector.storage.get("selected-wallet"), null);
    },
  },
  {
    id: "1.9 disconnect", says: "`disconnect` signs out, forgets wallet and pairs, and tells it",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      await connector.connect({ walletId: entry.id });
      localStorage.setItem(`${entry.id}:more`, "x");
      const events = noting(connector);
      await connector.disconnect();
      t.equal(events, [["wallet:signOut", { success: true }]]);
      t.equal(await connector.storage.get("selected-wallet"), null);
      t.equal(Object.keys(localStorage).filter((key) => key.startsWith(`${entry.id}:`)), []);
    },
  },
  {
    id: "1.9 disconnect nobody", says: "Without a connected wallet there is nothing to disconnect, and that is an error",
    async check(t) {
      const { connector } = await t.wallet(signing, stored);
      await t.rejects(connector.disconnect());
    },
  },
  {
    id: "1.9 switchNetwork", says: "`switchNetwork` leaves, changes the network and connects on it",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      await connector.connect({ walletId: entry.id });
      const events = noting(connector);
      await connector.switchNetwork("testnet", { walletId: entry.id });
      t.equal([connector.network, events.map(([name]) => name)], ["testnet", ["wallet:signOut", "wallet:signIn"]]);
      t.equal(asked(entry).network, "testnet");
    },
  },
  {
    id: "1.9 same network", says: "`switchNetwork` to the network that it is on does nothing",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      await connector.connect({ walletId: entry.id });
      const events = noting(connector);
      await connector.switchNetwork("mainnet", { walletId: entry.id });
      t.equal(events, []);
    },
  },
  {
    id: "1.11 18 nobody", says: "A wallet that names an account without a name has nobody signed in",
    async check(t) {
      const { connector, entry } = await t.wallet((selector) => {
        const nobody = async () => [{ accountId: "", publicKey: "" }];
        selector.ready({ signIn: nobody, getAccounts: nobody, signOut: async () => {} });
      });
      await t.rejects(connector.connect({ walletId: entry.id }), "Failed to sign in");
      await t.rejects(connector.getConnectedWallet(), "No accounts found");
    },
  },
  {
    id: "1.9 list", says: "Without a wallet's id the user chooses from the list",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      const call = connector.connect();
      await t.choose(entry.name);
      t.equal((await call).manifest.id, entry.id);
    },
  },
  {
    id: "1.9 list closed", says: "Closing the list without a choice is \"User rejected\"",
    async check(t) {
      const { connector, entry } = await t.wallet(signing, stored);
      const call = t.rejects(connector.selectWallet({ features: {} }), "User rejected");
      await t.until(() => t.sheetText().includes(entry.name), "the list");
      t.closeSheet();
      await call;
    },
  },
  {
    id: "1.9 list by feature", says: "With a message to sign the list has the wallets that can do so",
    async check(t) {
      await offersOnly(t, "signInAndSignMessage", { signMessageParams: { message: "m", recipient: "r", nonce: new Uint8Array(32) } });
    },
  },
  {
    id: "1.9 list by key", says: "With a function-call key to add the list has the wallets that can do so",
    async check(t) {
      /** @type {import("#types/wallets.d.ts").FunctionCallKey} */
      const addFunctionCallKey = { contractId: "c.near", publicKey: "ed25519:x", allowMethods: { anyMethod: true } };
      await offersOnly(t, "signInWithFunctionCallKey", { addFunctionCallKey });
    },
  },
  {
    id: "1.9 footer", says: "The list's foot is the page's own, or none at all with null",
    async check(t) {
      /** @type {any[]} */
      const foots = [];
      for (const footerBranding of [{ heading: "Foot of the page", link: "https://wallets.test/foot", linkText: "More" }, null, undefined]) {
        const entry = t.entry(signing, stored);
        const connector = await t.connector({ wallets: [entry], footerBranding });
        const call = t.rejects(connector.connect());
        await t.until(() => t.sheetText().includes(entry.name), "the list");
        foots.push(t.sheetText().replace(entry.name, ""));
        t.closeSheet();
        await call;
        await t.until(() => t.sheetText() === "", "the list to go");
      }
      const [own, none, usual] = foots;
      t.holds(own.includes("Foot of the page") && own.includes("More"), "the page's own isn't there");
      t.holds(none.length < own.length && none.length < usual.length, "there is one with null");
    },
  },
];
