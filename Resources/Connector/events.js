// SPDX-License-Identifier: MIT
// The connector's events.

/**
 * A function that hears of an event. Each event has a payload of its own (`ConnectorEvents`).
 *
 * @typedef {(payload: any) => void} Listener
 * @typedef {Listener & {original?: Listener}} RegisteredListener a listener of `once` knows what it stands for
 */

export class EventEmitter {
  /** @type {Map<string, Set<RegisteredListener>>} */
  #listeners = new Map();

  /**
   * @param {string} name
   * @param {Listener} listener
   */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    set.add(listener);
    this.#listeners.set(name, set);
  }

  /**
   * @param {string} name
   * @param {Listener} listener
   */
  once(name, listener) {
    /** @type {RegisteredListener} */
    const once = (payload) => {
      this.off(name, once);
      listener(payload);
    };
    once.original = listener;
    this.on(name, once);
  }

  /**
   * @param {string} name
   * @param {Listener} listener
   */
  off(name, listener) {
    const set = this.#listeners.get(name);
    for (const each of set ?? []) {
      if (each === listener || each.original === listener) set?.delete(each);
    }
  }

  /** @param {string} [name] without it, listeners of every event are removed */
  removeAllListeners(name) {
    if (name === undefined) this.#listeners.clear();
    else this.#listeners.delete(name);
  }

  /**
   * Calls the listeners in the order of their registration. One that throws doesn't stop the others.
   *
   * @param {string} name
   * @param {unknown} payload
   */
  emit(name, payload) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(payload);
      } catch (error) {
        queueMicrotask(() => { throw error; });
      }
    }
  }
}
