// SPDX-License-Identifier: MIT
// Changes what wallets have stored in the page, on the host's behalf (`NEARWalletManager+WebsiteData.swift`). The host
// imports it into the relay's isolated world, where no script of the page has changed anything.

import { recentWalletsKey, selectedWalletKey, walletKeyPrefix } from "../../Connector/storage.js";

/**
 * Removes all that the page has stored of a wallet.
 *
 * @param {string} walletId
 * @returns {string} the number of the wallet's own pairs
 */
export function forgetWallet(walletId) {
  const prefix = walletKeyPrefix(walletId);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  for (const key of keys) localStorage.removeItem(key);
  if (localStorage.getItem(selectedWalletKey) === walletId) localStorage.removeItem(selectedWalletKey);
  const recent = localStorage.getItem(recentWalletsKey);
  if (recent !== null && recent.includes(JSON.stringify(walletId))) localStorage.removeItem(recentWalletsKey);
  return String(keys.length);
}

/**
 * Stores a value for a wallet, as the wallet could by itself.
 *
 * @param {string} walletId
 * @param {string} key
 * @param {string} text the value as JSON; `null` removes it
 * @returns {string} nothing
 */
export function storeValue(walletId, key, text) {
  const name = walletKeyPrefix(walletId) + key;
  const value = JSON.parse(text);
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
  return "";
}
