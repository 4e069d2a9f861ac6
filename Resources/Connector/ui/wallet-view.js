// SPDX-License-Identifier: MIT
// The sheet around a wallet's frame. It is made with the frame, hidden: a frame that moved in the page would load
// again.

import { Dialog } from "./dialog.js";
import { walletIcon } from "./dom.js";
import { linkPanel } from "./link-panel.js";

/** @import { WalletManifest } from "../../Types/wallets.d.ts" */

/**
 * The milliseconds until a wallet's page is seen. A wallet that shows itself and fails at once, as one whose extension
 * isn't there, must not flash. Upstream waits as long.
 */
const showDelay = 100;

export class WalletView {
  #dialog;
  #frame;
  #name;
  /** @type {HTMLDetailsElement | null} */
  #link = null;

  /**
   * @param {HTMLIFrameElement} frame
   * @param {WalletManifest} manifest
   * @param {{onDismiss: () => void, onVisible: (visible: boolean) => void}} events
   */
  constructor(frame, manifest, { onDismiss, onVisible }) {
    this.#dialog = new Dialog({
      title: manifest.name, className: "nc-wallet", onDismiss, onVisible, heading: () => [walletIcon(manifest)],
    });
    this.#frame = frame;
    this.#name = manifest.name;
    this.#dialog.element.append(frame);
  }

  /** Shows the wallet's own page. */
  show() {
    this.#dialog.element.classList.remove("nc-link-only");
    this.#dialog.open(showDelay);
    this.#frame.focus(); // the keyboard is the wallet's
  }

  /**
   * Shows a link that the wallet hands to its app, above its page, or alone while the wallet shows none.
   *
   * @param {string} link
   */
  offerLink(link) {
    const panel = linkPanel(link, this.#name);
    this.#link?.remove();
    this.#link = panel;
    this.#dialog.header.after(panel);
    if (this.#dialog.isOpen && !this.#dialog.element.classList.contains("nc-link-only")) return;
    panel.open = true;
    this.#dialog.element.classList.add("nc-link-only");
    this.#dialog.open();
  }

  get isOpen() {
    return this.#dialog.isOpen;
  }

  hide() {
    this.#dialog.close();
  }

  remove() {
    this.#dialog.remove();
  }
}
