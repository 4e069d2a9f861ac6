// SPDX-License-Identifier: MIT
// Where the window is on the screen: executors centre their popups with it.

/** How long the numbers are taken for true, in milliseconds. */
const freshness = 1_000;

let numbers;
let readAt;

/**
 * The window's place and size. The browser asks another process for each of the four, and waits; so they are read once for all frames that
 * are made at about the same time.
 *
 * @returns {{outerHeight: number, outerWidth: number, screenX: number, screenY: number}}
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
