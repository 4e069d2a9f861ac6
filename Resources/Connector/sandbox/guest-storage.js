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
 * @returns {{copy: SandboxedLocalStorage, picture: (storage: [string, string][]) => void, isStale: () => boolean}}
 *   `picture` fills the copy; the frame is stale if the wallet had read it before that
 */
export function guestStorage({ post, quietCall }) {
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
  /** @type {(key: string, value: string | null) => void} */
  const change = (key, value) => {
    if (value === null) pairs.delete(key);
    else pairs.set(key, value);
  };
  /** @param {[string, string][]} storage */
  const picture = (storage) => {
    isStale = touched;
    pairs.clear();
    for (const [key, value] of storage) pairs.set(key, value);
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
