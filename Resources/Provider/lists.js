// SPDX-License-Identifier: MIT
// Loops over lists with nothing of a prototype, which a page may have changed.

/**
 * @template Given, Made
 * @param {Given[]} list
 * @param {(given: Given) => Made} make
 * @returns {Made[]}
 */
export function each(list, make) {
  /** @type {Made[]} */
  const made = [];
  for (let index = 0; index < list.length; index += 1) made[index] = make(list[index]);
  return made;
}

/**
 * Lists that are read while they change are replaced: a listener may end itself while all are told.
 *
 * @template Item
 * @param {Item[]} list
 * @param {Item} item
 */
export function added(list, item) {
  const next = without(list, item);
  next[next.length] = item;
  return next;
}

/**
 * @template Item
 * @param {Item[]} list
 * @param {Item} item
 */
export function without(list, item) {
  /** @type {Item[]} */
  const next = [];
  each(list, (other) => {
    if (other !== item) next[next.length] = other;
  });
  return next;
}

/**
 * @template Argument
 * @param {((argument: Argument) => void)[]} listeners
 * @param {Argument} argument
 */
export function tellAll(listeners, argument) {
  each(listeners, (listener) => {
    try {
      listener(argument);
    } catch (error) {
      // A listener of the page failed: its console says so, and the others are told.
      console.error(error);
    }
  });
}
