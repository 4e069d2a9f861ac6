// SPDX-License-Identifier: MIT
// Holds which wallet is selected: the connector writes it through this storage, and the bridge reads it too.

import { readOwn, removeOwn, selectedWalletKey as key, writeOwn } from "../Connector/storage.js";

/** The connector's `storage` option. @type {import("../Types/connector.d.ts").KeyValueStorage} */
export const storage = Object.freeze({
  /** @param {string} name */
  get: async (name) => readOwn(name),
  /** @param {string} name @param {string} value */
  set: async (name, value) => writeOwn(name, value),
  /** @param {string} name */
  remove: async (name) => removeOwn(name),
});

/** @returns {string | null} the selected wallet's id */
export const selectedWallet = () => readOwn(key);

/** @param {string | null} id */
export function selectWallet(id) {
  if (id === null) removeOwn(key);
  else writeOwn(key, id);
}
