// SPDX-License-Identifier: MIT
// Where executor frames come from.

import { ExecutorFrame } from "./frame.js";

export class Frames {
  #surroundings;

  /** @param {() => import("./frame.js").Surroundings} surroundings read anew for each frame: the network may have changed */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * A frame that has not been used.
   *
   * @param {object} manifest
   * @param {string} code
   */
  take(manifest, code) {
    return new ExecutorFrame(manifest, code, this.#surroundings());
  }

  /** A call of this wallet has ended. */
  returned(_manifest, _code) {}

  /** The wallet was signed out: nothing of it is kept. */
  forget(_walletId) {}
}
