// SPDX-License-Identifier: MIT
// What an executor may ask of the page.

/** @import { Scene } from "../scene.js" */

const stored = { permissions: { storage: true } };

/**
 * Puts another `window.open` into the page.
 *
 * @param {Scene} t
 * @param {any} give what it returns
 * @returns {any[]} the addresses and targets that it is given
 */
const watchOpening = (t, give) => {
  /** @type {any[]} */
  const opened = [];
  const { open } = window;
  window.open = (url, target, features) => {
    opened.push({ url: String(url), target, features });
    return give;
  };
  t.atEnd(() => { window.open = open; });
  return opened;
};

/** An object of the page, as an extension puts one there. */
const page = {
  value: 42,
  deep: { name: "deep", who() { return this.name; } },
  /** @param {unknown[]} args */
  later: async (...args) => args,
  fail() { throw new Error("no such account"); },
  unclonable: () => () => {},
};

/** @param {Scene} t @param {string} name @param {string} key @param {unknown[]} args */
const outside = async (t, name, key, ...args) => {
  window.probeExt = page;
  t.atEnd(() => delete window.probeExt);
  return t.inside(async (selector, asked) => {
    try {
      return { result: await selector.external(.../** @type {[string, string, ...unknown[]]} */ (asked)) };
    } catch (error) {
      const { name: kind, message } = /** @type {Error} */ (error);
      return { name: kind, message };
    }
  }, { permissions: { external: [name] }, data: [name, key, ...args] });
};

/** A WalletConnect client that notes what it was asked. */
const client = () => {
  /** @type {any[]} */
  const asked = [];
  const session = { keys: ["first", "last"], get: (/** @type {string} */ key) => ({ topic: `topic of ${key}`, namespaces: { near: {} }, secret: 1 }) };
  const note = (/** @type {string} */ name) => async (/** @type {unknown} */ params) => {
    asked.push([name, params]);
    return name === "connect" ? { uri: "wc:1", approval: async () => session } : `${name} done`;
  };
  return { asked, core: { projectId: "project" }, session, connect: note("connect"), request: note("request"), disconnect: note("disconnect") };
};

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.5 storage", says: "Storage sets, gets, removes; a key that isn't there is null; setting gives nothing",
    async check(t) {
      const seen = await t.inside(async ({ storage }) => {
        const set = await storage.set("k", "v");
        const got = await storage.get("k");
        await storage.remove("k");
        return [set === undefined, got, await storage.get("k")];
      }, stored);
      t.equal(seen, [true, "v", null]);
    },
  },
  {
    id: "1.5 storage texts", says: "Values become texts as localStorage makes them",
    async check(t) {
      const seen = await t.inside(async ({ storage }) => {
        /** @type {any[]} */
        const texts = [];
        for (const value of [{}, undefined, 7, null]) {
          await storage.set("k", value);
          texts.push(await storage.get("k"));
        }
        return texts;
      }, stored);
      t.equal(seen, ["[object Object]", "undefined", "7", "null"]);
    },
  },
  {
    id: "1.5 storage.keys", says: "The keys that are told are those of this wallet",
    async check(t) {
      const [other, id] = [t.id(), t.id()];
      localStorage.setItem(`${other}:foreign`, "x");
      const keys = await t.inside(async ({ storage }) => {
        await storage.set("mine", "x");
        return storage.keys();
      }, { ...stored, id });
      t.equal(keys.map((/** @type {string} */ key) => key.replace(`${id}:`, "")), ["mine"]);
    },
  },
  {
    id: "1.5 open", says: "`open` gives the panel's id, or null when the window was blocked, and opens a window of its own",
    async check(t) {
      const permissions = { allowsOpen: ["https://probe.example"] };
      const opened = watchOpening(t, null);
      t.equal(await t.inside(({ open }) => open("https://probe.example/x", "_self", "width=300").id(), { permissions }), null);
      t.equal(opened.map(({ url, target }) => [url, target]), [["https://probe.example/x", "_blank"]]);
      watchOpening(t, { closed: false, close() {}, focus() {}, postMessage() {} });
      t.equal(typeof await t.inside(({ open }) => open("https://probe.example/x").id(), { permissions }), "string");
    },
  },
  {
    id: "1.5 open an app", says: "A link of an app has a panel like any other: it isn't blocked, and not closed before the wallet closes it",
    async check(t) {
      watchOpening(t, { closed: false, close() { this.closed = true; }, focus() {}, postMessage() {} });
      const seen = await t.inside(async ({ open }) => {
        const panel = open("app-wallet://sign");
        const id = await panel.id();
        await panel.postMessage({ hello: 1 });
        await new Promise((resolve) => { setTimeout(resolve, 700); });
        const before = panel.closed;
        await panel.close();
        while (!panel.closed) await new Promise((resolve) => { setTimeout(resolve, 5); });
        return [typeof id, before];
      }, { permissions: { allowsOpen: ["app-wallet://"] } });
      t.equal(seen, ["string", false]);
    },
  },
  {
    id: "1.5 open features", says: "The features that a wallet names are those of the window",
    async check(t) {
      const opened = watchOpening(t, null);
      const features = "width=480,height=640,left=100,top=50,popup";
      await t.inside(({ open }, wanted) => open("https://probe.example/x", "_blank", wanted).id(), {
        permissions: { allowsOpen: ["https://probe.example"] }, data: features,
      });
      t.equal(opened.map((each) => each.features), [features]);
    },
  },
  {
    id: "1.5 open.nativeApp", says: "A native app's link is handed on; what runs or reads here is \"Invalid URL\"",
    async check(t) {
      watchOpening(t, null);
      const outcomes = await t.inside(async (selector) => {
        const urls = ["app-wallet://sign", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "blob:x", "about:blank", "other-wallet://x"];
        return Promise.all(urls.map((url) => selector.call("open.nativeApp", { url }).catch((error) => error)));
      }, { permissions: { allowsOpen: ["app-wallet://", "javascript:", "file://", "data:", "blob:", "about:"] } });
      t.equal(outcomes, [null, ...Array(5).fill("Invalid URL"), "Permission denied"]);
    },
  },
  {
    id: "1.5 unknown panel", says: "A panel that isn't there is nobody's: nothing happens, and it is answered",
    async check(t) {
      const outcomes = await t.inside(({ call }) => Promise.all(
        ["panel.focus", "panel.postMessage", "panel.close"].map((method) => call(method, { windowId: "none", data: 1 }))));
      t.equal(outcomes, [null, null, null]);
    },
  },
  {
    id: "1.5 external value", says: "`external` gives a property's value, or undefined where there is none",
    async check(t) {
      t.equal(await outside(t, "probeExt", "value"), { result: 42 });
      t.equal(await outside(t, "probeExt", "none"), { result: undefined });
    },
  },
  {
    id: "1.5 external call", says: "`external` calls a function with its object as `this` and awaits what it gives",
    async check(t) {
      t.equal(await outside(t, "probeExt.deep", "who"), { result: "deep" });
      t.equal(await outside(t, "probeExt", "later", 1, { two: 2 }), { result: [1, { two: 2 }] });
    },
  },
  {
    id: "1.5 external failures", says: "`external` fails with a TypeError, with what was thrown, or with what can't be cloned",
    async check(t) {
      t.equal((await outside(t, "missingExt", "value")).name, "TypeError");
      t.equal((await outside(t, "probeExt", "fail")).message, "no such account");
      t.holds("message" in await outside(t, "probeExt", "unclonable"), "a function came over");
    },
  },
  {
    id: "1.5 Nightly", says: "Nightly's extension gets a transaction that has `encode`",
    async check(t) {
      window.nightly = { near: { signTransaction: (/** @type {any} */ transaction) => transaction.encode().id } };
      t.atEnd(() => delete window.nightly);
      const seen = await t.inside(({ external }) => external("nightly.near", "signTransaction", { id: 5 }), { permissions: { external: ["nightly.near"] } });
      t.equal(seen, 5);
    },
  },
  {
    id: "1.5 WalletConnect", says: "WalletConnect goes to the page's client: a uri, the project, the last session, requests in it",
    async check(t) {
      const walletConnect = client();
      const seen = await t.inside(async ({ walletConnect: wallet }) => [
        await wallet.connect({ requiredNamespaces: {} }), await wallet.getProjectId(), await wallet.getSession(),
        await wallet.request({ topic: "topic of last", request: { method: "near_signIn" } }), await wallet.disconnect({ topic: "topic of last" }),
      ], { permissions: { walletConnect: true } }, { walletConnect: Promise.resolve(walletConnect) });
      t.equal(seen, [
        { uri: "wc:1" }, "project", { topic: "topic of last", namespaces: { near: {} } }, "request done", "disconnect done",
      ]);
      t.equal(walletConnect.asked.map(([name]) => name), ["connect", "request", "disconnect"]);
    },
  },
  {
    id: "1.5 no session", says: "Without a session WalletConnect's session is null",
    async check(t) {
      const walletConnect = { ...client(), session: { keys: [], get: () => undefined } };
      const seen = await t.inside((selector) => selector.walletConnect.getSession(), { permissions: { walletConnect: true } }, { walletConnect });
      t.equal(seen, null);
    },
  },
  {
    id: "1.5 Ledger", says: "The Ledger executor's own messages reach the page as they are, and the page may answer them",
    async check(t) {
      t.listen(window, "message", ({ data, source }) => {
        if (data?.type !== "near-connect:ledger-ble:request") return;
        source.postMessage({ type: "near-connect:ledger-ble:response", id: data.id, result: [data.action, data.params] }, "*");
      });
      const seen = await t.inside(() => new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => { if (data?.type === "near-connect:ledger-ble:response") resolve(data.result); });
        window.parent.postMessage({ type: "near-connect:ledger-ble:request", id: 1, action: "isConnected", params: { a: 1 } }, "*");
      }), { permissions: { bluetooth: true } });
      t.equal(seen, ["isConnected", { a: 1 }]);
    },
  },
];
