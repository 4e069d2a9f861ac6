// SPDX-License-Identifier: MIT
// Executors' texts over loads of the page: IndexedDB "hot-connector", store "wallets", key "<id>:<version>", as upstream keeps them.

const databaseName = "hot-connector";
const storeName = "wallets";

const done = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result), { once: true });
  request.addEventListener("error", () => reject(request.error), { once: true });
});

export class CodeStore {
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

  async #objects(mode) {
    return (await this.#open()).transaction(storeName, mode).objectStore(storeName);
  }

  /**
   * @param {{id: string, version?: string}} manifest
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
   * @param {{id: string, version?: string}} manifest
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
