// SPDX-License-Identifier: MIT
// Support for connectors that know neither signals nor `onUIVisible` nor `hostEntities`, such as upstream's: the bridge
// watches for the sheets that they put into the page (class `hot-connector-popup`), closes them when the host cancels,
// and lets packaged wallets reach the host through a global object.

import { configuration, isHostWallet } from "./configuration.js";
import { hostEntities } from "./host-calls.js";

/** @import { WalletManifest } from "../Types/wallets.d.ts" */

const sheets = ".hot-connector-popup";

/** @param {Element} sheet */
const isShown = (sheet) => getComputedStyle(sheet).display !== "none";

/**
 * Calls `onVisible` when the first sheet appears and when the last one goes.
 *
 * @param {(visible: boolean) => void} onVisible
 */
export function watchSheets(onVisible) {
  let visible = false;
  const look = () => {
    const now = [...document.querySelectorAll(sheets)].some(isShown);
    if (now === visible) return;
    visible = now;
    onVisible(now);
  };
  const inside = new MutationObserver(look);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.nodeType === Node.ELEMENT_NODE && /** @type {Element} */ (node).matches(sheets)) {
          inside.observe(node, { attributes: true, attributeFilter: ["style", "class"], subtree: true });
        }
      }
    }
    look();
  }).observe(document.body, { childList: true });
}

/**
 * Closes every sheet as a click outside it does, so that the connector ends its own call. Sheets that stay are removed.
 */
export function closeSheets() {
  for (const sheet of document.querySelectorAll(sheets)) {
    /** @type {HTMLElement | null} */ (sheet.querySelector(".modal-container"))?.click();
    setTimeout(() => sheet.remove(), 500);
  }
}

/** The names of the host's objects in the page; only the packaged wallets may reach them. @type {string[]} */
let hostNames = [];

/**
 * Puts the host's objects into the page, where such connectors look for what `external` names.
 *
 * @param {WalletManifest} wallet
 */
function exposeHost(wallet) {
  if (hostNames.length > 0) return;
  const entities = hostEntities(wallet.id, {});
  hostNames = Object.keys(entities);
  for (const name of hostNames) {
    Object.defineProperty(window, name, { value: entities[name], enumerable: false, configurable: false, writable: false });
  }
}

/** Such connectors know two networks and offer every wallet for any other one. @param {WalletManifest} wallet */
const works = ({ features }) => ["mainnet", "testnet"].includes(configuration.network) || features?.customNetworks === true;

/**
 * The wallet's version with the hash of its pinned code. Such connectors cache code by id and version, and would
 * otherwise go on running the code that was pinned before.
 *
 * @param {WalletManifest} wallet
 */
function versionOf({ version, executor }) {
  const [, hash] = /^near-connect:\/\/wallets\/[^/]+\/([0-9a-f]{64})\.js$/.exec(`${executor}`) ?? [];
  return hash === undefined ? version : `${version}+${hash.slice(0, 16)}`;
}

/** @type {Record<string, string>} */
const inMarkup = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * The first letter of a wallet's name as a picture: such connectors put every icon into an `img`.
 *
 * @param {string} name
 */
function letterPicture(name) {
  const letter = ([...`${name}`][0] ?? "?").toUpperCase().replace(/[&<>"']/g, (sign) => inMarkup[sign]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#8a8a92"/>`
    + `<text x="20" y="27" text-anchor="middle" font-family="sans-serif" font-size="20" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Makes a manifest in which the packaged wallets, and no others, may reach the host's objects by `external`, and by
 * which each wallet knows the RPC addresses of a network of the program's own.
 *
 * @template {{wallets: WalletManifest[]}} M
 * @param {M} manifest
 */
export function manifestForForeign(manifest) {
  const { network, providers } = configuration;
  // Such connectors give frames the addresses of these two networks only.
  const own = ["mainnet", "testnet"].includes(network) ? {} : { providers: { [network]: providers[network] ?? [] } };
  const first = manifest.wallets.find(isHostWallet);
  if (first !== undefined) exposeHost(first);
  const wallets = manifest.wallets.filter(works).map((wallet) => {
    const { external = [], ...permissions } = wallet.permissions ?? {};
    const others = Array.isArray(external) ? external.filter((entity) => !hostNames.includes(String(entity).split(".")[0])) : [];
    const host = isHostWallet(wallet) ? hostNames : [];
    return {
      ...wallet, ...own, icon: wallet.icon || letterPicture(wallet.name), version: versionOf(wallet),
      permissions: { ...permissions, external: [...others, ...host] },
    };
  });
  return { ...manifest, wallets };
}
