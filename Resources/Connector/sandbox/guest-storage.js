// SPDX-License-Identifier: MIT
// The part of a frame's script that makes `window.sandboxedLocalStorage`: a synchronous copy of the wallet's pairs for
// code that was written for localStorage.

/** @import { SandboxedLocalStorage } from "../../Types/wallets.d.ts" */

/**
 * Makes the copy. It is inlined as text, as `guest` is, and by the same rules.
 *
 * @param {object} host
 * @param {(message: {[field: string]: unknown}) => void} host.post
 * @param {(method: string, params?: unknown) => Promise<void>} host.quietCall
 * @param {{bytes: number, prefix: number}} host.quota as `WalletStorage` counts it: the bytes that the wallet may store,
 *   and the letters that stand before each of its keys
 * @returns {{copy: SandboxedLocalStorage, picture: (storage: [string, string][]) => void, isStale: () => boolean}}
 *   `picture` fills the copy; the frame is stale if the wallet had read it before that
 */
export function guestStorage({ post, quietCall, quota }) {
  /** @type {Map<string, string>} */
  const pairs = new Map();
  // The host refreshes the copy of a frame that waits for use, unless the wallet has read it. If both happen at once,
  // the frame is stale.
  let touched = false;
  let isStale = false;
  // The wallet's own changes of the copy, null for a pair that it removed. The host stores those of a frame that waits
  // when the frame is used, so a copy that was refreshed has them, too. To write is not to read.
  /** @type {Map<string, string | null>} */
  const changes = new Map();
  /** The bytes of all pairs. */
  let size = 0;
  /** @type {(key: string, value: string | undefined) => number} */
  const sizeOf = (key, value) => (value === undefined ? 0 : 2 * (quota.prefix + key.length + value.length));
  /** @type {(key: string, value: string | null) => void} */
  const change = (key, value) => {
    size += sizeOf(key, value ?? undefined) - sizeOf(key, pairs.get(key));
    if (value === null) pairs.delete(key);
    else pairs.set(key, value);
  };
  /** @param {[string, string][]} storage */
  const picture = (storage) => {
    isStale = touched;
    pairs.clear();
    size = 0;
    for (const [key, value] of storage) change(key, value);
    for (const [key, value] of changes) change(key, value);
  };
  const touch = () => {
    if (!touched) post({ method: "frame:touched" });
    touched = true;
  };
  /** @type {SandboxedLocalStorage} */
  const copy = {
    getItem: (key) => {
      const name = String(key);
      if (!changes.has(name)) touch();
      return pairs.get(name) ?? null;
    },
    setItem: (key, value) => {
      const [name, text] = [String(key), String(value)];
      const growth = sizeOf(name, text) - sizeOf(name, pairs.get(name));
      // As localStorage does it: the page would refuse it later, when nobody hears it.
      if (growth > 0 && size + growth > quota.bytes) {
        throw new DOMException(`A wallet may store ${quota.bytes / 1024} KB`, "QuotaExceededError");
      }
      changes.set(name, text);
      change(name, text);
      quietCall("storage.set", { key: name, value: text }).catch(() => {});
    },
    removeItem: (key) => {
      const name = String(key);
      changes.set(name, null);
      change(name, null);
      quietCall("storage.remove", { key: name }).catch(() => {});
    },
    key: (index) => {
      touch();
      return [...pairs.keys()][index] ?? null;
    },
    clear: () => {
      touch();
      for (const key of [...pairs.keys()]) copy.removeItem(key);
    },
    get length() {
      touch();
      return pairs.size;
    },
  };
  return { copy, picture, isStale: () => isStale };
}
