// SPDX-License-Identifier: MIT
// Decides what a wallet's manifest entry lets its executor do.

import { hasDotSegments, readAddress } from "./address.js";

/** @import { Permissions } from "../../Types/wallets.d.ts" */
/** @import { Address } from "./address.js" */

/**
 * Returns true if an `allowsOpen` list covers an address. Scheme and port must be equal, host and path if the entry
 * names them. A path covers itself and all paths below it (`/wallet` covers `/wallet/x`, not `/wallets`).
 *
 * @param {unknown} allowsOpen
 * @param {Address} address
 */
export function mayOpen(allowsOpen, address) {
  if (!Array.isArray(allowsOpen) || address.hasUser || hasDotSegments(address.path)) return false;
  return allowsOpen.some((entry) => {
    const rule = readAddress(entry);
    if (rule === null || rule.scheme !== address.scheme) return false;
    if (rule.host !== "" && (rule.host !== address.host || rule.port !== address.port)) return false;
    if (rule.path === "" || rule.path === "/") return true;
    const base = rule.path.endsWith("/") ? rule.path : `${rule.path}/`;
    return address.path === rule.path || address.path.startsWith(base);
  });
}

/**
 * Makes the frame's `allow` attribute.
 *
 * @param {Permissions} [permissions]
 */
export function frameFeatures(permissions = {}) {
  const features = [];
  if (permissions.usb) features.push("usb *;");
  if (permissions.hid) features.push("hid *;");
  if (permissions.clipboardRead) features.push("clipboard-read;");
  if (permissions.clipboardWrite) features.push("clipboard-write;");
  if (permissions.bluetooth) features.push("bluetooth *;");
  return features.join(" ");
}
