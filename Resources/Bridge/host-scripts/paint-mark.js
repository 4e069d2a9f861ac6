// SPDX-License-Identifier: MIT
// Shows a mark while the host checks whether pages are painted at all (`NEARWalletManager+Graphics.swift`), since a
// page may be empty. The host imports it into the relay's isolated world.

const id = "near-connect-paint-mark";

/**
 * Shows or removes the mark.
 *
 * @param {boolean} isShown
 * @returns {string} nothing
 */
export function markPaint(isShown) {
  document.getElementById(id)?.remove();
  if (!isShown) return "";
  const mark = document.createElement("div");
  mark.id = id;
  mark.style.cssText = "position:fixed;left:0;top:0;width:8px;height:8px;z-index:2147483647;"
    + "background:linear-gradient(90deg,#000 50%,#fff 50%)";
  document.documentElement.append(mark);
  return "";
}
