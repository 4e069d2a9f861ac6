// SPDX-License-Identifier: MIT
// Listeners of a page by the name of an event.

/** @import { BuiltIns } from "../../Types/provider.d.ts" */

/** @param {BuiltIns} builtIns */
export function emitter(builtIns) {
  /** @type {Record<string, Function[]>} */
  const listeners = /** @type {any} */ ({ __proto__: null });
  /** @param {string} name @param {Function} listener */
  const off = (name, listener) => {
    const rest = [];
    const all = listeners[name] ?? [];
    for (let index = 0; index < all.length; index += 1) if (all[index] !== listener) rest[rest.length] = all[index];
    listeners[name] = rest;
  };
  return {
    /** @param {string} name @param {unknown} argument */
    emit: (name, argument) => {
      const all = listeners[name] ?? [];
      for (let index = 0; index < all.length; index += 1) {
        try {
          builtIns.apply(all[index], undefined, [argument]);
        } catch (error) {
          // A listener of the page failed: its console says so, and the others are told.
          console.error(error);
        }
      }
    },
    /** @param {string} name @param {Function} listener @returns {() => void} ends it */
    on: (name, listener) => {
      off(name, listener);
      const next = [];
      for (let index = 0; index < listeners[name].length; index += 1) next[index] = listeners[name][index];
      next[next.length] = listener;
      listeners[name] = next;
      return () => off(name, listener);
    },
    off,
  };
}
