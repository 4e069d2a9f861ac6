// SPDX-License-Identifier: MIT
// How an executor starts, is called, and ends.

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.3 root", says: "The document has an element #root, hidden, and styles for the prompt",
    async check(t) {
      const seen = await t.inside(() => {
        const root = document.querySelector("#root");
        const prompt = document.body.appendChild(document.createElement("div"));
        prompt.className = "prompt-container";
        return [root.tagName, getComputedStyle(root).display, getComputedStyle(prompt).textAlign];
      });
      t.equal(seen, ["DIV", "none", "center"]);
    },
  },
  {
    id: "1.3 look", says: "The page of a wallet is dark and its texts are light, in #root too, also when the wallet empties the head",
    async check(t) {
      const seen = await t.inside(() => {
        document.head.innerHTML = "";
        const { body } = document;
        const root = document.querySelector("#root");
        const inner = root.appendChild(document.createElement("h1"));
        const color = (/** @type {Element} */ element) => getComputedStyle(element).color;
        return {
          background: getComputedStyle(body).backgroundColor, text: [color(body), color(inner)], root: getComputedStyle(root).display,
          named: getComputedStyle(body).getPropertyValue("--text-color").trim(),
        };
      });
      const white = "rgb(255, 255, 255)";
      t.equal(seen, { background: "rgb(40, 40, 40)", text: [white, white], root: "none", named: white });
    },
  },
  {
    id: "1.3 ready's promise", says: "`ready` gives a promise, and the wallet is there when it returns",
    async check(t) {
      const { wallet } = await t.wallet(`
        const mine = { getAccounts: async () => [typeof given.then, there] };
        const given = window.selector.ready(mine);
        const there = window.selector.wallet === mine;`);
      t.equal(await wallet.getAccounts(), ["function", true]);
    },
  },
  {
    id: "1.3 late", says: "A wallet that needs seconds to get ready is called then, whatever failed beside it",
    async check(t) {
      const late = (/** @type {string} */ beginning) => t.wallet(`${beginning}
        setTimeout(() => { throw new Error("beside it"); }, 0);
        setTimeout(() => window.selector.ready({ getAccounts: async () => "late" }), 2_500);`);
      const wallets = await Promise.all(["", "import.meta;"].map(late));
      t.equal(await Promise.all(wallets.map(({ wallet }) => wallet.getAccounts())), ["late", "late"]);
    },
  },
  {
    id: "1.3 module", says: "The executor is an ES module: strict, with `this` undefined and await at its top",
    async check(t) {
      const { wallet } = await t.wallet(`
        const outer = [typeof this, typeof import.meta, await Promise.resolve("awaited")];
        window.selector.ready({ getAccounts: async () => outer });`);
      t.equal(await wallet.getAccounts(), ["undefined", "object", "awaited"]);
    },
  },
  {
    id: "1.3 module scope", says: "The executor's own names are none of the window's, and nobody is told which script runs",
    async check(t) {
      const { wallet } = await t.wallet(`
        var own = 1;
        function named() { return this; }
        const outer = [typeof this, named(), await Promise.resolve("awaited"), typeof window.own, typeof window.named, document.currentScript];
        window.selector.ready({ getAccounts: async () => outer });`);
      t.equal(await wallet.getAccounts(), ["undefined", undefined, "awaited", "undefined", "undefined", null]);
    },
  },
  {
    id: "1.3 module syntax", says: "What only a module may say is understood, at each call",
    async check(t) {
      const { wallet } = await t.wallet(`
        export const answer = { getAccounts: async () => [typeof import.meta.url] };
        window.selector.ready(answer);`);
      for (let call = 0; call < 3; call += 1) t.equal(await wallet.getAccounts(), ["string"]);
    },
  },
  {
    id: "1.3 module operators", says: "What opens a comment in a script's text are operators in an executor's",
    async check(t) {
      const { wallet } = await t.wallet(`
        let three = 3;
        const isLess = 1<!--three;
        window.selector.ready({ getAccounts: async () => [isLess, three] });`);
      t.equal(await wallet.getAccounts(), [false, 2]);
    },
  },
  {
    id: "1.3 nonce", says: "The page's nonce is on the scripts of the frame, without what is no base64",
    async check(t) {
      const body = () => "ran";
      t.equal(await t.inside(body, {}, { cspNonce: `"><!-- ${t.cspNonce}` }), "ran");
    },
  },
  {
    id: "1.3 globals first", says: "`selector` and `sandboxedLocalStorage` are there before the executor runs",
    async check(t) {
      const { wallet } = await t.wallet(`
        const seen = [typeof window.selector.ready, typeof window.sandboxedLocalStorage.getItem];
        window.selector.ready({ getAccounts: async () => seen });`);
      t.equal(await wallet.getAccounts(), ["function", "function"]);
    },
  },
  {
    id: "1.3 ready", says: "`ready` gives the wallet its manifest and keeps the wallet, in the same task",
    async check(t) {
      const { wallet, entry } = await t.wallet(`
        const mine = { getAccounts: async () => seen };
        window.selector.ready(mine);
        const seen = [window.selector.wallet === mine, mine.manifest.id];`);
      t.equal(await wallet.getAccounts(), [true, entry.id]);
    },
  },
  {
    id: "1.3 wallet-ready", says: "`ready` is told to the page as \"wallet-ready\", with the frame's uuid",
    async check(t) {
      await t.inside(() => 1);
      const ready = t.heard.find(({ data }) => data?.method === "wallet-ready");
      t.holds(/^[0-9a-f-]{36}$/.test(ready?.data.origin), "there was no such message with a uuid");
    },
  },
  {
    id: "1.3 call", says: "A call comes as {method: \"wallet:<name>\", params, id, origin}",
    async check(t) {
      const { wallet } = await t.wallet(`
        const seen = new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => { if (data.method?.startsWith("wallet:")) resolve(data); });
        });
        window.selector.ready({ getAccounts: () => seen });`);
      const { method, params, id, origin } = await wallet.getAccounts();
      t.equal([method, params.network, typeof id, typeof origin], ["wallet:getAccounts", "mainnet", "string", "string"]);
    },
  },
  {
    id: "1.3 reply", says: "The reply carries id, origin, status, result and the method without its prefix",
    async check(t) {
      const mark = t.id("result"); // frames of the rules before may still speak
      await t.inside((_selector, result) => result, { data: mark });
      const { data } = await t.until(() => t.heard.find((event) => event.data?.result === mark), "the reply");
      t.equal([data.method, data.status, typeof data.id, typeof data.origin], ["getAccounts", "success", "string", "string"]);
    },
  },
  {
    id: "1.3 missing method", says: "A method that the wallet lacks fails with \"Method not found\"",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({}));
      await t.rejects(wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }), "Method not found");
    },
  },
  {
    id: "1.3 fresh frame", says: "Each call has a frame of its own: nothing in memory survives, only what is stored",
    async check(t) {
      const { wallet } = await t.wallet(`
        let count = 0;
        window.selector.ready({ getAccounts: async () => {
          count += 1;
          const stored = Number(await window.selector.storage.get("count")) + 1;
          await window.selector.storage.set("count", stored);
          return [count, stored];
        } });`, { permissions: { storage: true } });
      /** @type {any[]} */
      const counts = [];
      for (let call = 0; call < 4; call += 1) counts.push(await wallet.getAccounts());
      t.equal(counts, [[1, 1], [1, 2], [1, 3], [1, 4]]);
    },
  },
  {
    id: "1.3 at once", says: "Calls that are made at once each get an answer of their own",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        signMessage: async ({ message }) => {
          await new Promise((resolve) => { setTimeout(resolve, message === "1" ? 40 : 1); });
          return message;
        },
      }));
      const calls = ["1", "2", "3"].map((message) => wallet.signMessage({ message, recipient: "r", nonce: new Uint8Array(32) }));
      t.equal(await Promise.all(calls), ["1", "2", "3"]);
    },
  },
  {
    id: "1.3 disposal", says: "After the reply the frame goes away",
    async check(t) {
      await t.inside(() => 1);
      const { source } = t.message((data) => data?.method === "getAccounts" && data.status);
      await t.until(() => source.closed, "the frame to go away");
    },
  },
  {
    id: "1.3 code that isn't needed", says: "A wallet that finds out what the page's policy refuses, and goes on, isn't given up",
    async check(t) {
      const { wallet } = await t.wallet(`
        try { new Function("return 1"); } catch { /* it does without */ }
        Promise.reject(new Error("a part that doesn't matter")).catch(() => {});
        document.head.append(Object.assign(document.createElement("script"), { src: "https://cdn.wallets.test/extra.js" }));
        setTimeout(() => window.selector.ready({ getAccounts: async () => "ready" }), 600);`);
      t.equal(await wallet.getAccounts(), "ready");
    },
  },
];
