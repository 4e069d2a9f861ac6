// SPDX-License-Identifier: MIT
// The word or two beside a wallet in the list: what a person would want to know before he chooses it.

import { hasEntity } from "../sandbox/external.js";
import { isText, text } from "./texts.js";

/** What the names in a manifest's `platform` say about where the wallet lives. */
const places = {
  __proto__: null,
  android: "phone", ios: "phone", mobile: "phone", tga: "phone", telegram: "phone",
  chrome: "extension", firefox: "extension", edge: "extension", safari: "extension", extension: "extension",
  linux: "desktop", macos: "desktop", mac: "desktop", windows: "desktop", desktop: "desktop",
  web: "web", website: "web",
};
const names = { phone: "phoneApp", extension: "extension", desktop: "desktopApp" };

/**
 * The one place where the wallet lives, if its manifest names only one. `platform` is a list of names or an object of links.
 *
 * @param {unknown} platform
 */
function onlyPlace(platform) {
  const keys = Array.isArray(platform) ? platform.map(String) : Object.keys(Object(platform)).filter((key) => platform[key]);
  const found = new Set(keys.map((key) => places[key.toLowerCase()]));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Whether something of this wallet is in the page already, put there by an extension. */
function isInstalled({ injected, permissions }) {
  const entities = permissions?.external;
  return injected === true || (Array.isArray(entities) && entities.some((entity) => typeof entity === "string" && hasEntity(entity)));
}

/**
 * @param {object} wallet a manifest entry, with `recent` and `injected` as the list knows them
 * @param {string | undefined} own what the page says of this wallet: the name of a text, or a text
 * @returns {string | null}
 */
export function hintFor(wallet, own) {
  if (own !== undefined) return isText(own) ? text(own) : own;
  if (wallet.debug) return text("debug");
  if (isInstalled(wallet)) return text("installed");
  if (wallet.recent) return text("recent");
  const name = names[onlyPlace(wallet.platform)];
  return name === undefined ? null : text(name);
}
