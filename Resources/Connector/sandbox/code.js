// SPDX-License-Identifier: MIT
// An executor's text: fetched, checked, rewritten for the sandbox, kept for this load of the page.

import { ConnectorError } from "../errors.js";

/** Longest executor that is taken, in characters. The largest one known has about 2.5 million. */
const codeLimit = 16 * 1024 * 1024;
const fetchDeadline = 30_000;

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/**
 * The rewritten text of a wallet's executor. A failed fetch is not remembered: the next call tries again.
 *
 * @param {{name: string, executor: string}} manifest
 * @returns {Promise<string>}
 */
export function executorCode(manifest) {
  const url = executorURL(manifest);
  let text = texts.get(url);
  if (text === undefined) {
    text = fetchCode(manifest, url).then(rewrite);
    texts.set(url, text);
    text.catch(() => texts.delete(url));
  }
  return text;
}

/** Wallets name absolute URLs, or paths that are relative to the page's origin. */
function executorURL({ executor }) {
  return URL.canParse(executor) ? executor : location.origin + executor;
}

async function fetchCode({ name }, url) {
  const unavailable = (why, cause) =>
    new ConnectorError("walletUnavailable", `${name} could not be loaded: ${why}`, { cause });
  let response;
  let text;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadline), credentials: "omit" });
    text = await response.text();
  } catch (error) {
    throw unavailable(error.name === "TimeoutError" ? "its server did not answer in time" : "its server can't be reached", error);
  }
  if (!response.ok) throw unavailable(`its server answered with status ${response.status}`);
  if (text.length > codeLimit) throw unavailable("its code is too large");
  if (/^\s*</.test(text)) throw unavailable("its server sent a page in place of code");
  return text;
}

/** Names that don't work in a sandboxed frame, and what takes their place. Plain substrings, as executors expect it. */
const replacements = [
  [".localStorage", ".sandboxedLocalStorage"],
  ["window.top", "window.selector"],
  ["window.open", "window.selector.open"],
];

/** @param {string} code */
export function rewrite(code) {
  return replacements.reduce((text, [from, to]) => text.replaceAll(from, to), code);
}
