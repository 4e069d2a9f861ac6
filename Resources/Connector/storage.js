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

/**
 * The most that one wallet may store: keys, with their prefix, and values, in bytes of UTF-16. WebKit gives the page
 * 5 MB for all wallets together.
 */
export const walletQuota = 256 * 1024;

/**
 * Counts the bytes of a pair as `walletQuota` does. WebKit counts one byte a letter where all are Latin-1, so it
 * never counts more.
 *
 * @param {string} name
 * @param {string} value
 */
const sizeOf = (name, value) => 2 * (name.length + value.length);

/**
 * The sizes of what wallets have stored, by the wallet's prefix, as far as they were counted. Another page of the
 * profile that stores something has them counted again.
 *
 * @type {Map<string, number>}
 */
const sizes = new Map();
window.addEventListener("storage", () => sizes.clear());

/** @typedef {{isValid: boolean}} Lease */

/** The connector's own values that could not be stored. They hold for this load of the page. @type {Map<string, string>} */
const unstored = new Map();

/** Reads one of the connector's own values. @param {string} key @returns {string | null} */
export const readOwn = (key) => unstored.get(key) ?? localStorage.getItem(key);

/**
 * Stores one of the connector's own values. This can't fail: a value that finds no space holds for this load of the
 * page, and the one before it goes, so that no later load finds an old one.
 *
 * @param {string} key
 * @param {string} value
 */
export function writeOwn(key, value) {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    localStorage.removeItem(key);
    unstored.set(key, value);
  }
}

/** Removes one of the connector's own values. @param {string} key */
export function removeOwn(key) {
  unstored.delete(key);
  localStorage.removeItem(key);
}

/** The connector's default `storage` option. */
export class LocalStorage {
  /** @param {string} key */
  async get(key) {
    return readOwn(key);
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  async set(key, value) {
    writeOwn(key, value);
  }

  /** @param {string} key */
  async remove(key) {
    removeOwn(key);
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
  #id;
  #prefix;
  #lease;

  /** @param {string} walletId */
  constructor(walletId) {
    this.#id = walletId;
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
   * Stores a pair. One wallet can't take the space of the others: see `walletQuota`.
   *
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    this.#requireLease();
    const name = this.#prefix + key;
    const text = String(value);
    const before = localStorage.getItem(name);
    const growth = sizeOf(name, text) - (before === null ? 0 : sizeOf(name, before));
    if (growth > 0 && (sizes.get(this.#prefix) ?? this.#count()) + growth > walletQuota) {
      // The host may have removed pairs that were counted.
      const size = this.#count();
      if (size + growth > walletQuota) {
        throw new Error(`The wallet "${this.#id}" may store ${kilobytes(walletQuota)} and has stored ${kilobytes(size)}`);
      }
    }
    try {
      localStorage.setItem(name, text);
    } catch (error) {
      throw fullError(error);
    }
    sizes.set(this.#prefix, (sizes.get(this.#prefix) ?? this.#count() - growth) + growth);
  }

  /** Counts the bytes of what the wallet has stored, as `walletQuota` does. */
  #count() {
    const size = this.keys().reduce((sum, key) => sum + sizeOf(this.#prefix + key, this.get(key) ?? ""), 0);
    sizes.set(this.#prefix, size);
    return size;
  }

  /** @param {string} key */
  remove(key) {
    this.#requireLease();
    localStorage.removeItem(this.#prefix + key);
    sizes.delete(this.#prefix);
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
    sizes.delete(this.#prefix);
    this.#lease.isValid = false;
    leases.delete(this.#prefix);
  }
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${Math.ceil(bytes / 1024)} KB`;

/**
 * Says which wallet fills the page's storage: one that stored more than `walletQuota` before there was one.
 *
 * @param {unknown} error why nothing could be stored
 */
function fullError(error) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const name of Object.keys(localStorage)) {
    const [prefix] = name.split(":", 1);
    sizes.set(prefix, (sizes.get(prefix) ?? 0) + sizeOf(name, localStorage.getItem(name) ?? ""));
  }
  const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
  if (largest === undefined) return error;
  const id = largest[0].replace(/%3A|%25/g, decodeURIComponent);
  return new Error(`The storage of all wallets is full, and "${id}" takes ${kilobytes(largest[1])} of it: forget that wallet's data`);
}
