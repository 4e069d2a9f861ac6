// SPDX-License-Identifier: MIT
// Wallets that do their worst, beyond what section 1.11 names.

const stored = { permissions: { storage: true } };

/** Put before an executor: the call as it came, a promise. */
const called = `
  const called = new Promise((resolve) => {
    window.addEventListener("message", ({ data }) => { if (data?.method?.startsWith("wallet:")) resolve(data); });
  });`;

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "attack flood of requests", says: "A wallet that asks without end doesn't keep another one from being served",
    async check(t) {
      const { wallet: flooding } = await t.wallet(`${called}
        window.selector.ready({ getAccounts: async () => {
          const { origin } = await called;
          const value = "x".repeat(1000);
          while (true) {
            for (let index = 0; index < 20; index += 1) {
              window.parent.postMessage({ method: "storage.set", params: { key: "k", value }, id: index, origin }, "*");
            }
            await new Promise((resolve) => { setTimeout(resolve, 0); });
          }
        } });`, stored);
      const { wallet: quiet } = await t.wallet((selector) => selector.ready({ getAccounts: async () => "served" }));
      flooding.getAccounts().catch(() => {});
      let flood = 0;
      t.listen(window, "message", ({ data }) => { if (data?.method === "storage.set") flood += 1; });
      await t.until(() => flood > 200, "the flood");
      let timers = 0;
      const timer = setInterval(() => { timers += 1; }, 1);
      t.atEnd(() => clearInterval(timer));
      const before = flood;
      t.equal(await quiet.getAccounts(), "served");
      t.holds(timers > 0, "no timer of the page ran meanwhile");
      await t.until(() => flood > before, "the flood to go on");
    },
  },
  {
    id: "attack unanswered requests", says: "A wallet that leaves too many requests open is ended, and says so",
    async check(t) {
      window.probeExt = { wait: () => new Promise(() => {}) };
      t.atEnd(() => delete window.probeExt);
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: () => {
          for (let index = 0; index < 5_000; index += 1) selector.external("probeExt", "wait").catch(() => {});
          return new Promise(() => {});
        },
      }), { permissions: { external: ["probeExt"] } });
      await t.rejects(wallet.getAccounts(), /too much/);
    },
  },
  {
    id: "attack oversized", says: "A value that is too long is refused, and the page's storage keeps its room",
    async check(t) {
      const seen = await t.inside(async ({ storage }) => {
        const long = await storage.set("long", "x".repeat(3 * 1024 * 1024)).then(() => "kept", () => "refused");
        await storage.set("short", "x");
        return [long, await storage.get("short"), await storage.get("long")];
      }, stored);
      t.equal(seen, ["refused", "x", null]);
    },
  },
  {
    id: "attack long reply", says: "A reply of four million characters arrives, and the page goes on",
    async check(t) {
      const reply = await t.inside(() => "x".repeat(4_000_000));
      t.equal([reply.length, await t.inside(() => 1)], [4_000_000, 1]);
    },
  },
  {
    id: "attack full storage", says: "When the page's storage is full a wallet is told so, and the next call works",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          let kept = 0;
          for (let index = 0; index < 12; index += 1) {
            await selector.storage.set("k" + index, "x".repeat(1024 * 1024)).then(() => { kept += 1; }, () => {});
          }
          return kept < 12;
        },
        signOut: async () => {},
      }), stored);
      t.atEnd(() => Object.keys(localStorage).filter((key) => key.startsWith(`${entry.id}:`)).forEach((key) => localStorage.removeItem(key)));
      t.equal(await wallet.getAccounts(), true);
      await wallet.signOut({});
      t.equal(Object.keys(localStorage).filter((key) => key.startsWith(`${entry.id}:`)), []);
    },
  },
  {
    id: "attack redefined globals", says: "A wallet that redefines what its frame is made of harms itself alone",
    async check(t) {
      const { wallet } = await t.wallet(`
        Array.prototype.push = () => { throw new Error("push"); };
        Array.prototype[Symbol.iterator] = function* () {};
        Object.prototype.method = "storage.set";
        Object.prototype.status = "success";
        Promise.prototype.then = () => {};
        Map.prototype.get = Map.prototype.has = () => undefined;
        window.postMessage = () => {};
        JSON.parse = JSON.stringify = () => "forged";
        window.selector.ready({ getAccounts: async () => "never" });`, stored, { readyTimeout: 100 });
      wallet.getAccounts().catch(() => {});
      t.equal(await t.inside(() => "served"), "served");
      const literal = {};
      t.equal([literal.method, literal.status, JSON.stringify([1]), [...[1]].length], [undefined, undefined, "[1]", 1]);
    },
  },
  {
    id: "attack prototypes in messages", says: "Messages whose fields are named as prototypes are change nothing in the page",
    async check(t) {
      const { wallet, entry } = await t.wallet(`${called}
        window.selector.ready({ getAccounts: async () => {
          const { origin } = await called;
          const message = JSON.parse('{"method":"storage.set","id":"1","params":{"__proto__":{"polluted":1},"key":"__proto__","value":"x"}}');
          window.parent.postMessage({ ...message, origin, constructor: { prototype: { polluted: 1 } } }, "*");
          await window.selector.storage.set("constructor", "y");
          return [await window.selector.storage.get("__proto__"), await window.selector.storage.keys()];
        } });`, stored);
      const [value, keys] = await wallet.getAccounts();
      t.equal([value, keys.length, {}.polluted], ["x", 2, undefined]);
      t.equal(localStorage.getItem(`${entry.id}:__proto__`), "x");
    },
  },
  {
    id: "attack second ready", says: "A wallet that says it is ready again and again is called once",
    async check(t) {
      const { wallet } = await t.wallet((selector) => {
        let calls = 0;
        const mine = { getAccounts: async () => {
          calls += 1;
          for (let time = 0; time < 20; time += 1) selector.ready(mine);
          await selector.call("ui.hideIframe");
          return calls;
        } };
        for (let time = 0; time < 20; time += 1) selector.ready(mine);
      });
      t.equal(await wallet.getAccounts(), 1);
    },
  },
  {
    id: "attack second reply", says: "The first reply counts; a second one, and one in another call's name, are nobody's",
    async check(t) {
      const { wallet } = await t.wallet(`${called}
        window.selector.ready({ getAccounts: async () => {
          const { id: own, origin } = await called;
          const reply = (id, result) => window.parent.postMessage({ method: "getAccounts", id, origin, status: "success", result }, "*");
          reply(crypto.randomUUID(), "another call's");
          reply(own, "first");
          reply(own, "second");
          return "third";
        } });`);
      t.equal(await wallet.getAccounts(), "first");
      t.equal(await wallet.getAccounts(), "first");
    },
  },
  {
    id: "attack top frame", says: "A wallet's frame can't move the page, and can't open windows by itself",
    async check(t) {
      const address = location.href;
      const seen = await t.inside(() => {
        const attempt = (action) => {
          try { return String(action()); } catch (error) { return error.name; }
        };
        const [top, open] = ["top", "open"];
        return [attempt(() => window[open]("https://probe.example/")), attempt(() => { window[top].location = "https://probe.example/"; return "moved"; })];
      });
      t.equal([seen[0], seen[1] === "moved"], ["null", false]);
      t.equal(location.href, address);
    },
  },
];
