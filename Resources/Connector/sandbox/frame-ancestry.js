// SPDX-License-Identifier: MIT
// Finds whose frame a message comes from. Wallets put pages of their own into frames inside their executor's frame, and
// those speak to the host directly.

/** No wallet nests frames deeper than this. */
const depthLimit = 8;

/**
 * Tells whether `source` is `frameWindow` or a frame somewhere inside it.
 *
 * @param {MessageEventSource | null} source
 * @param {Window | null} frameWindow
 */
export function isWithin(source, frameWindow) {
  if (!source || !frameWindow) return false;
  let current = /** @type {Window} */ (source);
  for (let depth = 0; depth < depthLimit; depth += 1) {
    if (current === frameWindow) return true;
    const parent = current.parent;
    if (!parent || parent === current) return false;
    current = parent;
  }
  return false;
}
