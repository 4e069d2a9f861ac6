// SPDX-License-Identifier: MIT
// The sheet in which a wallet's frame stands. It is made with the frame, hidden: a frame that moved in the page would load anew.

import { Dialog } from "./dialog.js";
import { walletIcon } from "./dom.js";

export class WalletView {
  #dialog;
  #frame;

  /**
   * @param {HTMLIFrameElement} frame
   * @param {{name: string, icon?: string}} manifest
   * @param {{onDismiss: () => void, onVisible: (visible: boolean) => void}} events
   */
  constructor(frame, manifest, { onDismiss, onVisible }) {
    this.#dialog = new Dialog({
      title: manifest.name, className: "nc-wallet", onDismiss, onVisible, heading: [walletIcon(manifest)],
    });
    this.#frame = frame;
    this.#dialog.element.append(frame);
  }

  show() {
    this.#dialog.open();
    this.#frame.focus(); // the keyboard is the wallet's
  }

  hide() {
    this.#dialog.close();
  }

  remove() {
    this.#dialog.remove();
  }
}
