// SPDX-License-Identifier: MIT
// What is done a moment after calls. An answer waits for each timer that is set before it, which takes 10 to 25 µs of the 600 that a call
// spends in the page: so one timer serves all chores.

/** The page's clock. */
const pageClock = {
  setTimeout: (...args) => setTimeout(...args), clearTimeout: (timer) => clearTimeout(timer), now: () => performance.now(),
};

/** How long after the first chore the timer runs at the latest, in milliseconds: most come in pairs, of which the second one is due sooner. */
const firstLook = 30;

/** @typedef {{action: () => void, due: number}} Chore */

export class Chores {
  clock;
  /** @type {Set<Chore>} */
  #open = new Set();
  #timer;
  #next = Infinity;

  /** @param {{setTimeout: Function, clearTimeout: Function, now: () => number}} [clock] the page's by default */
  constructor(clock = pageClock) {
    this.clock = clock;
  }

  /**
   * @param {() => void} action
   * @param {number} delay after how many milliseconds it is done, if nothing else keeps the page busy
   * @returns {Chore}
   */
  add(action, delay) {
    const now = this.clock.now();
    const chore = { action, due: now + delay };
    this.#open.add(chore);
    if (chore.due < this.#next) this.#look(now, this.#timer === undefined ? Math.min(delay, firstLook) : delay);
    return chore;
  }

  /** @param {Chore | undefined} chore one that need not be done any more */
  remove(chore) {
    this.#open.delete(chore);
  }

  #look(now, delay) {
    this.clock.clearTimeout(this.#timer);
    this.#next = now + delay;
    this.#timer = this.clock.setTimeout(() => this.#doDue(), delay);
  }

  #doDue() {
    this.#timer = undefined;
    this.#next = Infinity;
    const now = this.clock.now();
    for (const chore of [...this.#open]) {
      if (chore.due <= now && this.#open.delete(chore)) this.#do(chore);
    }
    const next = Math.min(...[...this.#open].map(({ due }) => due));
    if (next < this.#next) this.#look(now, next - now);
  }

  /** One that fails doesn't stop the others, as it is with timers. */
  #do({ action }) {
    try {
      action();
    } catch (error) {
      reportError(error);
    }
  }
}

/** Those of this page. */
export const pageChores = new Chores();
