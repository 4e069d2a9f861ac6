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

/** Who may write for which wallet, by its prefix: all that was made since the wallet was last signed out. @type {Map<string, {isValid: boolean}>} */
const leases = new Map();

/**
 * The keys of one wallet: `<wallet id>:<key>` in localStorage. A colon or percent sign in the id is escaped, so that wallet
 * "a" with key "b:x" and wallet "a:b" with key "x" don't meet.
 */
export class WalletStorage {
  #prefix;
  #lease;

  /** @param {string} walletId */
  constructor(walletId) {
    this.#prefix = `${walletId.replace(/[%:]/g, encodeURIComponent)}:`;
    if (!leases.has(this.#prefix)) leases.set(this.#prefix, { isValid: true });
    this.#lease = leases.get(this.#prefix);
  }

  /** Whether the wallet was signed out since this was made. Then nothing can be written by it any more. */
  get isRevoked() {
    return !this.#lease.isValid;
  }

  #requireLease() {
    if (this.isRevoked) throw new Error("The wallet was signed out meanwhile. Sign in again.");
  }

  /** @returns {string | null} */
  get(key) {
    return localStorage.getItem(this.#prefix + key);
  }

  set(key, value) {
    this.#requireLease();
    localStorage.setItem(this.#prefix + key, String(value));
  }

  remove(key) {
    this.#requireLease();
    localStorage.removeItem(this.#prefix + key);
  }

  /** @returns {string[]} the wallet's keys, without the prefix */
  keys() {
    const keys = [];
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(this.#prefix)) keys.push(key.slice(this.#prefix.length));
    }
    return keys;
  }

  /** @returns {[string, string][]} */
  snapshot() {
    return this.keys().map((key) => [key, this.get(key) ?? ""]);
  }

  /**
   * All that is stored, as one text: equal texts, equal contents, whoever wrote them. Equal contents may have two texts.
   *
   * @param {[string, string][]} pairs
   */
  fingerprint(pairs = this.snapshot()) {
    return JSON.stringify(pairs);
  }

  /** Forgets all pairs, and lets nobody write who could so far: what a wallet still does after its sign-out would bring them back. */
  clear() {
    for (const key of this.keys()) localStorage.removeItem(this.#prefix + key);
    this.#lease.isValid = false;
    leases.delete(this.#prefix);
  }
}
