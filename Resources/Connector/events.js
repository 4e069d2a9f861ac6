// SPDX-License-Identifier: MIT
// The connector's events.

export class EventEmitter {
  /** @type {Map<string, Set<Function>>} */
  #listeners = new Map();

  /**
   * @param {string} name
   * @param {Function} listener
   */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    set.add(listener);
    this.#listeners.set(name, set);
  }

  /**
   * @param {string} name
   * @param {Function} listener
   */
  once(name, listener) {
    const once = (payload) => {
      this.off(name, once);
      listener(payload);
    };
    once.original = listener;
    this.on(name, once);
  }

  /**
   * @param {string} name
   * @param {Function} listener
   */
  off(name, listener) {
    const set = this.#listeners.get(name);
    for (const each of set ?? []) {
      if (each === listener || each.original === listener) set.delete(each);
    }
  }

  /** @param {string} [name] without it, listeners of every event are removed */
  removeAllListeners(name) {
    if (name === undefined) this.#listeners.clear();
    else this.#listeners.delete(name);
  }

  /**
   * Calls the listeners in the order in which they came. One that throws doesn't keep the others from being called.
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
