// SPDX-License-Identifier: MIT
// Tasks that are done a moment after calls. An answer waits for each timer that is set before it, which takes 10 to 25
// µs of the 600 that a call spends in the page, so one timer serves all tasks.

/** @import { Clock } from "../../Types/connector.d.ts" */

/** The page's clock. @type {Clock} */
const pageClock = {
  setTimeout: (...args) => setTimeout(...args), clearTimeout: (timer) => clearTimeout(timer), now: () => performance.now(),
};

/**
 * The longest delay of the timer after a first task, in milliseconds. Most tasks come in pairs, of which the second one
 * is due sooner.
 */
const firstLook = 30;

/** @typedef {{action: () => void, due: number}} DeferredTask `due` is a time of the clock */

export class DeferredTasks {
  clock;
  /** @type {Set<DeferredTask>} */
  #open = new Set();
  /** @type {number | undefined} */
  #timer;
  /** The time at which the timer fires. */
  #next = Infinity;

  /** @param {Clock} [clock] the page's by default */
  constructor(clock = pageClock) {
    this.clock = clock;
  }

  /**
   * @param {() => void} action
   * @param {number} delay milliseconds; a busy page may take longer
   * @returns {DeferredTask}
   */
  add(action, delay) {
    const now = this.clock.now();
    const task = { action, due: now + delay };
    this.#open.add(task);
    if (task.due < this.#next) this.#look(now, this.#timer === undefined ? Math.min(delay, firstLook) : delay);
    return task;
  }

  /** @param {DeferredTask | undefined} task one that need not be done any more */
  remove(task) {
    this.#open.delete(/** @type {DeferredTask} */ (task));
  }

  /** @param {number} now @param {number} delay */
  #look(now, delay) {
    this.clock.clearTimeout(this.#timer);
    this.#next = now + delay;
    this.#timer = this.clock.setTimeout(() => this.#doDue(), delay);
  }

  #doDue() {
    this.#timer = undefined;
    this.#next = Infinity;
    const now = this.clock.now();
    for (const task of [...this.#open]) {
      if (task.due <= now && this.#open.delete(task)) this.#do(task);
    }
    const next = Math.min(...[...this.#open].map(({ due }) => due));
    if (next < this.#next) this.#look(now, next - now);
  }

  /** Does one task. A failure doesn't stop the others, as with timers. @param {DeferredTask} task */
  #do({ action }) {
    try {
      action();
    } catch (error) {
      reportError(error);
    }
  }
}

/** The tasks of this page. */
export const pageTasks = new DeferredTasks();
