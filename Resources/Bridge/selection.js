// SPDX-License-Identifier: MIT
// Holds which wallet is selected: the connector writes it through this storage, and the bridge reads it too.

import { selectedWalletKey as key } from "../Connector/storage.js";

/** The connector's `storage` option. @type {import("../Types/connector.d.ts").KeyValueStorage} */
export const storage = Object.freeze({
  /** @param {string} name */
  get: async (name) => localStorage.getItem(name),
  /** @param {string} name @param {string} value */
  set: async (name, value) => localStorage.setItem(name, value),
  /** @param {string} name */
  remove: async (name) => localStorage.removeItem(name),
});

/** @returns {string | null} the selected wallet's id */
export const selectedWallet = () => localStorage.getItem(key);

/** @param {string | null} id */
export function selectWallet(id) {
  if (id === null) localStorage.removeItem(key);
  else localStorage.setItem(key, id);
}
