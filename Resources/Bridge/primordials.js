// SPDX-License-Identifier: MIT
// The built-ins that the bridge's own messages depend on, captured before any other script of the page has run. The
// connector may be a third party's bundle; whatever it patches later, messages to the host stay what the bridge made
// them.

const bind = Function.prototype.bind;
const call = Function.prototype.call;

/**
 * Turns a method into a function that takes its receiver as the first argument.
 *
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: Args) => Result} method
 * @returns {(receiver: object, ...args: Args) => Result}
 */
const uncurry = (method) => Reflect.apply(bind, call, [method]);

/**
 * Functions on maps, which keep their types of keys and values.
 *
 * @typedef {<K, V>(map: Map<K, V>, key: K) => V | undefined} MapGet
 * @typedef {<K, V>(map: Map<K, V>, key: K, value: V) => void} MapSet
 * @typedef {<K, V>(map: Map<K, V>, key: K) => boolean} MapTest
 */

export const parseJSON = JSON.parse;
export const printJSON = JSON.stringify;
export const objectFreeze = Object.freeze;
export const hasOwn = Object.hasOwn;
export const isArray = Array.isArray;
export const NativeCustomEvent = CustomEvent;
export const NativeFocusEvent = FocusEvent;
export const NativeEventTarget = EventTarget;
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
export const mapGet = /** @type {MapGet} */ (uncurry(Map.prototype.get));
export const mapSet = /** @type {MapSet} */ (uncurry(Map.prototype.set));
export const mapHas = /** @type {MapTest} */ (uncurry(Map.prototype.has));
export const mapDelete = /** @type {MapTest} */ (uncurry(Map.prototype.delete));
/** @type {() => string} */
export const randomUUID = Reflect.apply(bind, crypto.randomUUID, [crypto]);
