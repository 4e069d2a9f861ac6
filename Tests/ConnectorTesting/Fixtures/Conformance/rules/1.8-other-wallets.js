// SPDX-License-Identifier: MIT
// Wallets that live in the page itself, or in the page around it.

/** @import { Wallet } from "#types/wallets.d.ts" */
/** @import { ConnectorModule } from "#types/bridge.d.ts" */
/** @import { Scene } from "../scene.js" */

const methods = [
  "signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signAndSendTransaction", "signAndSendTransactions", "signDelegateActions",
];

/**
 * Asks with actions of near-api-js, and with what else a page may say. Runs in inner pages as well.
 *
 * @param {any} wallet
 */
const askWithNearActions = async (wallet) => {
  const actions = [{ transfer: { deposit: 5n } }];
  await wallet.signAndSendTransaction({ receiverId: "r", actions });
  await wallet.signAndSendTransactions({ transactions: [{ receiverId: "r", actions, signerId: "x.near" }] });
  await wallet.signDelegateActions({ delegateActions: [{ receiverId: "r", actions, blockHeightTtl: 60 }] });
  await wallet.signInAndSignMessage({
    messageParams: { message: "m", recipient: "r", nonce: new Uint8Array(32) },
    addFunctionCallKey: { contractId: "c", publicKey: "k", allowMethods: { anyMethod: true }, gasAllowance: { kind: "unlimited" } },
  });
};

/** Checks what a wallet was asked by that. @param {Scene} t @param {any[]} asked methods and parameters */
const checkAskedPlainly = (t, asked) => {
  const transfer = [{ type: "Transfer", params: { deposit: "5" } }];
  const [one, several, delegates, signIn] = asked;
  t.equal([one[0], one[1].receiverId, one[1].actions], ["signAndSendTransaction", "r", transfer]);
  t.equal([several[0], several[1].transactions.map((/** @type {any} */ { receiverId, signerId, actions }) => [receiverId, signerId, actions])],
    ["signAndSendTransactions", [["r", undefined, transfer]]]);
  t.equal([delegates[0], delegates[1].delegateActions.map((/** @type {any} */ { receiverId, blockHeightTtl, actions }) => [receiverId, blockHeightTtl, actions])],
    ["signDelegateActions", [["r", 60, transfer]]]);
  const { messageParams, addFunctionCallKey } = signIn[1];
  t.equal([signIn[0], messageParams.message, messageParams.nonce instanceof Uint8Array, addFunctionCallKey.gasAllowance],
    ["signInAndSignMessage", "m", true, { kind: "unlimited" }]);
  t.equal(asked.map(([, { network }]) => network), Array(4).fill("testnet"), "the networks");
};

/**
 * Makes a wallet of the page. It notes what it is asked.
 *
 * @param {string} id
 * @param {Record<string, unknown>} [answers] by method
 * @returns {any}
 */
const injected = (id, answers = {}) => {
  /** @type {any[]} */
  const asked = [];
  /** @type {any} */
  const wallet = { manifest: { id, name: id, features: {}, permissions: {} }, asked };
  for (const method of methods) {
    wallet[method] = async (/** @type {unknown} */ params) => {
      asked.push([method, params]);
      if (answers[method] instanceof Error) throw answers[method];
      return answers[method];
    };
  }
  return wallet;
};

/** @param {unknown} wallet */
const inject = (wallet) => window.dispatchEvent(new CustomEvent("near-wallet-injected", { detail: wallet }));

/**
 * Runs `script` in a page inside this one, which has the same connector. The page around it is the rule's.
 *
 * @param {Scene} t
 * @param {string | ((tested: ConnectorModule, data: any) => unknown)} script
 * @param {unknown} [data]
 */
const innerPage = (t, script, data) => {
  const frame = document.createElement("iframe");
  const map = document.querySelector("script[type=importmap]").textContent;
  const text = `<!DOCTYPE html><script type="importmap" nonce="${t.cspNonce}">${map}</scr` + `ipt><body><script type="module" nonce="${t.cspNonce}">
    import * as tested from "@hot-labs/near-connect";
    (${script})(tested, ${JSON.stringify(data)});
  </scr` + "ipt>";
  frame.srcdoc = text;
  document.body.append(frame);
  t.atEnd(() => frame.remove());
  return frame;
};

/**
 * Brings a wallet to the inner page that says it has a connector, and answers its requests.
 *
 * @param {Scene} t
 * @param {(method: string, params: any) => object} answer
 */
const parentWallet = (t, answer) => t.listen(window, "message", ({ data, source }) => {
  if (source === window || source === null) return;
  if (data?.type === "near-selector-ready") {
    source.postMessage({ type: "near-wallet-injected", manifest: { id: "parent", name: "Parent", features: {} } }, "*");
  }
  if (data?.type !== "near-wallet-injected-request") return;
  source.postMessage({ type: "near-wallet-injected-response", id: data.id, ...answer(data.method, data.params) }, "*");
});

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.8 selector ready", says: "A connector announces itself to the page by \"near-selector-ready\"",
    async check(t) {
      let count = 0;
      t.listen(window, "near-selector-ready", () => { count += 1; });
      await t.connector();
      t.equal(count, 1);
    },
  },
  {
    id: "1.8 injected first", says: "A wallet that the page brings stands first and replaces the one with its id",
    async check(t) {
      const [one, two] = [t.entry(""), t.entry("")];
      const connector = await t.connector({ wallets: [one, two] });
      inject(injected(two.id));
      await t.until(() => connector.wallets[0]?.manifest.id === two.id, "the wallet");
      t.equal(connector.wallets.map((wallet) => wallet.manifest.id), [two.id, one.id]);
    },
  },
  {
    id: "1.8 injected calls", says: "Calls go to the page's wallet directly, with the network filled in",
    async check(t) {
      const connector = await t.connector({ network: "testnet" });
      const wallet = injected(t.id(), { getAccounts: [{ accountId: "a.near" }], signMessage: { signature: "s" } });
      inject(wallet);
      const found = await connector.wallet(wallet.manifest.id);
      t.equal(await found.getAccounts(), [{ accountId: "a.near" }]);
      t.equal(await found.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32), network: "mainnet" }), { signature: "s" });
      t.equal(wallet.asked.map((/** @type {[string, any]} */ [method, { network }]) => [method, network]), [["getAccounts", "testnet"], ["signMessage", "mainnet"]]);
    },
  },
  {
    id: "1.8 injected outcomes", says: "Outcomes of the page's wallets are taken out of {transactions}; none is an error",
    async check(t) {
      const connector = await t.connector();
      const wallet = injected(t.id(), { signAndSendTransaction: { transactions: ["one"] }, signAndSendTransactions: { transactions: ["one", "two"] } });
      inject(wallet);
      const found = await connector.wallet(wallet.manifest.id);
      t.equal(await found.signAndSendTransaction({ receiverId: "r", actions: [] }), "one");
      t.equal(await found.signAndSendTransactions({ transactions: [] }), ["one", "two"]);
      const silent = injected(t.id());
      inject(silent);
      const other = await connector.wallet(silent.manifest.id);
      await t.rejects(other.signAndSendTransaction({ receiverId: "r", actions: [] }));
      await t.rejects(other.signAndSendTransactions({ transactions: [] }));
    },
  },
  {
    id: "1.8 injected near-api-js", says: "The page's wallets are given plain actions and whole requests too",
    async check(t) {
      const connector = await t.connector({ network: "testnet" });
      const wallet = injected(t.id(), Object.fromEntries(methods.map((method) => [method, [{ accountId: "a.near" }]])));
      inject(wallet);
      await askWithNearActions(await connector.wallet(wallet.manifest.id));
      checkAskedPlainly(t, wallet.asked);
    },
  },
  {
    id: "1.11 15 injected wallet", says: "A wallet of the page that fails to sign out is forgotten all the same",
    async check(t) {
      const connector = await t.connector();
      const wallet = injected(t.id(), { signIn: [{ accountId: "a.near" }], getAccounts: [{ accountId: "a.near" }], signOut: new Error("no") });
      inject(wallet);
      await connector.connect({ walletId: wallet.manifest.id });
      await connector.disconnect();
      t.equal(await connector.storage.get("selected-wallet"), null);
    },
  },
  {
    id: "1.11 15 parent's wallet", says: "A wallet of the page around that fails to sign out is forgotten all the same",
    async check(t) {
      parentWallet(t, (method) => (method === "near:signOut" ? { success: false, error: "no" } : { success: true, result: [{ accountId: "p.near" }] }));
      innerPage(t, async ({ NearConnector }) => {
        const stored = new Map();
        const storage = {
          get: async (/** @type {string} */ key) => stored.get(key) ?? null, set: async (/** @type {string} */ key, /** @type {string} */ value) => { stored.set(key, value); },
          remove: async (/** @type {string} */ key) => { stored.delete(key); },
        };
        const connector = new NearConnector({ manifest: { version: "1", wallets: [] }, storage });
        connector.on("wallet:signIn", async () => {
          const end = await connector.disconnect().then(() => "done", (error) => `${error?.message ?? error}`);
          parent.postMessage({ end: [end, stored.get("selected-wallet") ?? null] }, "*");
        });
      });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.end), "the end");
      t.equal(data.end, ["done", null]);
    },
  },
  {
    id: "1.11 6 silent parent", says: "A page around that doesn't say who is signed in is given up after a deadline, and can be left",
    async check(t) {
      t.listen(window, "message", ({ data, source }) => {
        if (data?.type === "near-selector-ready" && source !== window) {
          source.postMessage({ type: "near-wallet-injected", manifest: { id: "parent", name: "Parent", features: {} } }, "*");
        }
      });
      innerPage(t, async ({ NearConnector }) => {
        const connector = new NearConnector({ manifest: { version: "1", wallets: [] }, autoConnect: false, readyTimeout: 50 });
        const find = () => /** @type {Wallet} */ (connector.wallets.find(({ manifest }) => manifest.id === "parent"));
        while (!find()) await new Promise((resolve) => { setTimeout(resolve, 5); });
        const accounts = await find().getAccounts().then(() => "done", (error) => error.message);
        await connector.disconnect(find());
        parent.postMessage({ silent: accounts }, "*");
      });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.silent), "the end");
      t.equal(data.silent, "Parent doesn't answer");
    },
  },
  {
    id: "1.8 parent near-api-js", says: "The wallet of the page around is given plain actions and whole requests too",
    async check(t) {
      /** @type {any[]} */
      const asked = [];
      parentWallet(t, (method, params) => {
        asked.push([method.replace("near:", ""), params]);
        return { success: true, result: [{ accountId: "p.near" }] };
      });
      innerPage(t, `async ({ NearConnector }) => {
        const connector = new NearConnector({ network: "testnet", manifest: { version: "1", wallets: [] }, autoConnect: false });
        const find = () => /** @type {Wallet} */ (connector.wallets.find(({ manifest }) => manifest.id === "parent"));
        while (!find()) await new Promise((resolve) => { setTimeout(resolve, 5); });
        await (${askWithNearActions})(find());
        parent.postMessage({ asked: true }, "*");
      }`);
      await t.until(() => t.heard.find((event) => event.data?.asked), "the inner page");
      checkAskedPlainly(t, asked);
    },
  },
  {
    id: "1.8 early parent", says: "A page around that brings its wallet before it is told of the connector is heard, once the list is there",
    async check(t) {
      t.listen(window, "message", ({ data, source }) => {
        if (data?.constructed) source.postMessage({ type: "near-wallet-injected", manifest: { id: "parent", name: "Parent", features: {} } }, "*");
        if (data?.heard) source.postMessage("go on", "*");
      });
      innerPage(t, async ({ NearConnector }) => {
        // The list comes when the parent has spoken: messages arrive in their order.
        addEventListener("message", ({ data }) => { if (data?.type === "near-wallet-injected") parent.postMessage({ heard: true }, "*"); });
        window.fetch = () => new Promise((resolve) => {
          addEventListener("message", ({ data }) => { if (data === "go on") resolve(new Response('{"version":"1","wallets":[]}')); });
        });
        const connector = new NearConnector({ manifest: "https://wallets.test/late.json", autoConnect: false });
        parent.postMessage({ constructed: true }, "*");
        await connector.whenManifestLoaded;
        const find = () => /** @type {Wallet} */ (connector.wallets.find(({ manifest }) => manifest.id === "parent"));
        while (!find()) await new Promise((resolve) => { setTimeout(resolve, 5); });
        parent.postMessage({ found: true }, "*");
      });
      await t.until(() => t.heard.find((event) => event.data?.found), "the parent's wallet");
    },
  },
  {
    id: "1.8 parent's wallet", says: "The page around is told that a connector is here, brings its wallet, and is asked by messages",
    async check(t) {
      /** @type {any[]} */
      const asked = [];
      parentWallet(t, (method, { network }) => {
        asked.push([method, network]);
        return method === "near:signMessage" ? { success: false, error: "refused" } : { success: true, result: { accountId: "p.near" } };
      });
      innerPage(t, async ({ NearConnector }) => {
        const connector = new NearConnector({ network: "testnet", manifest: { version: "1", wallets: [] }, autoConnect: false });
        const find = () => /** @type {Wallet} */ (connector.wallets.find(({ manifest }) => manifest.id === "parent"));
        while (!find()) await new Promise((resolve) => { setTimeout(resolve, 5); });
        const accounts = await find().signIn({});
        // @ts-expect-error a dApp forgets the nonce
        const refusal = await find().signMessage({ message: "m", recipient: "r" }).catch((error) => error?.message ?? error);
        parent.postMessage({ accounts, refusal }, "*");
      });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.accounts), "the inner page");
      t.equal(data, { accounts: [{ accountId: "p.near" }], refusal: "refused" });
      t.equal(asked, [["near:signIn", "testnet"], ["near:signMessage", "testnet"]]);
    },
  },
  {
    id: "1.8 autoConnect", says: "With autoConnect the wallet of the page around is connected at once",
    async check(t) {
      parentWallet(t, () => ({ success: true, result: [{ accountId: "p.near" }] }));
      innerPage(t, ({ NearConnector }) => {
        const connector = new NearConnector({ manifest: { version: "1", wallets: [] } });
        connector.on("wallet:signIn", ({ accounts }) => parent.postMessage({ signedIn: accounts }, "*"));
      });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.signedIn), "the sign-in");
      t.equal(data.signedIn, [{ accountId: "p.near" }]);
    },
  },
];
