// SPDX-License-Identifier: MIT
// The list of wallets: where it comes from, and which of it this page can use.

import { ConnectorError } from "./errors.js";

/** Where the list is when the page names none. The second is asked when the first can't be had. */
const publicManifests = [
  "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
  "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
];

const fetchDeadline = 15_000;

/**
 * @param {string | object | undefined} source a manifest, its address, or nothing for the public list
 * @param {{log?: Function}} [logger]
 * @returns {Promise<{version: string, wallets: object[]}>} an empty list when none can be had
 */
export async function loadManifest(source, logger) {
  if (typeof source === "object" && source !== null) return checked(source);
  for (const url of typeof source === "string" ? [source] : publicManifests) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadline), credentials: "omit" });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return checked(await response.json());
    } catch (error) {
      logger?.log?.(`The wallet list at ${url} can't be had: ${error.message}`);
    }
  }
  return { version: "0", wallets: [] };
}

function checked(manifest) {
  const wallets = Array.isArray(manifest.wallets) ? manifest.wallets.filter(isEntry) : [];
  return { ...manifest, version: String(manifest.version ?? "0"), wallets };
}

const isEntry = (entry) => typeof entry?.id === "string" && entry.id !== "" && typeof entry.name === "string";

/** @param {object} manifest one wallet's entry @throws {ConnectorError} naming the first field that is missing */
export function requireComplete(manifest) {
  for (const field of ["id", "name", "icon", "website", "version", "executor", "features", "permissions"]) {
    if (manifest?.[field] === undefined || manifest[field] === null || manifest[field] === "") {
      throw new ConnectorError("invalidRequest", `Invalid wallet manifest: "${field}" is missing`);
    }
  }
  requireSandbox(manifest);
}

/** @param {object} manifest */
export function requireSandbox(manifest) {
  if (manifest.type !== "sandbox") {
    throw new ConnectorError("invalidRequest", `Only wallets of type "sandbox" can be registered, not "${manifest.type}"`);
  }
}

/**
 * Whether a wallet can work on a network. Wallets know mainnet and say whether they know testnet; a network of the
 * page's own is for wallets that take any network they are told of.
 *
 * @param {object} manifest
 * @param {string} network
 */
export function worksOn(manifest, network) {
  if (network === "mainnet") return true;
  if (network === "testnet") return Boolean(manifest.features?.testnet);
  return Boolean(manifest.features?.customNetworks);
}

/**
 * @param {object} manifest
 * @param {Record<string, boolean | undefined>} wanted
 */
export function hasFeatures(manifest, wanted = {}) {
  return Object.entries(wanted).every(([name, needed]) => !needed || Boolean(manifest.features?.[name]));
}
