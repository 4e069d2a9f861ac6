// SPDX-License-Identifier: MIT
// Wallets that live in the page itself, or in the page around it.

/** A wallet of the page: it notes what it was asked, and answers with what it was made with. */
const injected = (id, answers = {}) => {
  const asked = [];
  const wallet = { manifest: { id, name: id, features: {}, permissions: {} }, asked };
  for (const method of ["signIn", "signOut", "getAccounts", "signMessage", "signAndSendTransaction", "signAndSendTransactions"]) {
    wallet[method] = async (params) => {
      asked.push([method, params]);
      return answers[method];
    };
  }
  return wallet;
};

const inject = (wallet) => window.dispatchEvent(new CustomEvent("near-wallet-injected", { detail: wallet }));

/** Runs `script` in a page inside this one, which has the same connector. The page around it is the rule's. */
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
      t.equal(wallet.asked.map(([method, { network }]) => [method, network]), [["getAccounts", "testnet"], ["signMessage", "mainnet"]]);
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
    id: "1.8 parent's wallet", says: "The page around is told that a connector is here, brings its wallet, and is asked by messages",
    async check(t) {
      const asked = [];
      t.listen(window, "message", ({ data, source }) => {
        if (source === window || source === null) return;
        if (data?.type === "near-selector-ready") {
          source.postMessage({ type: "near-wallet-injected", manifest: { id: "parent", name: "Parent", features: {} } }, "*");
        }
        if (data?.type !== "near-wallet-injected-request") return;
        asked.push([data.method, data.params.network]);
        const reply = data.method === "near:signMessage" ? { success: false, error: "refused" } : { success: true, result: { accountId: "p.near" } };
        source.postMessage({ type: "near-wallet-injected-response", id: data.id, ...reply }, "*");
      });
      innerPage(t, async ({ NearConnector }) => {
        const connector = new NearConnector({ network: "testnet", manifest: { version: "1", wallets: [] }, autoConnect: false });
        const find = () => connector.wallets.find(({ manifest }) => manifest.id === "parent");
        while (!find()) await new Promise((resolve) => { setTimeout(resolve, 5); });
        const accounts = await find().signIn({});
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
      t.listen(window, "message", ({ data, source }) => {
        if (source === window || source === null) return;
        if (data?.type === "near-selector-ready") {
          source.postMessage({ type: "near-wallet-injected", manifest: { id: "parent", name: "Parent", features: {} } }, "*");
        }
        if (data?.type === "near-wallet-injected-request") {
          source.postMessage({ type: "near-wallet-injected-response", id: data.id, success: true, result: [{ accountId: "p.near" }] }, "*");
        }
      });
      innerPage(t, ({ NearConnector }) => {
        const connector = new NearConnector({ manifest: { version: "1", wallets: [] } });
        connector.on("wallet:signIn", ({ accounts }) => parent.postMessage({ signedIn: accounts }, "*"));
      });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.signedIn), "the sign-in");
      t.equal(data.signedIn, [{ accountId: "p.near" }]);
    },
  },
];
