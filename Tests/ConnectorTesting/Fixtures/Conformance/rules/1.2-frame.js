// SPDX-License-Identifier: MIT
// The frame in which an executor lives.

/** @import { Permissions } from "#types/wallets.d.ts" */
/** @import { Scene } from "../scene.js" */

/**
 * The frame of a wallet in the midst of a call.
 *
 * @param {Scene} t
 * @param {import("../scene.js").EntryFields} fields
 * @returns {Promise<HTMLIFrameElement>}
 */
const frameOf = async (t, fields) => {
  const { wallet, entry } = await t.wallet((selector) => selector.ready({
    getAccounts: () => {
      window.parent.postMessage({ calling: selector.wallet.manifest.id }, "*");
      return new Promise(() => {});
    },
  }), fields);
  wallet.getAccounts().catch(() => {});
  const { source } = await t.until(() => t.heard.find(({ data }) => data?.calling === entry.id), "the call");
  return t.until(() => [...document.querySelectorAll("iframe")].find((frame) => frame.contentWindow === source), "the frame");
};

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.2 blobs", says: "A wallet may fetch what it has made as a blob",
    async check(t) {
      const seen = await t.inside(async () => (await fetch(URL.createObjectURL(new Blob(["made here"])))).text());
      t.equal(seen, "made here");
    },
  },
  {
    id: "1.2 sandbox", says: "A frame may run scripts and nothing else",
    async check(t) {
      t.equal([...(await frameOf(t, {})).sandbox], ["allow-scripts"]);
    },
  },
  {
    id: "1.2 origin", says: "A frame has an origin of its own, no cookies, no storage and no referrer",
    async check(t) {
      const seen = await t.inside(() => {
        const attempt = (/** @type {() => unknown} */ action) => {
          try { return action(); } catch (error) { return /** @type {Error} */ (error).name; }
        };
        return {
          origin: self.origin, address: window.location.href, referrer: document.referrer, cookie: attempt(() => document.cookie),
          storage: attempt(() => typeof window["localStorage"]), parent: attempt(() => typeof window.parent.document),
        };
      });
      t.equal(seen, {
        origin: "null", address: "about:srcdoc", referrer: "", cookie: "", storage: "SecurityError", parent: "SecurityError",
      });
    },
  },
  {
    id: "1.2 cryptography", says: "A frame is a secure context with SubtleCrypto, Ed25519 and random UUIDs",
    async check(t) {
      const seen = await t.inside(async () => {
        // RFC 8032's first key. WebKitGTK 2.50 has failed to generate one (OperationError, once in some hundred runs).
        const key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        const bytes = Uint8Array.from(key.match(/../g) ?? [], (byte) => parseInt(byte, 16));
        const publicKey = await crypto.subtle.importKey("raw", bytes, "Ed25519", true, ["verify"]);
        return [isSecureContext, publicKey.algorithm.name, crypto.randomUUID().length];
      });
      t.equal(seen, [true, "Ed25519", 36]);
    },
  },
  {
    id: "1.2 devices", says: "Permissions for devices and the clipboard become the frame's features, and no others do",
    async check(t) {
      const features = async (/** @type {Permissions} */ permissions) => {
        const frame = await frameOf(t, { permissions });
        return frame.allow.split(";").map((feature) => feature.trim()).filter(Boolean).sort();
      };
      t.equal(await features({}), []);
      t.equal(await features({ usb: true, hid: true, bluetooth: true }), ["bluetooth *", "hid *", "usb *"]);
      t.equal(await features({ clipboardRead: true, clipboardWrite: true }), ["clipboard-read", "clipboard-write"]);
    },
  },
  {
    id: "1.2 hidden", says: "A frame is not seen until the wallet shows it, and not after it hides it",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          /** @type {(text: string) => Promise<void>} */
          const told = (text) => new Promise((resolve) => {
            window.parent.postMessage(text, "*");
            window.addEventListener("message", ({ data }) => { if (data === "go on") resolve(); });
          });
          await told("started");
          await selector.ui.showIframe();
          await told("shown");
          await selector.ui.hideIframe();
          await told("hidden");
          return [];
        },
      }));
      const call = wallet.getAccounts();
      for (const [state, seen] of [["started", 0], ["shown", 1], ["hidden", 0]]) {
        const event = await t.until(() => t.heard.find(({ data }) => data === state), `"${state}"`);
        await t.until(() => t.shownFrames().length === seen, `${seen} frames to be seen when ${state}`);
        event.source.postMessage("go on", "*");
      }
      t.equal(await call, []);
    },
  },
  {
    id: "1.2 closed", says: "A user who closes the wallet's frame ends the call with the error \"Wallet closed\"",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => {
          await selector.ui.showIframe();
          await new Promise(() => {});
        },
      }));
      const call = t.rejects(wallet.getAccounts(), "Wallet closed");
      await t.until(() => t.shownFrames().length === 1, "the frame");
      t.closeSheet();
      t.holds(await call instanceof Error, "what was thrown is no Error");
      await t.until(() => t.shownFrames().length === 0, "the frame to go away");
    },
  },
];
