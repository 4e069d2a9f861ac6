// SPDX-License-Identifier: MIT
// What outlives a page: the connector's own few keys, and for each wallet a part of the page's localStorage.

/** The connector's default `storage` option. */
export class LocalStorage {
  /** @param {string} key */
  async get(key) {
    return localStorage.getItem(key);
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  async set(key, value) {
    localStorage.setItem(key, value);
  }

  /** @param {string} key */
  async remove(key) {
    localStorage.removeItem(key);
  }
}

/**
 * The keys of one wallet: `<wallet id>:<key>` in localStorage. A colon or percent sign in the id is escaped, so that wallet
 * "a" with key "b:x" and wallet "a:b" with key "x" don't meet.
 */
export class WalletStorage {
  #prefix;

  /** @param {string} walletId */
  constructor(walletId) {
    this.#prefix = `${walletId.replace(/[%:]/g, encodeURIComponent)}:`;
  }

  /** @returns {string | null} */
  get(key) {
    return localStorage.getItem(this.#prefix + key);
  }

  set(key, value) {
    localStorage.setItem(this.#prefix + key, String(value));
  }

  remove(key) {
    localStorage.removeItem(this.#prefix + key);
  }

  /** @returns {string[]} the wallet's keys, without the prefix */
  keys() {
    const keys = [];
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key.startsWith(this.#prefix)) keys.push(key.slice(this.#prefix.length));
    }
    return keys;
  }

  /** @returns {[string, string][]} */
  snapshot() {
    return this.keys().map((key) => [key, this.get(key) ?? ""]);
  }

  /** All that is stored, as one text: equal texts, equal contents, whoever wrote them. Equal contents may have two texts. */
  fingerprint() {
    return JSON.stringify(this.snapshot());
  }

  clear() {
    for (const key of this.keys()) this.remove(key);
  }
}
