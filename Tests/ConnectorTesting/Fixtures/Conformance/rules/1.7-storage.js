// SPDX-License-Identifier: MIT
// The wallet's own stored pairs and its cached code, and how the code is rewritten.

/** @import { Selector } from "#types/wallets.d.ts" */

const stored = { permissions: { storage: true } };

/** Values with the texts that localStorage makes of them. @type {[unknown, string][]} */
const texts = [[0, "0"], [-1.5, "-1.5"], [false, "false"], [true, "true"], [null, "null"], ["", ""], [[1, 2], "1,2"], [{}, "[object Object]"]];

/** @param {IDBRequest} request */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The wallet of a rule that spans two loads of the page has a name that both know. */
/** @param {string} rule */
const lasting = (rule) => ({ id: `lasting-${rule}`, executor: `https://wallets.test/lasting-${rule}.js` });
/** @param {unknown} value */
const giving = (value) => `window.selector.ready({ getAccounts: async () => ${JSON.stringify(value)} });`;

/** Gives what it stored in an earlier call, and stores. */
/** @param {Selector} selector */
const keeping = (selector) => selector.ready({
  getAccounts: async () => {
    const before = await selector.storage.get("token");
    await selector.storage.set("token", "kept");
    return before;
  },
});

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.7 namespace", says: "A wallet's pairs stand in the page's localStorage under \"<id>:<key>\"",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({ getAccounts: () => selector.storage.set("token", "x") }), stored);
      await wallet.getAccounts();
      t.equal(localStorage.getItem(`${entry.id}:token`), "x");
    },
  },
  {
    id: "1.7 picture", says: "`sandboxedLocalStorage` is a synchronous picture of what was stored, with key and length",
    async check(t) {
      const id = t.id();
      localStorage.setItem(`${id}:one`, "1");
      const seen = await t.inside(() => {
        const picture = window.localStorage;
        return [picture === window.sandboxedLocalStorage, picture.length, picture.key(0), picture.getItem("one"), picture.getItem("two")];
      }, { ...stored, id });
      t.equal(seen, [true, 1, "one", "1", null]);
    },
  },
  {
    id: "1.7 writing through", says: "What is written into the picture is stored before the reply",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          window.sandboxedLocalStorage.setItem("kept", "yes");
          window.sandboxedLocalStorage.removeItem("gone");
          return window.sandboxedLocalStorage.getItem("kept");
        },
      }), stored);
      localStorage.setItem(`${entry.id}:gone`, "x");
      t.equal(await wallet.getAccounts(), "yes");
      const value = (/** @type {string} */ key) => localStorage.getItem(`${entry.id}:${key}`);
      t.equal([value("kept"), value("gone")], ["yes", null]);
    },
  },
  {
    id: "1.7 values become texts", says: "Values that are no texts are stored as their text, by either way of storing",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector, values) => selector.ready({
        getAccounts: async () => {
          for (const [index, value] of values.entries()) {
            window.sandboxedLocalStorage.setItem(`copy ${index}`, value);
            await selector.storage.set(`own ${index}`, value);
          }
        },
      }), { ...stored, data: texts.map(([value]) => value) });
      await wallet.getAccounts();
      for (const [index, [, text]] of texts.entries()) {
        const value = (/** @type {string} */ way) => localStorage.getItem(`${entry.id}:${way} ${index}`);
        t.equal([value("copy"), value("own")], [text, text]);
      }
    },
  },
  {
    id: "1.7 keys become texts", says: "Keys that are no texts are their text: what is stored under 7 is found under \"7\"",
    async check(t) {
      const seen = await t.inside(async ({ storage }, keys) => {
        /** @type {unknown[]} */
        const found = [];
        for (const key of keys) {
          await storage.set(key, `of ${key}`);
          found.push(await storage.get(`${key}`), (await storage.keys()).length);
          await storage.remove(key);
          found.push(await storage.get(`${key}`));
        }
        return found;
      }, { ...stored, data: texts.map(([key]) => key) });
      t.equal(seen, texts.flatMap(([, text]) => [`of ${text}`, 1, null]));
    },
  },
  {
    id: "1.7 next call", says: "The next call sees what the one before has stored, both ways",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          const seen = [await selector.storage.get("count"), window.sandboxedLocalStorage.getItem("count")];
          await selector.storage.set("count", String(Number(seen[0]) + 1));
          return seen;
        },
      }), stored);
      /** @type {any[]} */
      const seen = [];
      for (let call = 0; call < 3; call += 1) seen.push(await wallet.getAccounts());
      t.equal(seen, [[null, null], ["1", "1"], ["2", "2"]]);
    },
  },
  {
    id: "1.7 stored meanwhile", says: "A call sees what was stored since the call before, by whomever",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => window.sandboxedLocalStorage.getItem("from-outside"),
      }), stored);
      const seen = [await wallet.getAccounts()];
      localStorage.setItem(`${entry.id}:from-outside`, "new");
      seen.push(await wallet.getAccounts());
      localStorage.removeItem(`${entry.id}:from-outside`);
      seen.push(await wallet.getAccounts());
      t.equal(seen, [null, "new", null]);
    },
  },
  {
    id: "1.7 rewriting", says: "Three names are replaced in the whole text, in strings too, and not at the bounds of words",
    async check(t) {
      const { wallet } = await t.wallet(`
        const texts = ["x.localStorage", "window.topmost", "window.openTelegram()", "window.opener", "top", "open(", "localStorage"];
        window.selector.ready({ getAccounts: async () => texts });`);
      t.equal(await wallet.getAccounts(), [
        "x.sandboxedLocalStorage", "window.selectormost", "window.selector.openTelegram()", "window.selector.opener", "top", "open(", "localStorage",
      ]);
    },
  },
  {
    id: "1.7 inline handlers", says: "A function that is rewritten where it is assigned is also found by rewritten inline handlers",
    async check(t) {
      const seen = await t.inside(async (_selector) => {
        let clicks = 0;
        window.openMobile = () => { clicks += 1; };
        document.body.insertAdjacentHTML("beforeend", "<button id=probe onclick='window.openMobile()'></button>");
        document.querySelector("#probe").click();
        return clicks;
      });
      t.equal(seen, 1);
    },
  },
  {
    id: "1.7 code is kept", says: "An executor's text is kept in IndexedDB under \"<id>:<version>\"",
    async check(t) {
      const { wallet, entry } = await t.wallet(giving(1), { version: "2.3.4" });
      await wallet.getAccounts();
      const kept = async () => {
        const database = await done(indexedDB.open("hot-connector"));
        const text = await done(database.transaction("wallets").objectStore("wallets").get(`${entry.id}:2.3.4`));
        database.close();
        return text;
      };
      while (await kept() !== giving(1)) await t.turn();
    },
  },
  {
    id: "1.7 kept code runs", says: "In the next load the kept text runs at once, also without a network",
    async before(t) {
      const { wallet } = await t.wallet(giving("kept"), lasting("offline"));
      t.equal(await wallet.getAccounts(), "kept");
    },
    async check(t) {
      const { wallet, entry } = await t.wallet("", lasting("offline"));
      t.serve(entry.executor, "none", { status: 500, type: "text/plain" });
      t.equal(await wallet.getAccounts(), "kept");
    },
  },
  {
    id: "1.7 fresh code waits", says: "A text that has changed counts from the next load on",
    async before(t) {
      const { wallet } = await t.wallet(giving("old"), lasting("fresh"));
      t.equal(await wallet.getAccounts(), "old");
    },
    async check(t) {
      const { wallet } = await t.wallet(giving("new"), lasting("fresh"));
      t.equal(await wallet.getAccounts(), "old");
      await t.until(() => t.fetched.includes("https://wallets.test/lasting-fresh.js"), "a look at the server");
      t.equal(await wallet.getAccounts(), "old");
    },
  },
  {
    id: "1.7 next load", says: "What a wallet has stored is there in the next load",
    async before(t) {
      const { wallet } = await t.wallet(keeping, { ...stored, ...lasting("pairs") });
      t.equal(await wallet.getAccounts(), null);
    },
    async check(t) {
      const { wallet } = await t.wallet(keeping, { ...stored, ...lasting("pairs") });
      t.equal(await wallet.getAccounts(), "kept");
    },
  },
  {
    id: "1.7 code that reads", says: "Code that reads its storage before it is ready sees what the call before has stored, however soon it comes",
    async check(t) {
      const { wallet } = await t.wallet(`
        const read = () => Number(window.localStorage.getItem("count"));
        const first = read();
        window.selector.ready({
          getAccounts: async () => {
            const seen = [first, read()];
            window.localStorage.setItem("count", String(seen[1] + 1));
            return seen;
          },
        });`, stored);
      for (let call = 0; call < 20; call += 1) t.equal(await wallet.getAccounts(), [call, call], `what call ${call} saw`);
      for (let call = 20; call < 30; call += 1) {
        for (let turns = call; turns > 20; turns -= 1) await t.turn();
        t.equal(await wallet.getAccounts(), [call, call], `what call ${call} saw`);
      }
    },
  },
];
