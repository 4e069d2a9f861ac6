// SPDX-License-Identifier: MIT
// The host's configuration of this load of the page. Its element is read once and removed, so that no later script
// finds the secret.

import { hasOwn, objectFreeze, parseJSON } from "./primordials.js";

/** @import { Configuration } from "../Types/bridge.d.ts" */

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
  for (const name of ["network", "providers", "manifest", "linkSchemes"]) {
    if (!hasOwn(whole, name)) throw new Error(`The bridge's configuration lacks "${name}"`);
  }
  return objectFreeze(whole);
}

/** @type {Readonly<Configuration>} */
export const configuration = read();

/**
 * The nonce of this page's content security policy. Wallets' frames inherit the policy, so their scripts need it too.
 */
export const cspNonce = nonce;

/**
 * Returns true if a wallet may reach services of the host. Its id must be configured, and its code must be the packaged
 * one, so an entry of another list with the same id gets nothing.
 *
 * @param {{id: string, executor?: string}} wallet
 */
export const isHostWallet = ({ id, executor }) =>
  configuration.hostWallets.includes(id) && `${executor}`.startsWith("near-connect://bridge/Wallets/");
