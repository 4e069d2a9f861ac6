// SPDX-License-Identifier: MIT
// The built-ins that the bridge's own messages depend on, taken before any other script of the page has run. The
// connector may be somebody else's bundle; whatever it patches later, messages to the host stay what the bridge made them.

const bind = Function.prototype.bind;
const call = Function.prototype.call;

/** Turns a method into a function that takes its receiver as the first argument. */
const uncurry = (method) => Reflect.apply(bind, call, [method]);

export const parseJSON = JSON.parse;
export const printJSON = JSON.stringify;
export const objectFreeze = Object.freeze;
export const hasOwn = Object.hasOwn;
export const isArray = Array.isArray;
export const NativeCustomEvent = CustomEvent;
export const NativeFocusEvent = FocusEvent;
export const NativeEventTarget = EventTarget;
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
export const mapGet = uncurry(Map.prototype.get);
export const mapSet = uncurry(Map.prototype.set);
export const mapHas = uncurry(Map.prototype.has);
export const mapDelete = uncurry(Map.prototype.delete);
export const randomUUID = Reflect.apply(bind, crypto.randomUUID, [crypto]);
