// SPDX-License-Identifier: MIT
// Texts of wallets and of their manifests stay texts, names stay names, and addresses are compared whole.

/** @import { Selector } from "#types/wallets.d.ts" */
/** @import { Scene } from "../scene.js" */

const stored = { permissions: { storage: true } };
const ending = "</scr" + "ipt><scr" + "ipt>alert(1)</scr" + "ipt><!--";

/** @param {Scene} t @param {string} entity @param {string} key @param {unknown[]} [args] */
const outside = async (t, entity, key, args = []) => t.inside(async (selector, asked) => {
  try {
    return { result: String(await selector.external(.../** @type {[string, string, ...unknown[]]} */ (asked))) };
  } catch {
    return "failed";
  }
}, { permissions: { external: [entity] }, data: [entity, key, ...args] });

/** @param {Scene} t @param {string[]} allowsOpen @param {string} url */
const opening = async (t, allowsOpen, url) => {
  const { open } = window;
  window.open = () => null;
  t.atEnd(() => { window.open = open; });
  return t.inside((selector, address) => selector.open(address).windowIdPromise.then(() => "opened", () => "denied"), { permissions: { allowsOpen }, data: url });
};

/** Shows the button of `whenApprove` and gives what its document is made of. */
/**
 * @param {Scene} t @param {import("../scene.js").EntryFields} fields @param {{title?: string, button?: string}}
 *   question
 */
const approving = (t, fields, question) => t.inside(async (selector, asked) => {
  selector.ui.whenApprove(asked);
  while (document.querySelector("#root button") === null) await new Promise((resolve) => { setTimeout(resolve, 1); });
  const root = document.querySelector("#root");
  return { text: root.textContent ?? "", tags: [...root.querySelectorAll("*")].map(({ tagName }) => tagName), hit: window.hit ?? null };
}, { ...fields, data: question });

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.11 7 keys", says: "`storage.keys` gives the wallet's own names, without the page's prefix",
    async check(t) {
      const keys = await t.inside(async ({ storage }) => {
        await storage.set("mine", "x");
        return storage.keys();
      }, stored);
      t.equal(keys, ["mine"]);
    },
  },
  {
    id: "1.11 7 prefixes", says: "Wallets whose ids begin alike don't see, change or lose each other's pairs",
    async check(t) {
      const id = t.id();
      /** @param {Selector} selector */
const store = (selector) => selector.ready({
        getAccounts: async () => [await selector.storage.keys(), window.sandboxedLocalStorage.length], signOut: async () => {},
        signIn: async () => { await selector.storage.set("b:x", "1"); return [{ accountId: "a" }]; },
      });
      const { wallet: longer } = await t.wallet(store, { ...stored, id: `${id}:b` });
      const { wallet: shorter } = await t.wallet(store, { ...stored, id });
      await longer.signIn({});
      const [keys, count] = await shorter.getAccounts();
      t.equal([keys.length, count], [0, 0], "what the other wallet sees");
      await shorter.signIn({});
      await shorter.signOut({});
      t.equal((await longer.getAccounts())[0].length, 1, "what is left");
    },
  },
  {
    id: "1.11 7 copied texts", says: "The copy of the stored pairs gives the text of what was written into it at once, as the next call does",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          const pairs = window.sandboxedLocalStorage;
          const before = [0, false, null, undefined].map((_, index) => pairs.getItem(String(index)));
          [0, false, null, undefined].forEach((value, index) => pairs.setItem(String(index), /** @type {any} */ (value)));
          return [before, [0, 1, 2, 3].map((index) => pairs.getItem(String(index)))];
        },
      }), stored);
      const texts = ["0", "false", "null", "undefined"];
      t.equal(await wallet.getAccounts(), [[null, null, null, null], texts]);
      t.equal(await wallet.getAccounts(), [texts, texts]);
    },
  },
  {
    id: "1.11 7 inherited names", says: "Names that every object has are no stored pairs",
    async check(t) {
      const seen = await t.inside(() => ["toString", "constructor", "__proto__"].map((name) => window.sandboxedLocalStorage.getItem(name)));
      t.equal(seen, [null, null, null]);
    },
  },
  {
    id: "1.11 8 stored ending", says: "A stored value that would end a script element breaks nothing",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({ getAccounts: async () => window.sandboxedLocalStorage.getItem("k") }), stored);
      localStorage.setItem(`${entry.id}:k`, ending);
      t.equal(await wallet.getAccounts(), ending);
      localStorage.setItem(`${entry.id}:k`, `${ending}!`);
      t.equal(await wallet.getAccounts(), `${ending}!`);
    },
  },
  {
    id: "1.11 8 ending in code", says: "Code in which a script element seems to end runs whole",
    async check(t) {
      const { wallet } = await t.wallet(`const text = ${JSON.stringify(ending)}; window.selector.ready({ getAccounts: async () => text });`);
      t.equal(await wallet.getAccounts(), ending);
    },
  },
  {
    id: "1.11 8 ending in a manifest", says: "A manifest in which a script element seems to end is read whole",
    async check(t) {
      t.equal(await t.inside((selector) => selector.wallet.manifest.description, { description: ending }), ending);
    },
  },
  {
    id: "1.11 8 ending in names", says: "An id, a name and a stored key in which a script element seems to end break nothing and run nothing",
    async check(t) {
      const name = `${ending}\`;window.hit=1;\`\${window.hit=2}`;
      const { wallet } = await t.wallet(`const { selector, sandboxedLocalStorage } = window;
        selector.ready({
          getAccounts: async () => {
            const { id, name } = selector.wallet.manifest;
            const before = [sandboxedLocalStorage.getItem(name), await selector.storage.get(name)];
            await selector.storage.set(name, name);
            return { id, name, before, keys: await selector.storage.keys(), hit: window.hit ?? null };
          },
        });`, { ...stored, id: name, name });
      t.atEnd(() => Object.keys(localStorage).filter((key) => key.includes("window.hit")).forEach((key) => localStorage.removeItem(key)));
      t.equal(await wallet.getAccounts(), { id: name, name, before: [null, null], keys: [name], hit: null });
      t.equal((await wallet.getAccounts()).before, [name, name]);
      t.equal(window.hit ?? null, null, "what ran in the page");
    },
  },
  {
    id: "1.11 9 template in a name", says: "Backticks and ${} in a manifest's name run nothing",
    async check(t) {
      const name = "`;window.hit=1;`${window.hit=2}";
      const { text, hit } = await approving(t, { name }, { title: "t", button: "b" });
      t.equal([hit, text.includes(name)], [null, true]);
    },
  },
  {
    id: "1.11 9 markup in a question", says: "Markup in names, titles and buttons is shown as text",
    async check(t) {
      const { text, tags } = await approving(t, { name: "<s>name</s>" }, { title: "<i>title</i>", button: "<b>go</b>" });
      t.equal(tags.filter((/** @type {string} */ tag) => ["S", "I", "B"].includes(tag)), [], "the elements");
      for (const part of ["<s>name</s>", "<i>title</i>", "<b>go</b>"]) t.holds(text.includes(part), `"${part}" is not in "${text}"`);
    },
  },
  {
    id: "1.11 10 port", says: "An entry without a port doesn't allow every port",
    async check(t) {
      t.equal(await opening(t, ["https://probe.example"], "https://probe.example:8443/"), "denied");
    },
  },
  {
    id: "1.11 10 below a path", says: "An entry's path covers what is below it, and nothing beside it",
    async check(t) {
      t.equal(await opening(t, ["https://probe.example/addons/wallet"], "https://probe.example/addons/wallet/1234"), "opened");
      t.equal(await opening(t, ["https://probe.example/addons/wallet"], "https://probe.example/addons/wallets"), "denied");
    },
  },
  {
    id: "1.11 10 schemes of the desktop", says: "Links of schemes that the host doesn't allow start nothing, whatever the manifest names",
    async check(t) {
      const { open } = window;
      window.open = () => null;
      t.atEnd(() => { window.open = open; });
      const urls = ["smb://probe.example/", "admin:///etc/shadow", "trash:///", "apt:probe", "steam://probe", "nobody-knows-it://probe", "near-connect-x:probe"];
      const seen = await t.inside(async (selector, list) => {
        /** @type {any[]} */
        const outcomes = [];
        for (const url of list) {
          for (const method of ["open.nativeApp", "open"]) {
            outcomes.push(await selector.call(method, { url }).then(() => "opened", (error) => error));
          }
        }
        return outcomes;
      }, { permissions: { allowsOpen: urls }, data: urls });
      t.equal(seen, urls.flatMap(() => ["Invalid URL", "Invalid URL"]));
    },
  },
  {
    id: "1.11 10 web pages are no apps", says: "`open.nativeApp` takes no http and https addresses, and leaves no frame behind",
    async check(t) {
      const { open } = window;
      window.open = () => null;
      t.atEnd(() => { window.open = open; });
      const before = document.querySelectorAll("iframe[src]").length;
      const seen = await t.inside(async (selector) => {
        /** @type {any[]} */
        const outcomes = [];
        for (const url of ["https://probe.example/", "http://probe.example/", "app-wallet://sign"]) {
          outcomes.push(await selector.call("open.nativeApp", { url }).then(() => "opened", () => "refused"));
        }
        return outcomes;
      }, { permissions: { allowsOpen: ["https://probe.example", "http://probe.example", "app-wallet://"] } });
      t.equal(seen, ["refused", "refused", "opened"]);
      await t.until(() => document.querySelectorAll("iframe[src]").length === before, "the frame of the link to go away");
    },
  },
  {
    id: "1.11 11 prototypes", says: "`external` walks an object's own names, never to constructors and prototypes",
    async check(t) {
      window.probeExt = { run: () => 1, deep: {} };
      t.atEnd(() => delete window.probeExt);
      /** @type {[string, string, unknown[]][]} */
      const attempts = [
        ["probeExt", "constructor", ["return 1"]], ["probeExt", "__proto__", []], ["probeExt", "toString", []], ["probeExt.run", "constructor", ["return 1"]],
        ["probeExt.run", "call", []], ["probeExt.constructor", "assign", [{}]], ["probeExt.__proto__", "toString", []],
      ];
      for (const [entity, key, args] of attempts) {
        const seen = await outside(t, entity, key, args);
        t.holds(seen === "failed" || seen.result === "undefined", `${entity}.${key} gave ${JSON.stringify(seen)}`);
      }
    },
  },
  {
    id: "1.11 11 the page itself", says: "`external` doesn't reach what every page has",
    async check(t) {
      /** @type {[string, string, unknown[]][]} */
      const attempts = [
        ["window", "eval", ["1"]], ["document", "createElement", ["a"]], ["localStorage", "getItem", ["x"]], ["self", "origin", []], ["location", "href", []],
      ];
      for (const [entity, key, args] of attempts) {
        const seen = await outside(t, entity, key, args);
        t.holds(seen === "failed" || seen.result === "undefined", `${entity}.${key} gave ${JSON.stringify(seen)}`);
      }
    },
  },
];
