// SPDX-License-Identifier: MIT
// The entries of wallets that a developer tries out: they stay where the page stores things, until they are removed.

const key = "debug-wallets";

export class DebugWallets {
  #storage;
  /** Ends when what was to be stored is. */
  #storing = Promise.resolve();
  /** The newest first, as they stand in the list. @type {object[]} */
  entries = [];

  /** @param {{get: Function, set: Function}} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /** Reads what an earlier page stored. What can't be read is none. */
  async load() {
    try {
      const entries = JSON.parse((await this.#storage.get(key)) ?? "[]");
      this.entries = Array.isArray(entries) ? entries.filter((entry) => entry?.debug === true && typeof entry.id === "string") : [];
    } catch {
      this.entries = [];
    }
  }

  /** @param {object} entry */
  async add(entry) {
    this.entries = [entry, ...this.entries];
    await this.#store();
  }

  /** @param {string} id */
  async remove(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    await this.#store();
  }

  /** One write after the other, each of all that there is by then: storages may be slow, and take them in any order. */
  #store() {
    const write = () => this.#storage.set(key, JSON.stringify(this.entries));
    this.#storing = this.#storing.then(write, write);
    return this.#storing;
  }
}
