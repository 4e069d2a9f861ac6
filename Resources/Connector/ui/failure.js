// SPDX-License-Identifier: MIT
// What a person sees when the wallet that he chose can't be used: why, and what he can do.

import { Dialog } from "./dialog.js";
import { element, walletIcon } from "./dom.js";
import { text } from "./texts.js";

/**
 * @param {object} options
 * @param {{name: string, icon?: string}} options.manifest
 * @param {string} options.message
 * @param {AbortSignal} [options.signal]
 * @param {(visible: boolean) => void} options.onVisible
 * @returns {Promise<"retry" | "choose" | "close">}
 */
export function askAfterFailure({ manifest, message, signal, onVisible }) {
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      signal?.removeEventListener("abort", abort);
      dialog.remove();
      settle(value);
    };
    const abort = () => end(reject, signal.reason);
    const dialog = new Dialog({
      title: manifest.name, className: "nc-failure", heading: () => [walletIcon(manifest)], onVisible,
      onDismiss: () => end(resolve, "close"),
    });
    const retry = element("button.nc-button.nc-primary", { type: "button", onclick: () => end(resolve, "retry") }, text("tryAgain"));
    const choose = element("button.nc-button", { type: "button", onclick: () => end(resolve, "choose") }, text("otherWallets"));
    dialog.element.append(
      element("p.nc-message", { role: "alert", dir: "auto" }, message),
      element("div.nc-buttons", {}, choose, retry),
    );
    signal?.addEventListener("abort", abort, { once: true });
    dialog.open();
    retry.focus();
  });
}
