// SPDX-License-Identifier: MIT
// Where the list of wallets comes from, and which of it is offered.

/** @import { Selector } from "#types/wallets.d.ts" */
/** @import { AnyConnector } from "../scene.js" */

/** @param {Selector} selector */
const answer = (selector) => selector.ready({ getAccounts: async () => [{ accountId: "a.near" }] });
const lists = [
  "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
  "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
];

/** Ids of what the connector knows, and of what it offers. */
/** @param {AnyConnector} connector */
const known = ({ wallets }) => wallets.map((wallet) => wallet.manifest.id);
/** @param {AnyConnector} connector */
const offered = ({ availableWallets }) => availableWallets.map((wallet) => wallet.manifest.id);

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.1 object", says: "A manifest may be given as an object",
    async check(t) {
      const entry = t.entry(answer);
      t.equal(known(await t.connector({ wallets: [entry] })), [entry.id]);
    },
  },
  {
    id: "1.1 address", says: "A manifest may be given as an address",
    async check(t) {
      const entry = t.entry(answer);
      t.serve("https://wallets.test/list.json", JSON.stringify({ version: "1", wallets: [entry] }), { type: "application/json" });
      const connector = await t.connector({ manifest: "https://wallets.test/list.json" });
      await t.until(() => known(connector)[0] === entry.id, "the wallet of the list");
    },
  },
  {
    id: "1.1 default lists", says: "Without a manifest the public list is asked, then the second one",
    async check(t) {
      const entry = t.entry(answer);
      t.serve(lists[0], "no", { status: 503, type: "text/plain" });
      t.serve(lists[1], JSON.stringify({ version: "1", wallets: [entry] }), { type: "application/json" });
      const connector = await t.connector({ manifest: undefined });
      await t.until(() => known(connector)[0] === entry.id, "the wallet of the second list");
      t.equal(t.fetched, lists, "what was fetched");
    },
  },
  {
    id: "1.1 no list", says: "When no list can be had the list is empty, and nothing fails",
    async check(t) {
      for (const list of lists) t.serve(list, "no", { status: 503, type: "text/plain" });
      const connector = await t.connector({ manifest: undefined });
      t.equal(known(connector), []);
    },
  },
  {
    id: "1.1 markup in the list", says: "Markup in names and descriptions of the list is shown as text",
    async check(t) {
      const entry = t.entry("", { name: "<s>name</s>", description: "<img src=x onerror=window.hit=1><i>words</i>" });
      const connector = await t.connector({ wallets: [entry] });
      const call = t.rejects(connector.selectWallet({ features: {} }));
      await t.until(() => t.sheetText().includes("name"), "the list");
      for (const text of [entry.name, entry.description]) t.holds(t.sheetText().includes(String(text)), `${text} became markup`);
      t.equal([...document.querySelectorAll("dialog s, dialog i, .hot-connector-popup s, .hot-connector-popup i")].length, 0, "the elements");
      t.closeSheet();
      await call;
      t.equal(window.hit ?? null, null, "what ran in the page");
    },
  },
  {
    id: "1.1 type", says: "Only wallets of type \"sandbox\" can be registered",
    async check(t) {
      const connector = await t.connector();
      await t.rejects(connector.registerWallet(t.entry(answer, { type: "injected" })));
      await t.rejects(connector.registerDebugWallet(t.entry(answer, { type: "injected" })));
      t.equal(known(connector), []);
    },
  },
  {
    id: "1.1 debug fields", says: "A debug wallet needs each of the eight fields, and an id that is free",
    async check(t) {
      const connector = await t.connector();
      for (const field of ["id", "name", "icon", "website", "version", "executor", "features", "permissions"]) {
        const entry = t.entry(answer, { icon: "https://wallets.test/icon.png" });
        Reflect.deleteProperty(entry, field);
        await t.rejects(connector.registerDebugWallet(entry));
      }
      const entry = t.entry(answer, { icon: "https://wallets.test/icon.png" });
      await connector.registerDebugWallet(entry);
      await t.rejects(connector.registerDebugWallet(entry));
      t.equal(known(connector), [entry.id]);
    },
  },
  {
    id: "1.1 relative executor", says: "An executor that is a path is fetched from the page's origin",
    async check(t) {
      const { wallet } = await t.wallet(answer, { executor: "/executors/relative.js" });
      t.equal(await wallet.getAccounts(), [{ accountId: "a.near" }]);
      t.holds(t.fetched.includes(`${location.origin}/executors/relative.js`), "it was not fetched from the page's origin");
    },
  },
  {
    id: "1.1 platform", says: "A platform may be an object of links or a list",
    async check(t) {
      const object = t.entry(answer, { platform: { ios: "https://wallets.test/ios" } });
      const list = t.entry(answer, { platform: ["web"] });
      t.equal(offered(await t.connector({ wallets: [object, list] })), [object.id, list.id]);
    },
  },
  {
    id: "1.1 metadata", says: "An executor reads its entry's metadata",
    async check(t) {
      const read = await t.inside((selector) => selector.wallet.manifest.metadata, { metadata: { projectId: "x" } });
      t.equal(read, { projectId: "x" });
    },
  },
  {
    id: "1.1 features", says: "Wallets that lack a feature that the page asks for are not offered, but stay known",
    async check(t) {
      const signs = t.entry(answer, { features: { signMessage: true } });
      const lacks = t.entry(answer, { features: {} });
      const connector = await t.connector({ wallets: [signs, lacks], features: { signMessage: true } });
      t.equal(offered(connector), [signs.id]);
      t.equal(known(connector), [signs.id, lacks.id]);
    },
  },
  {
    id: "1.1 testnet", says: "On testnet only wallets that say testnet are offered; what they say of mainnet doesn't count",
    async check(t) {
      const both = t.entry(answer, { features: { testnet: true } });
      const main = t.entry(answer, { features: { mainnet: true } });
      t.equal(offered(await t.connector({ wallets: [both, main], network: "testnet" })), [both.id]);
      t.equal(offered(await t.connector({ wallets: [both, main], network: "mainnet" })), [both.id, main.id]);
    },
  },
  {
    id: "1.1 features only filter", says: "A feature that an entry lacks doesn't keep its method from being called",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({ signMessage: async () => "signed" }), { features: {} });
      t.equal(await wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }), "signed");
    },
  },
  {
    id: "1.1 WalletConnect", says: "Wallets that need WalletConnect are dropped when the page has none",
    async check(t) {
      const entry = t.entry(answer, { permissions: { walletConnect: true } });
      t.equal(known(await t.connector({ wallets: [entry] })), []);
      t.equal(known(await t.connector({ wallets: [entry], walletConnect: Promise.resolve({}) })), [entry.id]);
    },
  },
  {
    id: "1.1 manifest field", says: "`manifest` has the list without what was dropped from it",
    async check(t) {
      const [kept, excluded, needing] = [t.entry(answer), t.entry(answer), t.entry(answer, { permissions: { walletConnect: true } })];
      const connector = await t.connector({ wallets: [kept, excluded, needing], excludedWallets: [excluded.id] });
      t.equal(connector.manifest.wallets.map(({ id }) => id), [kept.id]);
    },
  },
  {
    id: "1.11 18 excluding HOT", says: "Any wallet can be excluded, also the one with the id \"hot-wallet\"",
    async check(t) {
      const entry = t.entry(answer, { id: "hot-wallet" });
      t.equal(known(await t.connector({ wallets: [entry], excludedWallets: ["hot-wallet"] })), []);
    },
  },
  {
    id: "1.11 18 custom network", says: "On a network of the page's own only wallets that take any network are offered, and they are told of it",
    async check(t) {
      const any = t.entry((selector) => selector.ready({
        getAccounts: async ({ network }) => [{ accountId: JSON.stringify([network, selector.providers[network]]) }],
      }), { features: { customNetworks: true } });
      const both = t.entry(answer, { features: { mainnet: true, testnet: true } });
      const providers = { private: ["https://rpc.private.test"] };
      const connector = await t.connector({ wallets: [any, both], network: "private", providers });
      t.equal(offered(connector), [any.id]);
      const [{ accountId }] = await (await connector.wallet(any.id)).getAccounts();
      t.equal(JSON.parse(accountId), ["private", providers.private]);
    },
  },
  {
    id: "1.1 excluded", says: "Excluded wallets are dropped",
    async check(t) {
      const [one, other] = [t.entry(answer), t.entry(answer)];
      t.equal(known(await t.connector({ wallets: [one, other], excludedWallets: [one.id] })), [other.id]);
    },
  },
];
