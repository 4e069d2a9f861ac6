// SPDX-License-Identifier: MIT
// Remembers which wallets were chosen last.

import { recentWalletsKey as key } from "../storage.js";

/** @import { ListedWallet } from "../../Types/wallets.d.ts" */

const kept = 3;

/** @returns {string[]} ids, the last one first */
function recent() {
  try {
    const ids = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string").slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export function noteUse(id) {
  try {
    localStorage.setItem(key, JSON.stringify([id, ...recent().filter((each) => each !== id)].slice(0, kept)));
  } catch {
    // A full or forbidden storage costs the order of a list, nothing else.
  }
}

/**
 * Sorts the wallets: those that were used last first, and marked, then the others in their own order.
 *
 * @param {ListedWallet[]} wallets
 * @returns {ListedWallet[]}
 */
export function recentFirst(wallets) {
  const ids = recent();
  /** @param {ListedWallet} wallet */
  const rank = ({ id }) => (ids.includes(id) ? ids.indexOf(id) : kept);
  return wallets
    .map((wallet) => ({ ...wallet, recent: ids.includes(wallet.id) }))
    .sort((one, other) => rank(one) - rank(other));
}
