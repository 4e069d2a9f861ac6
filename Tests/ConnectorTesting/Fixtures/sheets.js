// SPDX-License-Identifier: MIT
// The embedded connector's texts and hints, for tests that ask them one by one.

import { EventEmitter } from "near-connect://bridge/Connector/events.js";
import { NearConnector } from "near-connect://bridge/Connector/index.js";
import { hintFor } from "near-connect://bridge/Connector/ui/hints.js";
import { chooseWallet } from "near-connect://bridge/Connector/ui/selector.js";
import { languageOf, languages, missingTexts, text } from "near-connect://bridge/Connector/ui/texts.js";

document.documentElement.dataset.nearConnectLanguage = "en"; // whatever the machine speaks

/**
 * @param {"languages" | "missing" | "found" | "values" | "hints"} name
 * @returns {string} JSON
 */
export const ask = (name) => JSON.stringify({
  languages, missing: missingTexts(), found: [["pt-BR", "de-AT", "en"], ["ja"], []].map((wanted) => languageOf(wanted)),
  values: text("connectTo", { name: "{name} $& <b>" }),
  hints: [
    [{ platform: { ios: "https://a", android: "https://b" } }], [{ platform: ["chrome"] }], [{ platform: { ios: "x", web: "y" } }], [{ platform: {} }],
    [{ debug: true, recent: true }], [{ recent: true, platform: ["linux"] }], [{ platform: ["linux"] }], [{ injected: true }],
    [{ permissions: { external: ["document", "window"] } }], [{ recent: true }, "thisComputer"], [{}, "Beta"],
  ].map(([wallet, own]) => hintFor(/** @type {any} */ (wallet), /** @type {string | undefined} */ (own))),
}[name]);

/** The part of the list that has the focus, and the number of entries that the Tab key stops at. */
function place() {
  const activeElement = /** @type {HTMLInputElement} */ (document.activeElement);
  const stops = document.querySelectorAll('.nc-entries button[tabindex="0"]').length;
  return `${activeElement.dataset.wallet ?? activeElement.type} ${stops}`;
}

/** True while a sheet is open that a user can see. */
const isSeen = () => [...document.querySelectorAll("dialog[open]")].some((sheet) => getComputedStyle(sheet).opacity !== "0");

/**
 * Runs a wallet that shows its page, and looks all the time whether a user sees it.
 *
 * @param {string} body of the wallet's method
 * @returns {Promise<string>} JSON: how the call ended, whether a sheet was seen, and what the host was told
 */
export async function shown(body) {
  const cspNonce = document.querySelector("script[nonce]").nonce;
  /** @type {boolean[]} */
  const told = [];
  const connector = new NearConnector({ manifest: { version: "1", wallets: [] }, cspNonce, autoConnect: false, onUIVisible: (visible) => told.push(visible) });
  const realFetch = window.fetch;
  window.fetch = async () => new Response(`window.selector.ready({ async getAccounts() { const { ui } = window.selector; ${body} } });`);
  const id = `shown-${crypto.randomUUID()}`;
  await connector.registerWallet({ id, name: id, icon: "", type: "sandbox", version: "1", features: {}, permissions: {}, executor: `https://wallets.test/${id}.js` });
  let end = "";
  (await connector.wallet(id)).getAccounts().then((result) => { end = `${result}`; }, ({ message }) => { end = message; });
  let wasSeen = false;
  while (end === "") {
    wasSeen ||= isSeen();
    await new Promise((resolve) => { setTimeout(resolve, 1); });
  }
  window.fetch = realFetch;
  return JSON.stringify([end, wasSeen, told]);
}

/**
 * Walks a list of twenty wallets with keys, and writes into its search.
 *
 * @returns {Promise<string>} JSON: where the focus was after each key, and what became of the list
 */
export async function walk() {
  const wallets = Array.from({ length: 20 }, (_, index) => ({ id: `w${index}`, name: index === 7 ? "e\u0301toile" : `Wallet ${index}`, description: "x" }));
  const connector = Object.assign(new EventEmitter(), { hints: {}, appName: undefined, footerBranding: undefined });
  const end = new AbortController();
  const chosen = chooseWallet({ wallets: () => wallets, connector, signal: end.signal, onVisible: () => {} }).catch((reason) => `${reason}`);
  const places = [place()];
  for (const key of ["ArrowDown", "PageDown", "End", "PageUp", "Home", "ArrowUp", "ArrowDown", "End", "q"]) {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    places.push(place());
  }
  const list = /** @type {HTMLElement} */ (document.querySelector(".nc-entries"));
  const field = /** @type {HTMLInputElement} */ (document.querySelector(".nc-search input"));
  /** @param {string} words */
  const find = (words) => {
    field.value = words;
    field.dispatchEvent(new Event("input"));
    return [...list.querySelectorAll("button")].map((each) => each.dataset.wallet).slice(0, 2);
  };
  list.scrollTop = list.scrollHeight;
  const entry = /** @type {HTMLButtonElement} */ (list.querySelector("button"));
  const label = String(entry.getAttribute("aria-labelledby"));
  const found = {
    places, role: list.getAttribute("role"), wallet: find("wallet 1"), scrolled: list.scrollTop, nothing: find("nothing of that"),
    said: document.querySelector(".nc-empty")?.textContent, letter: (find("toile"), list.querySelector(".nc-icon")?.textContent),
    name: document.getElementById(label)?.textContent ?? label,
  };
  end.abort("ended");
  return JSON.stringify({ ...found, end: await chosen, left: document.querySelectorAll("dialog").length });
}
