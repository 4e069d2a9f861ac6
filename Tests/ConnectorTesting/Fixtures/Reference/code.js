// SPDX-License-Identifier: MIT
// The reference's code of executors: read from IndexedDB at each call, fetched once a load whatever the server says.

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const database = () => {
  const request = indexedDB.open("hot-connector", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("wallets");
  return done(request);
};

/** Executors whose server was asked in this load. */
const checked = new Map();

/** @param {string} code */
const rewritten = (code) => code.replaceAll(".localStorage", ".sandboxedLocalStorage").replaceAll("window.top", "window.selector")
  .replaceAll("window.open", "window.selector.open");

/** @param {import("#types/wallets.d.ts").SandboxManifest} manifest */
export async function keptCode({ id, version, executor }) {
  const key = `${id}:${version}`;
  /** @param {IDBTransactionMode} mode */
  const store = (mode) => database().then((open) => open.transaction("wallets", mode).objectStore("wallets"));
  const kept = await done((await store("readonly")).get(key));
  if (!checked.has(key)) {
    const url = executor.startsWith("/") ? location.origin + executor : `${executor}?nonce=${crypto.randomUUID()}`;
    checked.set(key, fetch(url).then((response) => response.text()).then(async (text) => {
      if (kept === undefined) await done((await store("readwrite")).put(text, key));
      else checked.set(`${key} next`, text);
      return text;
    }));
  }
  return rewritten(kept ?? await checked.get(key));
}
