// SPDX-License-Identifier: MIT
// Where the connector keeps which wallet is selected. The bridge gives it this storage and reads it too.

const key = "selected-wallet";

/** The connector's `storage` option. */
export const storage = Object.freeze({
  get: async (name) => localStorage.getItem(name),
  set: async (name, value) => localStorage.setItem(name, value),
  remove: async (name) => localStorage.removeItem(name),
});

/** @returns {string | null} the selected wallet's id */
export const selectedWallet = () => localStorage.getItem(key);

/** @param {string | null} id */
export function selectWallet(id) {
  if (id === null) localStorage.removeItem(key);
  else localStorage.setItem(key, id);
}
