// SPDX-License-Identifier: MIT
// Which wallets were chosen last.

const key = "near-connect-recent-wallets";
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
 * The wallets that were used last, marked, then the others in their own order.
 *
 * @param {object[]} wallets
 */
export function recentFirst(wallets) {
  const ids = recent();
  const rank = ({ id }) => (ids.includes(id) ? ids.indexOf(id) : kept);
  return wallets
    .map((wallet) => ({ ...wallet, recent: ids.includes(wallet.id) }))
    .sort((one, other) => rank(one) - rank(other));
}
