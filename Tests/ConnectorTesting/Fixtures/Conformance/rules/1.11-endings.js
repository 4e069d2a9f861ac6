// SPDX-License-Identifier: MIT
// Every call ends, and every request is answered. Upstream leaves some of them open for ever.

/** @import { Selector } from "#types/wallets.d.ts" */

const stored = { permissions: { storage: true } };
/** @param {Selector} selector @param {[string, unknown]} data */
const answering = (selector, data) => selector.call(...data).then((result) => ({ result }), (error) => ({ error: error?.message ?? error }));
const clients = () => {
  /** @type {any[]} */
  const asked = [];
  const session = { keys: ["mine"], get: () => ({ topic: "mine", namespaces: {} }) };
  return { asked, session, request: async (/** @type {any} */ params) => { asked.push(params.topic); }, disconnect: async (/** @type {any} */ params) => { asked.push(params.topic); } };
};
const walletConnectOnly = { permissions: { walletConnect: true } };

/** A client whose user approves at once. */
const sessions = () => {
  /** @type {{keys: string[], get: (topic: string) => object}} */
  const session = { keys: [], get: (topic) => ({ topic, namespaces: {} }) };
  return {
    session, request: async () => {},
    connect: async () => ({ uri: "wc:1", approval: async () => (session.keys.push("made"), { topic: "made" }) }),
  };
};

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.11 14 closed window", says: "A wallet hears at once that its window is closed where the host says so, without a look at it by the clock",
    async check(t) {
      const { setInterval } = window;
      window.setInterval = () => 0;
      try {
        const told = t.inside(async ({ open }, url) => {
          const closed = new Promise((resolve) => {
            window.addEventListener("message", ({ data }) => { if (data.method === "proxy-window:closed") resolve(data.windowId); });
          });
          const panel = open(url);
          return (await panel.id()) === (await closed);
        }, { permissions: { allowsOpen: [t.site] }, data: t.page(() => { opener.postMessage("opened", "*"); window.close(); }) });
        let isTold = false;
        told.then(() => { isTold = true; }, () => {});
        await t.until(() => {
          window.dispatchEvent(new CustomEvent("near-connect:window-closed"));
          return isTold;
        }, "the wallet to hear");
        t.equal(await told, true);
      } finally {
        window.setInterval = setInterval;
      }
    },
  },
  {
    id: "1.11 6 unknown method", says: "A request for a method that doesn't exist fails with \"Method not found\"",
    async check(t) {
      for (const method of ["no.such.method", "__proto__", "constructor", ""]) {
        t.equal(await t.inside(answering, { data: [method, {}] }), { error: "Method not found" }, `the answer to "${method}"`);
      }
    },
  },
  {
    id: "1.11 6 malformed", says: "A request without usable parameters fails, and says so",
    async check(t) {
      window.probeExt = { value: 1 };
      t.atEnd(() => delete window.probeExt);
      const permissions = { storage: true, external: ["probeExt"], allowsOpen: ["https://probe.example"] };
      for (const [method, params] of [
        ["storage.get", undefined], ["storage.get", null], ["storage.get", {}], ["storage.remove", {}], ["storage.set", { value: "x" }], ["storage.set", "text"], ["open", undefined],
        ["open", { url: 7 }], ["open.nativeApp", 3], ["external", undefined], ["external", { entity: "probeExt", key: {}, args: 1 }],
      ]) {
        const body = `(selector) => selector.call(${JSON.stringify(method)}, ${params === undefined ? "undefined" : JSON.stringify(params)})
          .then(() => "done", (error) => "failed")`;
        t.equal(await t.inside(body, { permissions }), "failed", `${method} with ${JSON.stringify(params)}`);
      }
    },
  },
  {
    id: "1.11 6 never ready", says: "A wallet that never gets ready fails after a deadline, with a reason that names it",
    async check(t) {
      const { wallet, entry } = await t.wallet("", {}, { readyTimeout: 50 });
      await t.rejects(wallet.getAccounts(), new RegExp(entry.id));
    },
  },
  {
    id: "1.11 6 broken code", says: "A wallet whose code fails is given up soon, with what went wrong",
    async check(t) {
      const { wallet } = await t.wallet("throw new Error('no such module');");
      await t.rejects(wallet.getAccounts(), /no such module/);
    },
  },
  {
    id: "1.11 6 refused code", says: "A wallet that needs code which the page's policy refuses is given up at once, with that reason",
    async check(t) {
      const far = "https://cdn.wallets.test/library.js";
      /** @type {[string, RegExp][]} */
      const codes = [
        ["new Function('return 1')();", /makes code of texts/],
        ["(async () => { try { eval('1'); } catch (error) { console.error(error); throw error; } })();", /makes code of texts/],
        ["Promise.resolve('return 1').then((text) => Function(text)()).then(() => window.selector.ready({}));", /makes code of texts/],
        ["import(/* another's */ 'https://cdn.wallets.test/library.js').then(() => window.selector.ready({}));", /cdn\.wallets\.test/],
        // Also with the page's nonce, which a wallet can read.
        ...["''", "document.querySelector('style').nonce"].map((nonce) => /** @type {[string, RegExp]} */ ([`new Promise((resolve, reject) => {
          document.head.append(Object.assign(document.createElement("script"), { src: "${far}", nonce: ${nonce}, onload: resolve, onerror: reject }));
        }).then(() => window.selector.ready({}));`, /cdn\.wallets\.test/])),
        [`import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" }))).then(() => window.selector.ready({}));`, /loads code from blob/],
      ];
      for (const [code, reason] of codes) {
        const { wallet, entry } = await t.wallet(code);
        const began = performance.now();
        const error = await t.rejects(wallet.getAccounts(), reason);
        const took = performance.now() - began;
        t.holds(error.message.includes(entry.id), "the wallet isn't named");
        t.holds(took < 5_000, `it took ${took} ms`);
      }
    },
  },
  {
    id: "1.11 6 closed before ready", says: "A user may close the frame of a wallet that isn't ready",
    async check(t) {
      const { wallet } = await t.wallet("window.selector.ui.showIframe();");
      const call = t.rejects(wallet.getAccounts(), "Wallet closed");
      await t.until(() => t.shownFrames().length === 1, "the frame");
      t.closeSheet();
      await call;
    },
  },
  {
    id: "1.11 10 Telegram", says: "An address of t.me that is opened for a Mini App is answered",
    async check(t) {
      const { open } = window;
      window.Telegram = { WebApp: { openTelegramLink() {} } };
      window.open = () => null;
      t.atEnd(() => { window.open = open; delete window.Telegram; });
      const seen = await t.inside(({ open: openPanel }) => openPanel("https://t.me/hot_wallet").id(), { permissions: { allowsOpen: ["https://t.me"] } });
      t.equal(seen, null);
    },
  },
  {
    id: "1.11 12 foreign topic", says: "WalletConnect requests and ends only the wallet's own session",
    async check(t) {
      const walletConnect = clients();
      const seen = await t.inside(async (selector) => {
        await selector.walletConnect.request({ topic: "mine", request: {} });
        const requested = await selector.walletConnect.request({ topic: "foreign", request: {} }).then(() => "done", () => "failed");
        const ended = await selector.walletConnect.disconnect({ topic: "foreign" }).then(() => "done", () => "failed");
        return [requested, ended];
      }, { permissions: { walletConnect: true } }, { walletConnect });
      t.equal([seen, walletConnect.asked], [["failed", "failed"], ["mine"]]);
    },
  },
  {
    id: "1.11 12 no client", says: "Without a WalletConnect client requests fail",
    async check(t) {
      const entry = t.entry(`window.selector.ready({ getAccounts: () => window.selector.walletConnect.getProjectId().catch(() => "failed") });`,
        { permissions: { walletConnect: true } });
      const connector = await t.connector();
      await connector.registerWallet(entry);
      t.equal(await (await connector.wallet(entry.id)).getAccounts(), "failed");
    },
  },
  {
    id: "1.11 12 after a reload", says: "A WalletConnect session stays the wallet's that made it, also in the next page",
    async before(t) {
      const walletConnect = sessions();
      await t.inside(async (selector) => { await selector.walletConnect.connect({}); }, walletConnectOnly, { walletConnect });
      await t.until(() => walletConnect.session.keys.length === 1, "the session");
      await t.turn();
    },
    async check(t) {
      const walletConnect = sessions();
      walletConnect.session.keys.push("made");
      /** @param {Selector} selector */
      const body = (selector) => selector.walletConnect.request({ topic: "made", request: {} }).then(() => "done", () => "failed");
      const later = { ...walletConnectOnly, version: "2.0.0" }; // the code of the first load is cached
      const own = await t.inside(body, later, { walletConnect });
      const foreign = await t.inside(body, later, { walletConnect });
      t.equal([own, foreign], ["done", "failed"]);
    },
  },
  {
    id: "1.11 13 status", says: "The body of a failed response is no code, is not kept, and the next call tries again",
    async check(t) {
      const { wallet, entry } = await t.wallet("");
      t.serve(entry.executor, "window.selector.ready({ getAccounts: async () => 'body of a failure' });", { status: 404 });
      await t.rejects(wallet.getAccounts(), new RegExp(entry.id));
      t.serve(entry.executor, "window.selector.ready({ getAccounts: async () => 'code' });");
      t.equal(await wallet.getAccounts(), "code");
    },
  },
  {
    id: "1.11 13 page for code", says: "A page that a server sends in place of code is not run",
    async check(t) {
      const { wallet, entry } = await t.wallet("");
      t.serve(entry.executor, "<!DOCTYPE html><title>Sign in to this network</title>", { type: "text/html" });
      await t.rejects(wallet.getAccounts(), /code/);
    },
  },
  {
    id: "1.11 13 integrity", says: "With a hash in the manifest only the code that it names runs",
    async check(t) {
      const code = "window.selector.ready({ getAccounts: async () => 'agreed' });";
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code)));
      const integrity = `sha256-${btoa(String.fromCharCode(...digest))}`;
      const { wallet, entry } = await t.wallet(code.replace("agreed", "another"), { integrity });
      await t.rejects(wallet.getAccounts(), new RegExp(entry.id));
      t.serve(entry.executor, code);
      t.equal(await wallet.getAccounts(), "agreed");
    },
  },
  {
    id: "1.11 15 broken sign-out", says: "A wallet that fails to sign out is forgotten all the same",
    async check(t) {
      const { connector, entry } = await t.wallet((selector) => selector.ready({
        signIn: async () => { await selector.storage.set("in", "yes"); return [{ accountId: "a.near" }]; },
        getAccounts: async () => [{ accountId: "a.near" }],
        signOut: async () => { throw new Error("no extension"); },
      }), stored);
      await connector.connect({ walletId: entry.id });
      await connector.disconnect();
      t.equal([await connector.storage.get("selected-wallet"), localStorage.getItem(`${entry.id}:in`)], [null, null]);
    },
  },
  {
    id: "1.11 15 late sign-out", says: "A sign-out that is given up, as by a deadline, leaves nothing of what the wallet has stored, and nothing comes back",
    async check(t) {
      const { connector, entry } = await t.wallet((selector) => selector.ready({
        signIn: async () => { await selector.storage.set("in", "yes"); return [{ accountId: "a.near" }]; },
        signOut: async () => {
          await selector.storage.set("leaving", "yes");
          // Writes for as long as it may.
          while (true) await selector.storage.set("in", "again");
        },
      }), stored);
      const wallet = await connector.connect({ walletId: entry.id });
      const end = new AbortController();
      const left = t.rejects(connector.disconnect(wallet, { signal: end.signal }), "too late");
      await t.until(() => localStorage.getItem(`${entry.id}:leaving`) === "yes", "the wallet to be asked");
      end.abort(new Error("too late"));
      await left;
      const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(`${entry.id}:`));
      t.equal(keys(), []);
      await t.turn();
      t.equal(keys(), [], "what came back");
    },
  },
];
