// SPDX-License-Identifier: MIT
// The entries of wallets that a developer tries out. They stay in the page's storage until they are removed.

/** @import { KeyValueStorage } from "../Types/connector.d.ts" */
/** @import { SandboxManifest } from "../Types/wallets.d.ts" */

const key = "debug-wallets";

export class DebugWallets {
  #storage;
  /** Settled when the last write is done. @type {Promise<void>} */
  #storing = Promise.resolve();
  /** The newest first, as in the wallet list. @type {SandboxManifest[]} */
  entries = [];

  /** @param {KeyValueStorage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /** Reads what an earlier page stored. Entries that can't be read are dropped. */
  async load() {
    try {
      const entries = JSON.parse((await this.#storage.get(key)) ?? "[]");
      this.entries = Array.isArray(entries) ? entries.filter((entry) => entry?.debug === true && typeof entry.id === "string") : [];
    } catch {
      this.entries = [];
    }
  }

  /** @param {SandboxManifest} entry */
  async add(entry) {
    this.entries = [entry, ...this.entries];
    await this.#store();
  }

  /** @param {string} id */
  async remove(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    await this.#store();
  }

  /** Writes all entries after the write before has ended: storages may be slow and reorder writes. */
  #store() {
    const write = () => this.#storage.set(key, JSON.stringify(this.entries));
    this.#storing = this.#storing.then(write, write);
    return this.#storing;
  }
}
