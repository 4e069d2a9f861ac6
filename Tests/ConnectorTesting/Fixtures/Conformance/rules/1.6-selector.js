// SPDX-License-Identifier: MIT
// `window.selector`, and the button that a wallet asks for.

const members = [
  "wallet", "location", "nearConnectVersion", "outerHeight", "screenY", "outerWidth", "screenX", "providers", "uuid", "walletConnect",
  "ready", "call", "panelClosed", "open", "external", "openNativeApp", "ui", "storage",
];

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.6 members", says: "`selector` has every member that wallets use",
    async check(t) {
      const seen = await t.inside((selector, names) => ({
        missing: names.filter((/** @type {string} */ name) => !(name in selector)),
        ui: Object.keys(selector.ui).sort(), storage: Object.keys(selector.storage).sort(),
        walletConnect: Object.keys(selector.walletConnect).sort(),
      }), { data: members });
      t.equal(seen, {
        missing: [], ui: ["hideIframe", "showIframe", "whenApprove"], storage: ["get", "keys", "remove", "set"],
        walletConnect: ["connect", "disconnect", "getProjectId", "getSession", "request"],
      });
    },
  },
  {
    id: "1.6 numbers", says: "`window.top` stands for `selector`, with the numbers by which popups are centred",
    async check(t) {
      const seen = await t.inside((selector) => [
        /** @type {unknown} */ (window.top) === selector, window.top?.outerHeight, window.top?.outerWidth, window.top?.screenX, window.top?.screenY,
      ]);
      t.equal(seen, [true, window.outerHeight, window.outerWidth, window.screenX, window.screenY]);
    },
  },
  {
    id: "1.6 providers", says: "`providers` are those of the page, by network",
    async check(t) {
      const providers = { mainnet: ["https://rpc.test/main"], testnet: ["https://rpc.test/test"] };
      t.equal(await t.inside((selector) => selector.providers, {}, { providers }), providers);
    },
  },
  {
    id: "1.6 uuid", says: "`uuid` gives another one each time",
    async check(t) {
      const [one, other] = await t.inside((selector) => [selector.uuid(), selector.uuid()]);
      t.holds(one.length === 36 && other.length === 36 && one !== other, `they are ${one} and ${other}`);
    },
  },
  {
    id: "1.6 version", says: "`nearConnectVersion` is the release of the protocol",
    async check(t) {
      t.holds(/^0\.\d+\.\d+/.test(await t.inside((selector) => selector.nearConnectVersion)), "it is no version 0.x");
    },
  },
  {
    id: "1.6 whenApprove", says: "`whenApprove` shows name, title and button, goes on after the click, and hides again",
    async check(t) {
      const { wallet, entry } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          const approval = selector.ui.whenApprove({ title: "Sign here", button: "Go on" });
          while (document.querySelector("#root button") === null) await new Promise((resolve) => { setTimeout(resolve, 1); });
          const root = document.querySelector("#root");
          const seen = [getComputedStyle(root).display !== "none", root.innerText];
          window.parent.postMessage("asked", "*");
          await new Promise((resolve) => { window.addEventListener("message", ({ data }) => data === "click" && resolve(undefined)); });
          root.querySelector("button")?.click();
          await approval;
          return [...seen, getComputedStyle(root).display];
        },
      }));
      const call = wallet.getAccounts();
      const { source } = await t.until(() => t.heard.find(({ data }) => data === "asked"), "the question");
      await t.until(() => t.shownFrames().length === 1, "the frame");
      source.postMessage("click", "*");
      const [shown, text, after] = await call;
      t.equal([shown, after], [true, "none"]);
      for (const part of [entry.name, "Sign here", "Go on"]) t.holds(text.includes(part), `"${part}" is not in "${text}"`);
      await t.until(() => t.shownFrames().length === 0, "the frame to go away");
    },
  },
  {
    id: "1.6 synchronous panel", says: "`open` gives a ProxyWindow at once",
    async check(t) {
      const seen = await t.inside(() => {
        const panel = /** @type {any} */ (window.open("https://probe.example/"));
        panel.windowIdPromise.catch(() => {});
        const methods = ["id", "postMessage", "close", "focus"].map((name) => typeof panel[name]);
        return [panel instanceof Promise, panel.windowIdPromise instanceof Promise, panel.closed, ...methods];
      });
      t.equal(seen, [false, true, false, "function", "function", "function", "function"]);
    },
  },
  {
    id: "1.6 denied panel", says: "A panel that is denied rejects `windowIdPromise`",
    async check(t) {
      const seen = await t.inside(({ open }) => open("https://probe.example/").windowIdPromise.catch((error) => error));
      t.equal(seen, "Permission denied");
    },
  },
];
