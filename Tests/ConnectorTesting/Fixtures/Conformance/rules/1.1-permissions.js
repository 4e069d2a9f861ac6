// SPDX-License-Identifier: MIT
// What a manifest entry lets its executor do.

/** @import { Scene } from "../scene.js" */

const denied = "Permission denied";

/** The outcome of `open` for each address: "opened", or the failure's text. No window is really opened. */
/** @param {Scene} t @param {string[] | undefined} allowsOpen @param {string[]} urls @returns {Promise<string[]>} */
const opening = async (t, allowsOpen, urls) => {
  const { open } = window;
  window.open = () => /** @type {any} */ ({ closed: false, close() {}, focus() {}, postMessage() {} });
  t.atEnd(() => { window.open = open; });
  return t.inside(async (selector, list) => {
    /** @type {any[]} */
    const outcomes = [];
    for (const url of list) {
      const panel = selector.open(url);
      outcomes.push(await panel.windowIdPromise.then(() => "opened", (error) => error?.message ?? error));
    }
    return outcomes;
  }, { permissions: { allowsOpen }, data: urls });
};

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.1 storage permission", says: "Storage is denied to a wallet without the permission",
    async check(t) {
      const outcomes = await t.inside(async ({ storage }) => {
        const calls = [() => storage.set("k", "v"), () => storage.get("k"), () => storage.remove("k"), () => storage.keys()];
        return Promise.all(calls.map((call) => call().then(() => "done", (error) => error)));
      });
      t.equal(outcomes, [denied, denied, denied, denied]);
    },
  },
  {
    id: "1.1 snapshot without permission", says: "The picture of the storage is given to wallets without the permission too",
    async check(t) {
      const id = t.id();
      localStorage.setItem(`${id}:kept`, "from before");
      t.equal(await t.inside(() => window.sandboxedLocalStorage.getItem("kept"), { id }), "from before");
    },
  },
  {
    id: "1.1 allowsOpen scheme", says: "An address is opened when scheme and host of an entry equal its own",
    async check(t) {
      const urls = ["https://probe.example/", "https://probe.example/any?x=1#y", "http://probe.example/", "https://other.example/", "https://sub.probe.example/"];
      t.equal(await opening(t, ["https://probe.example"], urls), ["opened", "opened", denied, denied, denied]);
    },
  },
  {
    id: "1.1 allowsOpen path", says: "An entry's path has to be the address's own; query and fragment don't count",
    async check(t) {
      const urls = ["https://probe.example/wallet", "https://probe.example/wallet?x=1#y", "https://probe.example/other", "https://probe.example/wallets"];
      t.equal(await opening(t, ["https://probe.example/wallet"], urls), ["opened", "opened", denied, denied]);
    },
  },
  {
    id: "1.1 allowsOpen app", says: "An entry that is a scheme alone allows all of it",
    async check(t) {
      t.equal(await opening(t, ["app-wallet://"], ["app-wallet://sign", "app-wallet://other/path?x", "apps-wallet://sign"]), ["opened", "opened", denied]);
    },
  },
  {
    id: "1.1 allowsOpen user", says: "A name before the host doesn't stand for the host, and what is no address is refused",
    async check(t) {
      const [user, nonsense] = await opening(t, ["https://probe.example"], ["https://probe.example@evil.example/", "no address"]);
      t.equal(user, denied);
      t.holds(nonsense !== "opened", "it was opened");
    },
  },
  {
    id: "1.1 allowsOpen empty", says: "A wallet without entries opens nothing",
    async check(t) {
      t.equal(await opening(t, undefined, ["https://probe.example/"]), [denied]);
    },
  },
  {
    id: "1.1 external permission", says: "`external` needs the very name in the list, not a part of it",
    async check(t) {
      window.probeExt = { value: 1, near: { value: 2 } };
      t.atEnd(() => delete window.probeExt);
      const outcomes = await t.inside(async ({ external }) => [
        await external("probeExt.near", "value"), await external("probeExt", "value").catch((error) => error),
      ], { permissions: { external: ["probeExt.near"] } });
      t.equal(outcomes, [2, denied]);
    },
  },
  {
    id: "1.1 WalletConnect permission", says: "WalletConnect is denied to a wallet without the permission",
    async check(t) {
      const outcome = await t.inside(({ walletConnect }) => walletConnect.getProjectId().catch((error) => error), {}, { walletConnect: { core: { projectId: "p" } } });
      t.equal(outcome, denied);
    },
  },
  {
    id: "1.1 location", says: "Every executor is told the page's whole address",
    async check(t) {
      t.equal(await t.inside((selector) => selector.location), location.href);
    },
  },
];
