// SPDX-License-Identifier: MIT
// Loads the list of wallets and tells which of them this page can use.

import { ConnectorError } from "./errors.js";

/** @import { Logger } from "../Types/connector.d.ts" */
/** @import { Features, Manifest, SandboxManifest, WalletManifest } from "../Types/wallets.d.ts" */

/** Addresses of the public list, for pages that name none. The second is tried when the first fails. */
const publicManifests = [
  "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
  "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
];

const fetchDeadline = 15_000;

/**
 * @param {string | Manifest | null | undefined} source a manifest, its address, or nothing for the public list
 * @param {Partial<Logger>} [logger]
 * @returns {Promise<Manifest>} an empty list when none can be loaded
 */
export async function loadManifest(source, logger) {
  if (typeof source === "object" && source !== null) return checked(source);
  for (const url of typeof source === "string" ? [source] : publicManifests) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadline), credentials: "omit" });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return checked(await response.json());
    } catch (error) {
      logger?.log?.(`The wallet list at ${url} can't be had: ${/** @type {Error} */ (error).message}`);
    }
  }
  return { version: "0", wallets: [] };
}

/** @param {Partial<Manifest>} manifest @returns {Manifest} */
function checked(manifest) {
  const wallets = Array.isArray(manifest.wallets) ? manifest.wallets.filter(isEntry) : [];
  return { ...manifest, version: String(manifest.version ?? "0"), wallets };
}

/** @param {WalletManifest} entry */
const isEntry = (entry) => typeof entry?.id === "string" && entry.id !== "" && typeof entry.name === "string";

/** Fields that an entry must have. @type {(keyof WalletManifest)[]} */
const required = ["id", "name", "icon", "website", "version", "executor", "features", "permissions"];

/**
 * @param {WalletManifest} manifest one wallet's entry @throws {ConnectorError} naming the first field that is missing
 */
export function requireComplete(manifest) {
  for (const field of required) {
    if (manifest?.[field] === undefined || manifest[field] === null || manifest[field] === "") {
      throw new ConnectorError("invalidRequest", `Invalid wallet manifest: "${field}" is missing`);
    }
  }
  requireSandbox(manifest);
}

/** @param {WalletManifest} manifest @returns {manifest is SandboxManifest} */
export const isSandbox = (manifest) => manifest.type === "sandbox";

/** @param {WalletManifest} manifest */
export function requireSandbox(manifest) {
  if (!isSandbox(manifest)) {
    throw new ConnectorError("invalidRequest", `Only wallets of type "sandbox" can be registered, not "${manifest.type}"`);
  }
}

/**
 * Tells whether a wallet can work on a network. All wallets know mainnet and say whether they know testnet; a custom
 * network needs a wallet that takes any network.
 *
 * @param {WalletManifest} manifest
 * @param {string} network
 */
export function worksOn(manifest, network) {
  if (network === "mainnet") return true;
  if (network === "testnet") return Boolean(manifest.features?.testnet);
  return Boolean(manifest.features?.customNetworks);
}

/**
 * @param {WalletManifest} manifest
 * @param {Features} [wanted]
 */
export function hasFeatures(manifest, wanted = {}) {
  return Object.entries(wanted).every(([name, needed]) => !needed || Boolean(manifest.features?.[name]));
}
