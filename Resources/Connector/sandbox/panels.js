// SPDX-License-Identifier: MIT
// Windows that the page opens for a wallet. A panel outlives the call that opened it; it ends when its window closes.

import { parseURL, readAddress } from "./address.js";
import { mayOpen } from "./permissions.js";

/** @import { WalletManifest } from "../../Types/wallets.d.ts" */

/**
 * The milliseconds between two looks at a window's `closed`. Browsers have no event for that; a host that has one
 * dispatches it to the page.
 */
const closedInterval = 200;
const closedEvent = "near-connect:window-closed";

/**
 * The beginnings of the connector's own messages to executors. A panel's page must not speak in the connector's name.
 */
const ownMethod = /^(?:wallet|frame|proxy-window):/;

/**
 * @typedef {object} PanelOwner
 * @property {string} uuid
 * @property {WalletManifest} manifest
 * @property {(message: {[field: string]: unknown, method?: unknown}) => void} post to the executor's frame
 * @property {() => void} onFocus called when the executor wants a window before the user
 */

export class Panels {
  /** @type {Map<string, {window: Window | null, origin: string, stop: () => void}>} */
  #panels = new Map();
  #owner;

  /** @param {PanelOwner} owner */
  constructor(owner) {
    this.#owner = owner;
  }

  /**
   * @param {URL} url
   * @param {string} features
   * @returns {string | null} the panel's id; null when the window was blocked
   */
  open(url, features) {
    const opened = window.open(url.href, "_blank", features);
    if (opened === null) return null;
    const id = crypto.randomUUID();
    /** @param {MessageEvent} event */
    const relay = (event) => this.#relay(event, opened, url.origin);
    window.addEventListener("message", relay);
    const look = () => {
      if (opened.closed) this.#ended(id);
    };
    window.addEventListener(closedEvent, look);
    const timer = setInterval(look, closedInterval);
    const stop = () => {
      window.removeEventListener("message", relay);
      window.removeEventListener(closedEvent, look);
      clearInterval(timer);
    };
    this.#panels.set(id, { window: opened, origin: url.origin, stop });
    return id;
  }

  /**
   * Makes a panel without a window, for a link that an app opens. The app's end isn't known here, so for the wallet it
   * stays open.
   *
   * @returns {string} the panel's id
   */
  openWithoutWindow() {
    const id = crypto.randomUUID();
    this.#panels.set(id, { window: null, origin: "null", stop() {} });
    return id;
  }

  /**
   * Hands a message of the panel's window to the executor; it arrives as its fields plus the frame's uuid.
   *
   * @param {MessageEvent} event
   * @param {Window} opened
   * @param {string} origin of the address that was opened
   */
  #relay(event, opened, origin) {
    if (event.source !== opened) return;
    if (event.origin !== origin && !this.#mayRelay(event.origin)) return;
    const { method } = Object(event.data);
    if (typeof method === "string" && ownMethod.test(method)) return;
    this.#owner.post({ ...event.data, origin: this.#owner.uuid });
  }

  /** @param {string} origin */
  #mayRelay(origin) {
    const url = parseURL(origin);
    const allowed = this.#owner.manifest.permissions?.allowsOpen;
    return url !== null && Array.isArray(allowed) && allowed.some((entry) => parseURL(entry)?.origin === url.origin);
  }

  /** @param {string} id */
  #ended(id) {
    const panel = this.#panels.get(id);
    if (panel === undefined) return;
    this.#panels.delete(id);
    panel.stop();
    this.#owner.post({ method: "proxy-window:closed", windowId: id, origin: this.#owner.uuid });
  }

  /** @param {string} id */
  focus(id) {
    const panel = this.#panels.get(id);
    if (!panel?.window) return;
    panel.window.focus();
    this.#owner.onFocus();
  }

  /**
   * Sends to the window only while it shows a page that the wallet may open. The address that was opened comes first.
   *
   * @param {string} id
   * @param {unknown} data
   */
  postMessage(id, data) {
    const panel = this.#panels.get(id);
    if (!panel?.window) return;
    const targets = new Set([panel.origin]);
    for (const entry of this.#owner.manifest.permissions?.allowsOpen ?? []) {
      const address = readAddress(entry);
      if (address?.page && mayOpen([entry], address)) targets.add(address.page.origin);
    }
    for (const target of targets) {
      if (target !== "null") panel.window.postMessage(data, target);
    }
  }

  /** @param {string} id */
  close(id) {
    this.#panels.get(id)?.window?.close();
    this.#ended(id);
  }

  /** Closes every window that is still open: the call they were for was cancelled. */
  closeAll() {
    for (const id of [...this.#panels.keys()]) this.close(id);
  }
}
