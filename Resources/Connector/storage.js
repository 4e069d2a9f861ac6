// SPDX-License-Identifier: MIT
// Storage that outlives a page: the connector's own few keys, and for each wallet a part of the page's localStorage.

/** The key of the selected wallet's id. The host's scripts (`Bridge/host-scripts`) use this key and those below too. */
export const selectedWalletKey = "selected-wallet";

/** The key of the ids of the wallets that were used last, a JSON array. */
export const recentWalletsKey = "near-connect-recent-wallets";

/**
 * Makes the beginning of one wallet's keys, which are `<wallet id>:<key>`. A colon or percent sign in the id is
 * escaped, so that wallet "a" with key "b:x" and wallet "a:b" with key "x" don't meet.
 *
 * @param {string} walletId
 */
export const walletKeyPrefix = (walletId) => `${walletId.replace(/[%:]/g, encodeURIComponent)}:`;

/** @typedef {{isValid: boolean}} Lease */

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
 * Permissions to write, by the wallet's prefix. A sign-out takes them from every storage that was made before it.
 *
 * @type {Map<string, Lease>}
 */
const leases = new Map();

/** Stores the pairs of one wallet. */
export class WalletStorage {
  #prefix;
  #lease;

  /** @param {string} walletId */
  constructor(walletId) {
    this.#prefix = walletKeyPrefix(walletId);
    if (!leases.has(this.#prefix)) leases.set(this.#prefix, { isValid: true });
    this.#lease = /** @type {Lease} */ (leases.get(this.#prefix));
  }

  /** True if the wallet was signed out since this was made. Then this can write nothing any more. */
  get isRevoked() {
    return !this.#lease.isValid;
  }

  #requireLease() {
    if (this.isRevoked) throw new Error("The wallet was signed out meanwhile. Sign in again.");
  }

  /** @param {string} key */
  get(key) {
    return localStorage.getItem(this.#prefix + key);
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    this.#requireLease();
    localStorage.setItem(this.#prefix + key, String(value));
  }

  /** @param {string} key */
  remove(key) {
    this.#requireLease();
    localStorage.removeItem(this.#prefix + key);
  }

  /** @returns {string[]} the wallet's keys, without the prefix */
  keys() {
    /** @type {string[]} */
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
   * Makes one text of all that is stored. Equal texts mean equal contents; equal contents may have two texts.
   *
   * @param {[string, string][]} pairs
   */
  fingerprint(pairs = this.snapshot()) {
    return JSON.stringify(pairs);
  }

  /**
   * Removes all pairs and revokes the permission to write. A wallet that still works after its sign-out would bring
   * them back.
   */
  clear() {
    for (const key of this.keys()) localStorage.removeItem(this.#prefix + key);
    this.#lease.isValid = false;
    leases.delete(this.#prefix);
  }
}
