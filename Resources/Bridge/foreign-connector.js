// SPDX-License-Identifier: MIT
// What the bridge does by itself for connectors that know neither signals nor `onUIVisible` nor `hostEntities`, such as upstream's:
// it watches for the sheets that they put into the page (class `hot-connector-popup`), closes them when the host cancels, and
// lets packaged wallets reach the host through a global object.

import { isHostWallet } from "./configuration.js";
import { hostEntities } from "./host-calls.js";

const sheets = ".hot-connector-popup";

const isShown = (sheet) => getComputedStyle(sheet).display !== "none";

/**
 * Tells when the first sheet comes and the last one goes.
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
        if (node.nodeType === Node.ELEMENT_NODE && node.matches(sheets)) {
          inside.observe(node, { attributes: true, attributeFilter: ["style", "class"], subtree: true });
        }
      }
    }
    look();
  }).observe(document.body, { childList: true });
}

/** Closes every sheet as a click outside it does, so that the connector itself ends what it was for; what stays is removed. */
export function closeSheets() {
  for (const sheet of document.querySelectorAll(sheets)) {
    sheet.querySelector(".modal-container")?.click();
    setTimeout(() => sheet.remove(), 500);
  }
}

/**
 * A manifest in which the packaged wallets, and no others, may reach the host's objects by `external`; the objects are put into
 * the page, since that is where such connectors look for them.
 *
 * @param {{wallets: object[]}} manifest
 */
export function manifestForForeign(manifest) {
  const first = manifest.wallets.find(isHostWallet);
  const entities = first === undefined ? {} : hostEntities(first.id, {});
  const names = Object.keys(entities);
  for (const name of names) {
    Object.defineProperty(window, name, { value: entities[name], enumerable: false, configurable: false, writable: false });
  }
  const wallets = manifest.wallets.map((wallet) => {
    const { external = [], ...permissions } = wallet.permissions ?? {};
    const others = Array.isArray(external) ? external.filter((entity) => !names.includes(String(entity).split(".")[0])) : [];
    const own = isHostWallet(wallet) ? names : [];
    return { ...wallet, permissions: { ...permissions, external: [...others, ...own] } };
  });
  return { ...manifest, wallets };
}
