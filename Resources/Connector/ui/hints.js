// SPDX-License-Identifier: MIT
// The word or two beside a wallet in the list, which help users to choose.

import { hasEntity } from "../page-objects.js";
import { isText, text } from "./texts.js";

/** @import { ListedWallet } from "../../Types/wallets.d.ts" */
/** @import { TextName } from "./texts.js" */

/** The names of texts about places, by the names in a manifest's `platform`. @type {Record<string, string>} */
const places = {
  // @ts-expect-error TypeScript takes the prototype for an entry
  __proto__: null,
  android: "phone", ios: "phone", mobile: "phone", tga: "phone", telegram: "phone",
  chrome: "extension", firefox: "extension", edge: "extension", safari: "extension", extension: "extension",
  linux: "desktop", macos: "desktop", mac: "desktop", windows: "desktop", desktop: "desktop",
  web: "web", website: "web",
};
/** @type {Record<string, TextName>} */
const names = { phone: "phoneApp", extension: "extension", desktop: "desktopApp" };

/**
 * Finds the one place where the wallet lives, if its manifest names only one. `platform` is a list of names or an
 * object of links.
 *
 * @param {unknown} platform
 */
function onlyPlace(platform) {
  const keys = Array.isArray(platform) ? platform.map(String) : Object.keys(Object(platform)).filter((key) => Object(platform)[key]);
  const found = new Set(keys.map((key) => places[key.toLowerCase()]));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Tells whether an extension has put something of this wallet into the page. @param {ListedWallet} wallet */
function isInstalled({ injected, permissions }) {
  const entities = permissions?.external;
  return injected === true || (Array.isArray(entities) && entities.some((entity) => typeof entity === "string" && hasEntity(entity)));
}

/**
 * @param {ListedWallet} wallet
 * @param {string | undefined} own the page's hint for this wallet: the name of a text, or a text
 * @returns {string | null}
 */
export function hintFor(wallet, own) {
  if (own !== undefined) return isText(own) ? text(own) : own;
  if (wallet.debug) return text("debug");
  if (isInstalled(wallet)) return text("installed");
  if (wallet.recent) return text("recent");
  const place = onlyPlace(wallet.platform);
  const name = place === undefined ? undefined : names[place];
  return name === undefined ? null : text(name);
}
