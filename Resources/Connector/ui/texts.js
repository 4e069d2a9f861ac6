// SPDX-License-Identifier: MIT
// The texts of the sheets in several languages, whose translations are in translations.js. English stands in for all
// others.

import { translations } from "./translations.js";

/** @typedef {keyof typeof english} TextName */

/** Marks a text for `Scripts/messages`, which takes it into the catalogue. @param {string} text */
const message = (text) => text;

const english = {
  chooseWallet: message("Choose a wallet"),
  connectTo: message("Connect to {name}"),
  wallets: message("Wallets"),
  search: message("Search"),
  searchWallets: message("Search wallets"),
  noWallet: message("No wallet works with this network."),
  noMatch: message("No wallet matches the search."),
  recent: message("Recent"),
  debug: message("Debug"),
  installed: message("Installed"),
  thisComputer: message("On this computer"),
  phoneApp: message("Phone app"),
  extension: message("Browser extension"),
  desktopApp: message("Desktop app"),
  whatIsAWallet: message("What is a wallet?"),
  walletExplained: message("A wallet keeps the keys to your NEAR account. Programs ask it to sign; it shows you what, and you decide."),
  close: message("Close"),
  tryAgain: message("Try again"),
  otherWallets: message("Other wallets"),
  onYourPhone: message("Continue in {name} on your phone"),
  codeLabel: message("QR code of the link for {name}"),
  linkLabel: message("Link for {name}"),
  copy: message("Copy"),
  copied: message("Copied"),
  pressToCopy: message("Press Ctrl+C to copy"),
};

/** @type {Record<string, Partial<Record<TextName, string>>>} */
const tables = { en: english, ...translations };

/** The languages of the texts. */
export const languages = Object.keys(tables);

/**
 * Finds the first of the wanted languages that there is; "pt-BR" wants "pt".
 *
 * @param {readonly string[]} wanted
 * @returns {string}
 */
export function languageOf(wanted) {
  const found = wanted.map((tag) => String(tag).toLowerCase().split("-")[0]).find((tag) => Object.hasOwn(tables, tag));
  return found ?? "en";
}

/** The language of the texts, for the `lang` of elements: the page's choice, or the browser's. */
export function currentLanguage() {
  const chosen = document.documentElement.dataset.nearConnectLanguage;
  return languageOf(chosen === undefined ? navigator.languages ?? [] : [chosen]);
}

/**
 * @param {TextName} name
 * @param {Record<string, string>} [values] replace `{…}`; they come from manifests and are text, whatever they contain
 * @returns {string}
 */
export function text(name, values = {}) {
  const words = tables[currentLanguage()][name] ?? english[name];
  return words.replace(/\{(\w+)\}/g, (whole, key) => (Object.hasOwn(values, key) ? values[key] : whole));
}

/** Lists texts that a table lacks, or that only it has, as "<language>.<name>". */
export const missingTexts = () => Object.entries(tables).flatMap(([tag, table]) =>
  [...new Set([...Object.keys(english), ...Object.keys(table)])]
    .filter((name) => !isText(name) || !table[name]).map((name) => `${tag}.${name}`));

/** Tells whether there is a text of that name. @param {string} name @returns {name is TextName} */
export const isText = (name) => Object.hasOwn(english, name);
