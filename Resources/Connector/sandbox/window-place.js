// SPDX-License-Identifier: MIT
// Reads where the window is on the screen: executors centre their popups with it.

/** @import { WindowPlace } from "../../Types/wallets.d.ts" */

/** The milliseconds that the numbers stay valid. */
const freshness = 1_000;

/** @type {WindowPlace | undefined} */
let numbers;
let readAt = -Infinity;

/**
 * Reads the window's place and size, once for all frames that are made at about the same time. The browser asks another
 * process for each of the four numbers, and waits.
 *
 * @returns {WindowPlace}
 */
export function windowPlace() {
  const now = performance.now();
  if (numbers === undefined || now - readAt > freshness) {
    const { outerHeight, outerWidth, screenX, screenY } = window;
    numbers = { outerHeight, outerWidth, screenX, screenY };
    readAt = now;
  }
  return numbers;
}
