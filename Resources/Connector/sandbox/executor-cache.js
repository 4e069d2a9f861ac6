// SPDX-License-Identifier: MIT
// Caches executors' texts over loads of the page: IndexedDB "hot-connector", store "wallets", key "<id>:<version>", as
// upstream does.

/** @import { WalletManifest } from "../../Types/wallets.d.ts" */

const databaseName = "hot-connector";
const storeName = "wallets";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result), { once: true });
  request.addEventListener("error", () => reject(request.error), { once: true });
});

export class ExecutorCache {
  /** @type {Promise<IDBDatabase> | undefined} */
  #database;

  #open() {
    if (this.#database === undefined) {
      const request = indexedDB.open(databaseName, 1);
      request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName));
      this.#database = done(request);
    }
    return this.#database;
  }

  /** @param {IDBTransactionMode} mode */
  async #objects(mode) {
    return (await this.#open()).transaction(storeName, mode).objectStore(storeName);
  }

  /**
   * @param {WalletManifest} manifest
   * @returns {Promise<string | null>} null also when the database can't be used: it only saves time
   */
  async get({ id, version }) {
    try {
      const text = await done((await this.#objects("readonly")).get(`${id}:${version}`));
      return typeof text === "string" ? text : null;
    } catch {
      return null;
    }
  }

  /**
   * @param {WalletManifest} manifest
   * @param {string} text
   */
  async set({ id, version }, text) {
    try {
      await done((await this.#objects("readwrite")).put(text, `${id}:${version}`));
    } catch {
      // The next load fetches it again.
    }
  }
}
