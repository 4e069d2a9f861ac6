// SPDX-License-Identifier: MIT
// The connector's public names: options, fields, the list of wallets, plugins, events.

/** @import { Selector } from "#types/wallets.d.ts" */
/** @import { AnyConnector } from "../scene.js" */

/** @param {Selector} selector */
const answer = (selector) => selector.ready({
  signIn: async () => [{ accountId: "a.near" }], getAccounts: async () => [{ accountId: "a.near" }], signOut: async () => {},
});
/** The ids in what the page has stored. @param {string | null} stored @returns {string[]} */
const debugIds = (stored) => JSON.parse(String(stored)).map((/** @type {{id: string}} */ { id }) => id);

/** @param {AnyConnector} connector */
const ids = ({ wallets }) => wallets.map((wallet) => wallet.manifest.id);

const icon = { icon: "https://wallets.test/icon.png" };
const nothingStored = { get: async () => null, set: async () => {}, remove: async () => {} };

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.9 exports", says: "The module exports the six names of near-connect",
    async check(t) {
      const names = ["InjectedWallet", "LocalStorage", "NearConnector", "ParentFrameWallet", "SandboxWallet", "nearActionsToConnectorActions"];
      t.equal(names.filter((name) => typeof Reflect.get(t.tested, name) !== "function"), []);
    },
  },
  {
    id: "1.9 defaults", says: "Network and autoConnect have defaults; everything may be left out",
    async check(t) {
      const connector = new t.tested.NearConnector({ manifest: { version: "1", wallets: [] } });
      await connector.whenManifestLoaded;
      t.equal([connector.network, connector.autoConnect], ["mainnet", true]);
      t.holds(connector.events && connector.db && connector.manifest, "a field is missing");
    },
  },
  {
    id: "1.9 LocalStorage", says: "`LocalStorage` is an asynchronous view of localStorage",
    async check(t) {
      const storage = new t.tested.LocalStorage();
      const key = t.id("key");
      await storage.set(key, "v");
      const seen = [await storage.get(key), localStorage.getItem(key)];
      await storage.remove(key);
      t.equal([...seen, localStorage.getItem(key)], ["v", "v", null]);
    },
  },
  {
    id: "1.9 SandboxWallet", says: "Wallets of the list are SandboxWallets with their manifest",
    async check(t) {
      const { wallet, entry } = await t.wallet(answer);
      t.holds(wallet instanceof t.tested.SandboxWallet, "it is none");
      t.equal(wallet.manifest.id, entry.id);
    },
  },
  {
    id: "1.9 logger", says: "A logger may be given",
    async check(t) {
      const { wallet } = await t.wallet(answer, {}, { logger: { log() {} } });
      t.equal(await wallet.getAccounts(), [{ accountId: "a.near" }]);
    },
  },
  {
    id: "1.9 registerWallet", says: "`registerWallet` adds a wallet to the list and tells it",
    async check(t) {
      const connector = await t.connector();
      let told = 0;
      connector.on("selector:walletsChanged", () => { told += 1; });
      const entry = t.entry(answer);
      await connector.registerWallet(entry);
      t.equal(ids(connector), [entry.id]);
      await t.until(() => told > 0, "the event");
    },
  },
  {
    id: "1.9 debug wallets", says: "Debug wallets are stored with the connector, come back in the next one, and can be removed",
    async check(t) {
      const connector = await t.connector();
      const entry = t.entry(answer, { icon: "https://wallets.test/icon.png" });
      const registered = await connector.registerDebugWallet(JSON.stringify(entry));
      t.equal([registered.id, registered.debug], [entry.id, true]);
      t.equal(debugIds(await connector.storage.get("debug-wallets")), [entry.id]);
      const next = await t.connector({ storage: connector.storage });
      await t.until(() => ids(next).includes(entry.id), "the debug wallet");
      await connector.removeDebugWallet(entry.id);
      t.equal(ids(connector), []);
      t.equal(debugIds(await connector.storage.get("debug-wallets")), []);
    },
  },
  {
    id: "1.9 debug wallets first", says: "Debug wallets stand before the list's, also in the next page",
    async check(t) {
      const [listed, debug] = [t.entry(answer), t.entry(answer, icon)];
      const connector = await t.connector({ wallets: [listed] });
      await connector.registerDebugWallet(debug);
      t.equal(ids(connector), [debug.id, listed.id]);
      const next = await t.connector({ wallets: [listed], storage: connector.storage });
      await t.until(() => ids(next).includes(debug.id), "the debug wallet");
      t.equal(ids(next), [debug.id, listed.id]);
    },
  },
  {
    id: "1.9 debug wallets at once", says: "Debug wallets that are registered at once are both stored",
    async check(t) {
      const connector = await t.connector();
      const [one, other] = [t.entry(answer, icon), t.entry(answer, icon)];
      await Promise.all([connector.registerDebugWallet(one), connector.registerDebugWallet(other)]);
      const stored = debugIds(await connector.storage.get("debug-wallets"));
      t.equal(stored.sort(), [one.id, other.id].sort());
    },
  },
  {
    id: "1.11 18 order of debug wallets", says: "Debug wallets come back in the order in which they stood",
    async check(t) {
      const connector = await t.connector();
      const entries = [t.entry(answer, icon), t.entry(answer, icon)];
      for (const entry of entries) await connector.registerDebugWallet(entry);
      const before = ids(connector);
      const next = await t.connector({ storage: connector.storage });
      await t.until(() => ids(next).length === 2, "the debug wallets");
      t.equal(ids(next), before);
    },
  },
  {
    id: "1.11 18 early debug wallet", says: "A debug wallet can't take the id of a listed one while the list isn't there yet",
    async check(t) {
      const listed = t.entry(answer, icon);
      const connector = new t.tested.NearConnector({ manifest: { version: "1", wallets: [listed] }, cspNonce: t.cspNonce, storage: nothingStored });
      await t.rejects(connector.registerDebugWallet({ ...listed, name: "Another" }));
      t.equal((await connector.wallet(listed.id)).manifest.name, listed.name);
    },
  },
  {
    id: "1.9 walletsChanged", says: "\"selector:walletsChanged\" comes with an empty object",
    async check(t) {
      const connector = await t.connector();
      /** @type {any[]} */
      const payloads = [];
      connector.on("selector:walletsChanged", (payload) => payloads.push(payload));
      await connector.registerWallet(t.entry(answer));
      await t.until(() => payloads.length > 0, "the event");
      t.equal(payloads[0], {});
    },
  },
  {
    id: "1.9 listeners", says: "on, once, off and removeAllListeners do what they say",
    async check(t) {
      const connector = await t.connector();
      /** @type {any[]} */
      const seen = [];
      const listener = () => seen.push("on");
      connector.on("selector:walletsChanged", listener);
      connector.once("selector:walletsChanged", () => seen.push("once"));
      const emit = () => connector.events.emit("selector:walletsChanged", {});
      emit();
      emit();
      connector.off("selector:walletsChanged", listener);
      emit();
      connector.on("selector:walletsChanged", listener);
      connector.removeAllListeners("selector:walletsChanged");
      emit();
      t.equal(seen.sort(), ["on", "on", "once"]);
    },
  },
  {
    id: "1.9 plugins", says: "A plugin stands around a wallet's method and calls what it stands before by `next`, its last argument",
    async check(t) {
      const { connector, entry } = await t.wallet(answer);
      /** @type {any[]} */
      const seen = [];
      connector.use({ getAccounts: async (params, next) => [...(seen.push(params.network), await next()), { accountId: "added" }] });
      const wallet = await connector.wallet(entry.id);
      t.equal(await wallet.getAccounts({ network: "testnet" }), [{ accountId: "a.near" }, { accountId: "added" }]);
      t.equal(seen, ["testnet"]);
    },
  },
  {
    id: "1.9 several plugins", says: "Of several plugins the one that was added last is asked first; `use` gives a promise",
    async check(t) {
      const { connector, entry } = await t.wallet(answer);
      /** @type {any[]} */
      const seen = [];
      const used = connector.use({ getAccounts: (_params, next) => (seen.push("first"), next()) });
      t.holds(typeof used?.then === "function", "`use` gives no promise");
      await used;
      await connector.use({ getAccounts: (_params, next) => (seen.push("last"), next()) });
      t.equal(await (await connector.wallet(entry.id)).getAccounts(), [{ accountId: "a.near" }]);
      t.equal(seen, ["last", "first"]);
    },
  },
  {
    id: "1.9 plugin without arguments", says: "A plugin around a call without arguments gets undefined, then `next`",
    async check(t) {
      const { connector, entry } = await t.wallet(answer);
      /** @type {any[]} */
      const seen = [];
      await connector.use({ getAccounts: (params, next, ...more) => (seen.push([params, typeof next, more.length]), next()) });
      await (await connector.wallet(entry.id)).getAccounts();
      t.equal(seen, [[undefined, "function", 0]]);
    },
  },
  {
    id: "1.9 plugin's next", says: "What `next` is given, as by a promise, doesn't become the call's arguments",
    async check(t) {
      const { connector, entry } = await t.wallet((selector) => selector.ready({ getAccounts: async ({ network }) => [{ accountId: network }] }));
      await connector.use({ getAccounts: (_params, next) => Promise.resolve({ network: "another" }).then(next) });
      t.equal(await (await connector.wallet(entry.id)).getAccounts({ network: "testnet" }), [{ accountId: "testnet" }]);
    },
  },
  {
    id: "1.9 unknown wallet", says: "A wallet that isn't there is \"Wallet not found\"",
    async check(t) {
      await t.rejects((await t.connector()).wallet("none"), "Wallet not found");
    },
  },
];
