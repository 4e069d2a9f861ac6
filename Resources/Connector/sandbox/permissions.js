// SPDX-License-Identifier: MIT
// Decides what a wallet's manifest entry lets its executor do.

/** @import { Permissions } from "../../Types/wallets.d.ts" */

/** Schemes that `open.nativeApp` never launches: web pages have `open`, the rest runs or reads something here. */
const neverNative = new Set(["http:", "https:", "javascript:", "file:", "data:", "blob:", "about:", "filesystem:", "near-connect:"]);

/** Schemes that a popup never loads, whatever the manifest says. */
const neverOpened = new Set(["javascript:", "file:", "data:", "blob:", "about:", "filesystem:", "near-connect:"]);

/**
 * Tells whether an `allowsOpen` list covers a URL. Scheme and port must be equal, host and path if the entry names them. A path
 * covers itself and all paths below it (`/wallet` covers `/wallet/x`, not `/wallets`).
 *
 * @param {unknown} allowsOpen
 * @param {URL} url
 */
export function mayOpen(allowsOpen, url) {
  if (!Array.isArray(allowsOpen) || url.username !== "" || url.password !== "") return false;
  return allowsOpen.some((entry) => {
    const rule = parseURL(entry);
    if (rule === null || rule.protocol !== url.protocol) return false;
    if (rule.hostname !== "" && (rule.hostname !== url.hostname || rule.port !== url.port)) return false;
    if (rule.pathname === "" || rule.pathname === "/") return true;
    const base = rule.pathname.endsWith("/") ? rule.pathname : `${rule.pathname}/`;
    return url.pathname === rule.pathname || url.pathname.startsWith(base);
  });
}

/**
 * @param {unknown} text
 * @returns {URL | null}
 */
export function parseURL(text) {
  try {
    return typeof text === "string" || text instanceof URL ? new URL(text) : null;
  } catch {
    return null;
  }
}

/** @param {URL} url */
export const isForPopup = (url) => !neverOpened.has(url.protocol);

/** @param {URL} url */
export const isForNativeApp = (url) => !neverNative.has(url.protocol);

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
