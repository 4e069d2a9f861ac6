// SPDX-License-Identifier: MIT
// An executor's text: fetched, checked, rewritten for the sandbox, kept for this load of the page.

import { ConnectorError } from "../errors.js";
import { ExecutorText } from "./executor-text.js";

/** Longest executor that is taken, in bytes. The largest one known has about 2.5 million. */
const sizeLimit = 16 * 1024 * 1024;
const fetchDeadline = 30_000;

/** Rewritten texts by address and hash. @type {Map<string, ExecutorText | Promise<ExecutorText>>} */
const texts = new Map();
const keyOf = ({ executor, integrity = "" }) => `${executor} ${integrity}`;

/**
 * The text that `executorCode` would give, if that need not be waited for.
 *
 * @returns {ExecutorText | undefined}
 */
export function codeAtHand(manifest) {
  const text = texts.get(keyOf(manifest));
  return text instanceof ExecutorText ? text : undefined;
}

/**
 * The rewritten text of a wallet's executor. A text that an earlier load kept is used at once, and what the server has now counts from
 * the next load on; with an `integrity` in the manifest entry only the text that it names is ever used. A failure is not
 * remembered: the next call tries again.
 *
 * @param {{id: string, version?: string, name: string, executor: string, integrity?: string}} manifest `integrity` as in HTML, one hash
 * @param {import("./code-store.js").CodeStore} store
 * @returns {Promise<ExecutorText>}
 */
export async function executorCode(manifest, store) {
  const key = keyOf(manifest);
  const shared = texts.get(key);
  // Who waits for what another call has asked for doesn't share its failure: that call may have been given up by the person.
  if (shared instanceof Promise) return shared.catch(() => executorCode(manifest, store));
  if (shared !== undefined) return shared;
  const loading = load(manifest, executorURL(manifest), store).then((code) => new ExecutorText(rewrite(code)));
  texts.set(key, loading);
  try {
    const text = await loading;
    texts.set(key, text);
    return text;
  } catch (error) {
    texts.delete(key);
    throw error;
  }
}

/** Wallets name absolute URLs, or paths that are relative to the page's origin. */
function executorURL({ executor }) {
  return URL.canParse(executor) ? executor : location.origin + executor;
}

async function load(manifest, url, store) {
  // What the host serves itself is at hand, and the host decides what it is.
  if (!/^https?:/i.test(url)) return fetchCode(manifest, url);
  const kept = await store.get(manifest);
  const isKept = kept !== null && (await matches(kept, manifest.integrity));
  const fresh = fetchCode(manifest, url).then(async (text) => {
    if (text !== kept) await store.set(manifest, text);
    return text;
  });
  if (!isKept) return fresh;
  fresh.catch(() => {}); // offline: the kept text will do
  return kept;
}

async function fetchCode({ name, integrity }, url) {
  const unavailable = (why, cause) => new ConnectorError("walletUnavailable", `${name} could not be loaded: ${why}`, { cause });
  let response;
  let bytes;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadline), credentials: "omit", cache: "no-cache" });
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw unavailable(error.name === "TimeoutError" ? "its server did not answer in time" : "its server can't be reached", error);
  }
  if (!response.ok) {
    // What the host itself refuses comes with a reason that is meant for the person.
    const isHosts = url.startsWith("near-connect:");
    throw unavailable(isHosts ? new TextDecoder().decode(bytes).slice(0, 600) : `its server answered with status ${response.status}`);
  }
  if (bytes.byteLength > sizeLimit) throw unavailable("its code is too large");
  const text = new TextDecoder().decode(bytes);
  if (/^\s*</.test(text)) throw unavailable("its server sent a page in place of code");
  if (!(await matches(bytes, integrity))) throw unavailable("its code is not the one that was agreed to");
  return text;
}

/**
 * @param {string | ArrayBuffer} code
 * @param {string | undefined} integrity "sha256-…", "sha384-…" or "sha512-…"; any code matches none
 */
async function matches(code, integrity) {
  if (integrity === undefined) return true;
  const [, size, wanted] = /^sha(256|384|512)-([A-Za-z0-9+/=]+)$/.exec(integrity) ?? [];
  if (wanted === undefined) return false;
  const bytes = typeof code === "string" ? new TextEncoder().encode(code) : code;
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${size}`, bytes));
  return btoa(String.fromCharCode(...digest)) === wanted;
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
