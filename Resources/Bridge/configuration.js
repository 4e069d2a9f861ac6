// SPDX-License-Identifier: MIT
// What the host told this load of the page. Read once; the element goes away, so that no later script finds the secret.

import { hasOwn, objectFreeze, parseJSON } from "./primordials.js";

/**
 * @typedef {object} Configuration
 * @property {1} v
 * @property {string} loadSecret goes back with each message: it proves that the message is of this load's bridge script
 * @property {string} network "mainnet", "testnet" or the id of a custom network
 * @property {Record<string, string[]>} providers RPC URLs by network
 * @property {{version: string, wallets: object[]}} manifest
 * @property {string[]} [excludedWallets]
 * @property {string[]} [hostWallets] ids of the packaged wallets that may reach services of the host
 * @property {string[]} [hostServices] services beyond "keystore" that the host answers, for example "ledgerBle"
 * @property {"light" | "dark"} [theme]
 * @property {string} [appName]
 * @property {number} [readyTimeout] milliseconds that a wallet has to get ready, 30,000 by default
 */

const element = document.getElementById("near-connect-configuration");
const nonce = element?.nonce ?? "";
const text = element?.textContent ?? "";
element?.remove();

/** @returns {Configuration} */
function read() {
  const value = parseJSON(text);
  if (value?.v !== 1) throw new Error("The bridge's configuration has an unknown version");
  if (typeof value.loadSecret !== "string" || value.loadSecret === "") {
    throw new Error("The bridge's configuration has no secret");
  }
  const whole = { excludedWallets: [], hostWallets: [], hostServices: [], ...value };
  for (const name of ["network", "providers", "manifest"]) {
    if (!hasOwn(whole, name)) throw new Error(`The bridge's configuration lacks "${name}"`);
  }
  return objectFreeze(whole);
}

/** @type {Readonly<Configuration>} */
export const configuration = read();

/** The nonce that scripts of wallet frames need as well: their documents inherit this page's policy. */
export const cspNonce = nonce;

/**
 * Whether a wallet may reach services of the host: it has to be named, and its code has to be the packaged one. An entry of
 * another list that took the same id gets nothing.
 *
 * @param {{id: string, executor?: string}} wallet
 */
export const isHostWallet = ({ id, executor }) =>
  configuration.hostWallets.includes(id) && `${executor}`.startsWith("near-connect://bridge/Wallets/");
