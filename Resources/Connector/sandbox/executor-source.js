// SPDX-License-Identifier: MIT
// Fetches an executor's text, checks it, rewrites it for the sandbox and caches it for this load of the page.

import { ConnectorError } from "../errors.js";
import { ExecutorText } from "./executor-text.js";

/** @import { SandboxManifest } from "../../Types/wallets.d.ts" */
/** @import { ExecutorCache } from "./executor-cache.js" */

/** Longest executor that is accepted, in bytes. The largest one known has about 2.5 million. */
const sizeLimit = 16 * 1024 * 1024;
const fetchDeadline = 30_000;

/** Rewritten texts by address and hash. @type {Map<string, ExecutorText | Promise<ExecutorText>>} */
const texts = new Map();
/** @param {SandboxManifest} manifest */
const keyOf = ({ executor, integrity = "" }) => `${executor} ${integrity}`;

/**
 * Gives the text that `executorCode` would give, if it is loaded already.
 *
 * @param {SandboxManifest} manifest
 * @returns {ExecutorText | undefined}
 */
export function cachedCode(manifest) {
  const text = texts.get(keyOf(manifest));
  return text instanceof ExecutorText ? text : undefined;
}

/**
 * Loads the rewritten text of a wallet's executor. A text that an earlier load cached is used at once, and the server's
 * current text from the next load on; with an `integrity` in the manifest entry only the text that it names is ever
 * used. A failure isn't cached: the next call tries again.
 *
 * @param {SandboxManifest} manifest
 * @param {ExecutorCache} cache
 * @returns {Promise<ExecutorText>}
 */
export async function executorCode(manifest, cache) {
  const key = keyOf(manifest);
  const shared = texts.get(key);
  // A call that waits for another one's load doesn't share its failure, but tries again by itself.
  if (shared instanceof Promise) return shared.catch(() => executorCode(manifest, cache));
  if (shared !== undefined) return shared;
  const loading = load(manifest, executorURL(manifest), cache).then((code) => new ExecutorText(rewrite(code)));
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

/** Wallets name absolute URLs, or paths that are relative to the page's origin. @param {SandboxManifest} manifest */
function executorURL({ executor }) {
  return URL.canParse(executor) ? executor : location.origin + executor;
}

/**
 * @param {SandboxManifest} manifest
 * @param {string} url
 * @param {ExecutorCache} cache
 */
async function load(manifest, url, cache) {
  // The host serves its own addresses from this machine and decides itself which code they have.
  if (!/^https?:/i.test(url)) return fetchCode(manifest, url);
  const cached = await cache.get(manifest);
  const isCached = cached !== null && (await matches(cached, manifest.integrity));
  const fresh = fetchCode(manifest, url).then(async (text) => {
    if (text !== cached) await cache.set(manifest, text);
    return text;
  });
  if (!isCached) return fresh;
  fresh.catch(() => {}); // offline: the cached text will do
  return cached;
}

/**
 * @param {SandboxManifest} manifest
 * @param {string} url
 */
async function fetchCode({ name, integrity }, url) {
  /** @param {string} why @param {unknown} [cause] */
  const unavailable = (why, cause) => new ConnectorError("walletUnavailable", `${name} could not be loaded: ${why}`, { cause });
  let response;
  let bytes;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(fetchDeadline), credentials: "omit", cache: "no-cache" });
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw unavailable(/** @type {Error} */ (error).name === "TimeoutError" ? "its server did not answer in time" : "its server can't be reached", error);
  }
  if (!response.ok) {
    // A refusal of the host comes with a reason for the user.
    const isHosts = url.startsWith("near-connect:");
    throw unavailable(isHosts ? new TextDecoder().decode(bytes).slice(0, 600) : `its server answered with status ${response.status}`);
  }
  if (bytes.byteLength > sizeLimit) throw unavailable("its code is too large");
  const text = new TextDecoder().decode(bytes);
  if (/^\s*</.test(text)) throw unavailable("its server sent a page in place of code");
  if (!(await matches(bytes, integrity))) throw unavailable("its code is not the pinned one");
  return text;
}

/**
 * Compares code with a hash.
 *
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

/** Names that don't work in a sandboxed frame, and their replacements. Plain substrings, as executors expect. */
const replacements = [
  [".localStorage", ".sandboxedLocalStorage"],
  ["window.top", "window.selector"],
  ["window.open", "window.selector.open"],
];

/** @param {string} code */
export function rewrite(code) {
  return replacements.reduce((text, [from, to]) => text.replaceAll(from, to), code);
}
