// SPDX-License-Identifier: MIT
// Three wallets of the kinds that speak through windows, as their executors are written, each with the site that `site`
// names.

import * as tested from "@hot-labs/near-connect";
import { linkSchemes } from "./link-schemes.js";

/** @import { ProxyWindow, Selector } from "#types/wallets.d.ts" */

const cspNonce = document.querySelector("script[nonce]").nonce;

/**
 * Works as MyNearWallet does. The site asks the user, then goes to a page of its own that tells the opener, and closes.
 * Messages that have a `method` are not the site's; `status` says how it went.
 *
 * @param {Selector} selector
 * @param {string} site
 */
const redirecting = (selector, site) => {
  /** @param {string} path @returns {Promise<any>} */
  const ask = async (path) => {
    const { screenX, outerWidth } = /** @type {Window} */ (window.top);
    const panel = /** @type {ProxyWindow} */ (/** @type {unknown} */ (window.open(`${site}/redirect-wallet.html?${path}`, "_blank", `width=480,height=640,left=${screenX + outerWidth / 2}`)));
    if ((await panel.windowIdPromise) === null) throw new Error("The window was blocked");
    return new Promise((resolve, reject) => {
      /** @param {(value: any) => void} settle @param {unknown} value */
      const end = (settle, value) => {
        window.removeEventListener("message", listener);
        clearInterval(timer);
        settle(value);
      };
      /** @param {MessageEvent} event */
      const listener = ({ data }) => {
        if (data.method !== undefined || data.status === undefined) return;
        panel.close();
        if (data.status === "success") end(resolve, data);
        else end(reject, new Error(data.errorMessage ?? "The wallet said no"));
      };
      const timer = setInterval(() => { if (panel.closed) end(reject, new Error("User closed the window")); }, 300);
      window.addEventListener("message", listener);
    });
  };
  selector.ready({
    signIn: async () => {
      const { account_id: accountId, public_key: publicKey } = await ask("sign-in");
      await selector.storage.set("account", JSON.stringify({ accountId, publicKey }));
      return [{ accountId, publicKey }];
    },
    getAccounts: async () => {
      const account = await selector.storage.get("account");
      return account === null ? [] : [JSON.parse(account)];
    },
    signOut: async () => { await selector.storage.remove("account"); },
    signMessage: async ({ message }) => {
      const { signature } = await ask(`sign-message&${encodeURIComponent(message)}`);
      return { ...JSON.parse(String(await selector.storage.get("account"))), signature };
    },
    signAndSendTransaction: () => ask("refuse"),
  });
};

/**
 * Works as Intear and Meteor do. A page of the wallet's in a frame inside the executor's frame opens the window by
 * itself, through `window.parent.parent`, with the uuid that it is given; the page's answers to the executor are handed
 * down to it.
 *
 * @param {Selector} selector
 * @param {{site: string, inner: string}} data
 */
const nesting = (selector, { site, inner }) => {
  /** @type {string | undefined} */
  let origin;
  window.addEventListener("message", ({ data }) => { if (data.method?.startsWith("wallet:")) origin = data.origin; });
  /** @param {string} request @returns {Promise<any>} */
  const connect = async (request) => {
    await Promise.resolve();
    const frame = document.createElement("iframe");
    frame.srcdoc = inner;
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    document.body.append(frame);
    await loaded;
    while (origin === undefined) await new Promise((resolve) => { setTimeout(resolve, 0); });
    return new Promise((resolve, reject) => {
      window.addEventListener("message", ({ data, source }) => {
        if (source === frame.contentWindow) {
          if (data.type === "done") resolve(data.account);
          if (data.type === "failed") reject(new Error(data.message));
        } else if (data.status !== undefined || data.type !== undefined || data.method === "proxy-window:closed") {
          frame.contentWindow?.postMessage(data, "*");
        }
      });
      frame.contentWindow?.postMessage({ type: "start", origin, url: `${site}/post-wallet.html`, request }, "*");
    });
  };
  selector.ready({
    signIn: async () => [await connect("sign-in")],
    getAccounts: async () => [], signOut: async () => {},
    signMessage: ({ message }) => connect(message),
  });
};

/** The page inside the executor's frame. */
const innerPage = () => {
  /** @type {string | undefined} */
  let origin;
  /** @type {string | undefined} */
  let panel;
  /** @type {string | undefined} */
  let asked;
  /** @param {string} method @param {object} params */
  const ask = (method, params) => window.parent.parent.postMessage({ method, params, id: `inner-${method}`, origin }, "*");
  addEventListener("message", ({ data }) => {
    if (data.type === "start") {
      origin = data.origin;
      asked = data.request;
      ask("open", { url: data.url, features: "width=400,height=600" });
    } else if (data.id === "inner-open") {
      if (data.status !== "success" || data.result === null) window.parent.postMessage({ type: "failed", message: "no window" }, "*");
      else panel = data.result;
    } else if (data.type === "ready") ask("panel.postMessage", { windowId: panel, data: { type: "request", text: asked } });
    else if (data.type === "answer") {
      ask("panel.close", { windowId: panel });
      window.parent.postMessage({ type: "done", account: { accountId: "nested.near", publicKey: "ed25519:n", signature: data.text } }, "*");
    } else if (data.method === "proxy-window:closed" && data.windowId === panel) {
      window.parent.postMessage({ type: "failed", message: "closed" }, "*");
    }
  });
};

/**
 * Works as HOT does. A request is left with a server, a link starts the app, and the server is asked until the app has
 * answered.
 *
 * @param {Selector} selector
 * @param {{site: string}} data
 */
const polling = (selector, { site }) => {
  /** @param {string} request */
  const ask = async (request) => {
    await selector.ui.showIframe();
    const id = selector.uuid();
    selector.openNativeApp(`hotwallet://sign?id=${id}&request=${encodeURIComponent(request)}`);
    const panel = selector.open(`${site}/mailbox-wallet.html?${id}`);
    const answer = await new Promise((resolve, reject) => {
      /** @param {MessageEvent} event */
      const listener = ({ data }) => { if (data.answer !== undefined) resolve(data.answer); };
      window.addEventListener("message", listener);
      const timer = setInterval(() => {
        if (!panel.closed) return;
        clearInterval(timer);
        reject(new Error("closed"));
      }, 100);
    });
    await panel.close();
    return answer;
  };
  selector.ready({
    signIn: async () => [await ask("sign-in")], getAccounts: async () => [], signOut: async () => {},
    signMessage: ({ message }) => ask(message),
  });
};

/** @typedef {"redirecting" | "nesting" | "polling"} Kind */

/** @type {Map<Kind, tested.NearConnector>} */
const connectors = new Map();

/** A connector with one of the wallets. @param {Kind} kind @param {string} site */
async function connectorOf(kind, site) {
  const known = connectors.get(kind);
  if (known !== undefined) return known;
  const inner = `<!DOCTYPE html><script nonce="${cspNonce}">(${innerPage})()</scr` + "ipt>";
  /** @type {[Function, unknown, import("#types/wallets.d.ts").Permissions]} */
  const [executor, data, permissions] = /** @type {Record<Kind, any>} */ ({
    redirecting: [redirecting, site, { storage: true, allowsOpen: [site] }],
    nesting: [nesting, { site, inner }, { allowsOpen: [site] }],
    polling: [polling, { site }, { allowsOpen: [site, "hotwallet://"] }],
  })[kind];
  const code = `(${executor})(window.selector, ${JSON.stringify(data).replaceAll("<", "\\u003c")});`;
  const connector = new tested.NearConnector({
    autoConnect: false, cspNonce, linkSchemes, manifest: { version: "1", wallets: [{
      id: kind, name: kind, icon: "", website: site, version: "1", type: "sandbox", features: {}, permissions,
      executor: `data:text/javascript,${encodeURIComponent(code)}//`,
    }] },
  });
  connectors.set(kind, connector);
  return connector;
}

/** Calls whose end the host waits for. */
const calls = new Map();

/**
 * @param {Kind} kind
 * @param {"signIn" | "signMessage" | "signAndSendTransaction" | "getAccounts"} method
 * @param {string} site
 * @returns {Promise<string>} JSON of what the wallet gave, or "failed: " and why
 */
export async function call(kind, method, site) {
  const connector = await connectorOf(kind, site);
  const wallet = await connector.wallet(kind);
  const params = /** @type {Record<string, unknown>} */ ({
    signMessage: { message: "to be signed", recipient: "r", nonce: new Uint8Array(32) },
    signAndSendTransaction: { receiverId: "r", actions: [] },
  })[method];
  const running = /** @type {Record<string, (params: any) => Promise<unknown>>} */ (/** @type {unknown} */ (wallet))[method](params ?? {}).then((value) => JSON.stringify(value), (error) => `failed: ${error?.message ?? error}`);
  calls.set(kind, running); // held, so that it isn't collected while nothing but a window may end it
  return running;
}

/** Says if a wallet's sheet is shown, and if it has a code to scan. */
export const sheet = () => {
  const open = document.querySelector("dialog[open]");
  return open === null ? "none" : open.querySelector("svg.nc-code") === null ? "sheet" : "sheet with code";
};
