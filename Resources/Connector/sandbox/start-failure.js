// SPDX-License-Identifier: MIT
// Words for why a wallet's code could not start.

/** Reads the text of a frame's error event. Browsers hide the text of some errors. @param {unknown} text */
export function reasonOf(text) {
  return typeof text === "string" && text !== "" && text !== "Script error." ? text.slice(0, 500) : "its code failed";
}

/**
 * Says which code the page's policy has refused.
 *
 * @param {string} blocked its address or scheme, or "eval" and the like
 */
export function refusalOf(blocked) {
  const what = /^(?:(?:wasm-)?eval|inline|trusted-types-\w+)$/.test(blocked) ? "makes code of texts" : `loads code from ${blocked.slice(0, 200)}`;
  return `it ${what}, and only the wallet's own code runs here`;
}
