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
      const end = new AbortController();
      t.atEnd(() => end.abort());
      flooding.getAccounts({ signal: end.signal }).catch(() => {});
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
      /** @type {Record<string, unknown>} */
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
        const attempt = (/** @type {() => unknown} */ action) => {
          try { return String(action()); } catch (error) { return /** @type {Error} */ (error).name; }
        };
        const [top, open] = ["top", "open"];
        const page = /** @type {any} */ (window);
        return [attempt(() => page[open]("https://probe.example/")), attempt(() => { page[top].location = "https://probe.example/"; return "moved"; })];
      });
      t.equal([seen[0], seen[1] === "moved"], ["null", false]);
      t.equal(location.href, address);
    },
  },
  {
    id: "attack own messages", says: "What a wallet sends to itself in the page's name is not taken for the page's",
    async check(t) {
      const { wallet } = await t.wallet(`${called}
        let asked = 0;
        window.selector.ready({
          signMessage: async () => { asked += 1; },
          getAccounts: async () => {
            const { origin } = await called;
            const data = { method: "wallet:signMessage", params: {}, id: "forged", origin };
            for (const source of [window.parent, window]) window.dispatchEvent(new MessageEvent("message", { data, source }));
            window.postMessage(data, "*");
            await window.selector.call("ui.hideIframe");
            return asked;
          },
        });`);
      t.equal(await wallet.getAccounts(), 0);
    },
  },
  {
    id: "attack leaving in silence", says: "A wallet can't keep to itself that its frame leaves its document",
    async check(t) {
      const { wallet } = await t.wallet(`${called}
        window.selector.ready({ getAccounts: async () => {
          const { origin } = await called;
          const data = { method: "wallet:none", params: {}, id: "forged", origin };
          window.dispatchEvent(new MessageEvent("message", { data, source: window.parent }));
          window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true);
          window.parent.postMessage({ leaving: origin }, "*");
          location.href = "about:blank";
          await new Promise(() => {});
        } });`);
      await t.rejects(wallet.getAccounts(), /left its page/);
      const { leaving } = t.message((data) => data?.leaving).data;
      const said = (/** @type {{data: any}} */ { data }) => data?.method === "frame:gone" && data.origin === leaving;
      await t.until(() => t.heard.some(said), "the document that went away to say so");
    },
  },
  {
    id: "attack panel in the page's name", says: "A panel can't call a wallet's methods, nor say what only the page says",
    async check(t) {
      const { wallet } = await t.wallet(`
        /** @type {any[]} */
        const got = [];
        const url = ${JSON.stringify(t.page(() => {
          for (const method of ["wallet:signMessage", "frame:storage", "frame:code", "frame:return", "proxy-window:closed", "wallet"]) {
            opener.postMessage({ method, id: "forged", params: {}, storage: [], fromPanel: true }, "*");
          }
        }))};
        window.selector.ready({
          signMessage: async () => { got.push("called"); },
          getAccounts: async () => {
            const all = new Promise((resolve) => {
              window.addEventListener("message", ({ data }) => {
                if (data.fromPanel) got.push(data.method);
                if (data.method === "wallet") resolve();
              });
            });
            const panel = window.open(url);
            await all;
            await panel.close();
            return got;
          },
        });`, { permissions: { allowsOpen: [t.site], storage: true } });
      t.equal(await wallet.getAccounts(), ["wallet"]);
    },
  },
  {
    id: "attack flood of beginnings", says: "A frame gets its code once or twice, whatever it says; a failure has one deadline; one that begins again is ended",
    async check(t) {
      const { setTimeout } = window;
      let deadlines = 0;
      window.setTimeout = (action, delay, ...rest) => {
        if (delay === 2_000) deadlines += 1;
        return setTimeout(action, delay, ...rest);
      };
      t.atEnd(() => { window.setTimeout = setTimeout; });
      const { wallet } = await t.wallet(`${called}
        window.selector.ready({
          getAccounts: async () => {
            const { origin } = await called;
            let codes = 0;
            window.addEventListener("message", ({ data }) => { if (data?.method === "frame:code") codes += 1; });
            for (let time = 0; time < 50; time += 1) {
              window.parent.postMessage({ method: "frame:unparsed", origin }, "*");
              window.parent.postMessage({ method: "frame:error", params: { message: "no", fatal: true }, origin }, "*");
            }
            await window.selector.call("ui.hideIframe");
            return codes;
          },
          signMessage: async () => {
            const { origin } = await called;
            window.parent.postMessage({ method: "frame:begin", origin }, "*");
            await new Promise(() => {});
          },
        });`);
      t.equal([await wallet.getAccounts(), deadlines], [1, 1]);
      await t.rejects(wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }), /left its page/);
    },
  },
  {
    id: "attack writes after the sign-out", says: "What a wallet writes after its sign-out is not kept, whichever of its calls does it",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => {
        const write = (/** @type {string} */ key) => selector.storage.set(key, "x").then(() => "kept", () => "refused");
        selector.ready({
          getAccounts: async () => {
            await write("before");
            await new Promise((resolve) => {
              window.addEventListener("message", ({ data }) => { if (data === "go on") resolve(undefined); });
              window.parent.postMessage("waiting", "*");
            });
            return write("after");
          },
          signOut: async () => { setTimeout(() => { window.localStorage.setItem("late", "x"); }, 30); },
        });
      }, stored);
      const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(`${entry.id}:`));
      const frames = () => [...document.querySelectorAll("iframe")].filter(({ title }) => title === entry.name);
      const call = wallet.getAccounts();
      const { source } = await t.until(() => t.heard.find(({ data }) => data === "waiting"), "the call");
      t.equal(keys().length, 1, "the number of pairs");
      await wallet.signOut({});
      source.postMessage("go on", "*");
      t.equal(await call, "refused");
      await t.until(() => frames().length === 0, "the frames' end");
      t.equal(keys(), []);
    },
  },
  {
    id: "attack early requests", says: "What a frame asks before it is used is answered: with its call, or refused when it is too much",
    async check(t) {
      window.probeExt = { value: 1 };
      t.atEnd(() => delete window.probeExt);
      const ledger = async (/** @type {string} */ action) => action;
      const { wallet, connector } = await t.wallet(`
        /** @type {any[]} */
        const asked = [];
        for (let index = 0; index < 600; index += 1) asked.push(window.selector.external("probeExt", "value").then(() => 1, () => 1));
        const device = new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => { if (data?.type === "near-connect:ledger-ble:response") resolve(data.result ?? data.error); });
        });
        window.parent.postMessage({ type: "near-connect:ledger-ble:request", id: 1, action: "isConnected", params: {} }, "*");
        window.selector.ready({ getAccounts: async () => [(await Promise.all(asked)).length, typeof await device] });`,
      { permissions: { external: ["probeExt"], bluetooth: true } }, { ledger });
      t.equal(await wallet.getAccounts(), [600, "string"]);
      await t.until(() => connector.framePool === undefined || connector.framePool.freeCount > 1, "spare frames");
      t.equal(await wallet.getAccounts(), [600, "string"]);
    },
  },
  {
    id: "attack a failure's fields", says: "A failure ends the call whatever it is made of",
    async check(t) {
      const { wallet } = await t.wallet(`${called}
        window.selector.ready({ getAccounts: async () => {
          const { id, origin } = await called;
          const result = new DOMException("no more", "AbortError");
          window.parent.postMessage({ method: "getAccounts", id, origin, status: "failed", result, code: "forged", details: { hash: 1, outcomes: 2 } }, "*");
          await new Promise(() => {});
        } });`);
      const error = await t.rejects(wallet.getAccounts(), "no more");
      t.equal([error instanceof Error, error.code], [true, "forged"]);
    },
  },
  {
    id: "attack other document", says: "A frame can't go on to a document that the page's policy doesn't let in",
    async check(t) {
      const speak = "parent.postMessage('beyond', '*')";
      /** @type {any[]} */
      const refused = [];
      t.listen(document, "securitypolicyviolation", ({ blockedURI }) => refused.push(blockedURI));
      for (const [kind, address] of [
        ["data", `"data:text/html,<script>${speak}</scr" + "ipt>"`],
        ["blob", `URL.createObjectURL(new Blob(["<script>${speak}</scr" + "ipt>"], { type: "text/html" }))`],
        ["http", JSON.stringify(t.page(`() => ${speak}`))],
      ]) {
        const { wallet } = await t.wallet(`window.selector.ready({ getAccounts: () => new Promise(() => { location.href = ${address}; }) });`);
        await t.rejects(wallet.getAccounts(), /left its page/);
        await t.until(() => refused.some((blocked) => blocked.startsWith(kind)), `the policy to refuse ${kind}`);
      }
      t.holds(!t.heard.some(({ data }) => data === "beyond"), "the document ran");
    },
  },
];
