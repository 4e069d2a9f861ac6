// SPDX-License-Identifier: MIT
// The reference's executors: one new frame a call, its code read from the database and parsed again, replies matched by
// id and uuid alone.

import { keptCode } from "./code.js";
import { frameDocument } from "./document.js";
import { openPanel } from "./panels.js";
import { makeSheet } from "./popup.js";
import { serve } from "./services.js";

const showDelay = 100;
const hideDelay = 200;

export class SandboxExecutor {
  /** @type {Record<string, Window>} */
  panels = {};

  /**
   * @param {import("./index.js").NearConnector} connector @param {import("#types/wallets.d.ts").SandboxManifest}
   *   manifest
   */
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
  }

  get prefix() { return `${this.manifest.id}:`; }

  keys() { return Object.keys(localStorage).filter((key) => key.startsWith(this.prefix)); }

  clearStorage() { for (const key of this.keys()) localStorage.removeItem(key); }

  /** @param {string} method @param {unknown} params @returns {Promise<unknown>} */
  async call(method, params) {
    const code = await keptCode(this.manifest);
    const uuid = crypto.randomUUID();
    /** @type {PromiseWithResolvers<unknown>} */
    const { promise, resolve, reject } = Promise.withResolvers();
    /** @type {PromiseWithResolvers<void>} */
    const { promise: readiness, resolve: ready } = Promise.withResolvers();
    const end = () => {
      window.removeEventListener("message", listener);
      setTimeout(() => sheet.remove(), hideDelay);
    };
    const { sheet, body } = makeSheet(() => readiness.then(() => {
      end();
      reject(new Error("Wallet closed"));
    }));
    const frame = document.createElement("iframe");
    const show = () => new Promise((done) => { setTimeout(() => done(sheet.style.display = "block"), showDelay); });
    const hide = () => { setTimeout(() => { sheet.style.display = "none"; }, hideDelay); };
    /** @param {{[field: string]: unknown}} message */
    const post = (message) => frame.contentWindow?.postMessage({ ...message, origin: uuid }, "*");
    const id = crypto.randomUUID();
    /** @param {MessageEvent} event */
    const listener = async ({ data }) => {
      if (data?.origin !== uuid) return;
      if (data.method === "wallet-ready") ready();
      else if (data.id === id && data.status) {
        end();
        if (data.status === "success") resolve(data.result);
        else reject(data.result);
      } else {
        await serve(this, data, {
          reply: (status, result) => post({ ...data, status, result }), show, hide,
          open: (url, features) => openPanel(this.panels, url, features, post),
        });
      }
    };
    window.addEventListener("message", listener);
    const { outerHeight, outerWidth, screenX, screenY } = window;
    const permissions = /** @type {import("#types/wallets.d.ts").Permissions} */ (this.manifest.permissions);
    frame.sandbox.value = "allow-scripts";
    frame.allow = [
      permissions.usb && "usb *;", permissions.hid && "hid *;", permissions.clipboardRead && "clipboard-read;",
      permissions.clipboardWrite && "clipboard-write;", permissions.bluetooth && "bluetooth *;",
    ].filter(Boolean).join(" ");
    frame.style.cssText = "width: 100%; height: 720px; border: none";
    frame.srcdoc = frameDocument({
      uuid, manifest: this.manifest, location: location.href,
      providers: { mainnet: this.connector.providers.mainnet, testnet: this.connector.providers.testnet },
      screen: { outerHeight, outerWidth, screenX, screenY },
      stored: Object.fromEntries(this.keys().map((key) => [key.slice(this.prefix.length), localStorage.getItem(key)])),
    }, code, this.connector.cspNonce);
    body.append(frame);
    await Promise.race([readiness, promise]);
    post({ method: `wallet:${method}`, params, id });
    return promise;
  }
}
