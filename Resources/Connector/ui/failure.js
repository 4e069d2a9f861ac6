// SPDX-License-Identifier: MIT
// The sheet for a wallet that can't be used: says why, and offers what the user can do.

import { Dialog } from "./dialog.js";
import { element, walletIcon } from "./dom.js";
import { text } from "./texts.js";

/** @import { WalletManifest } from "../../Types/wallets.d.ts" */
/** @typedef {"retry" | "choose" | "close"} Choice */

/**
 * Asks the user what to do about a wallet that failed.
 *
 * @param {object} options
 * @param {WalletManifest} options.manifest
 * @param {string} options.message
 * @param {AbortSignal} [options.signal]
 * @param {(visible: boolean) => void} options.onVisible
 * @returns {Promise<Choice>}
 */
export function askAfterFailure({ manifest, message, signal, onVisible }) {
  return new Promise((resolve, reject) => {
    /**
     * @template T
     * @param {(value: T) => void} settle
     * @param {T} value
     */
    const end = (settle, value) => {
      signal?.removeEventListener("abort", abort);
      dialog.remove();
      settle(value);
    };
    const abort = () => end(reject, signal?.reason);
    const dialog = new Dialog({
      title: manifest.name, className: "nc-failure", heading: () => [walletIcon(manifest)], onVisible,
      onDismiss: () => answer("close"),
    });
    /** @param {Choice} choice */
    const answer = (choice) => end(resolve, choice);
    const retry = element("button.nc-button.nc-primary", { type: "button", onclick: () => answer("retry") }, text("tryAgain"));
    const choose = element("button.nc-button", { type: "button", onclick: () => answer("choose") }, text("otherWallets"));
    dialog.element.append(
      element("p.nc-message", { role: "alert", dir: "auto" }, message),
      element("div.nc-buttons", {}, choose, retry),
    );
    signal?.addEventListener("abort", abort, { once: true });
    dialog.open();
    retry.focus();
  });
}
