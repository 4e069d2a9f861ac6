// SPDX-License-Identifier: MIT
// The built-ins of a window, taken before its page's scripts run. Whatever a page replaces later, the provider's own
// requests stay what they are; and a page's own scripts are all that it can mislead.

/** @import { BuiltIns } from "../Types/provider.d.ts" */

/**
 * @param {Window & typeof globalThis} window
 * @returns {BuiltIns}
 */
export function takeBuiltIns(window) {
  const { Reflect, Object, JSON, ArrayBuffer, Uint8Array, DataView, EventTarget, CustomEvent, String, Array, setTimeout } = window;
  const { apply, ownKeys } = Reflect;
  const { getOwnPropertyDescriptor } = Object;
  /** @param {object} owner @param {string | symbol} name @returns {(receiver: unknown) => any} */
  const getter = (owner, name) => {
    const get = /** @type {() => unknown} */ (getOwnPropertyDescriptor(owner, name)?.get);
    return (receiver) => apply(get, receiver, []);
  };
  /** @type {(method: Function) => (receiver: unknown, ...args: any[]) => any} */
  const method = (method) => window.Function.prototype.call.bind(method);
  /** @param {(text: string) => string} method a method of the window @returns {(text: string) => string} */
  const bound = (method) => (text) => apply(method, window, [text]);
  const bufferLength = getter(ArrayBuffer.prototype, "byteLength");
  /** @type {(value: unknown) => value is ArrayBuffer} */
  const isBuffer = (value) => {
    try {
      bufferLength(value);
      return true;
    } catch {
      return false;
    }
  };
  // All typed arrays have their getters from one object; a DataView has its own.
  const typed = Object.getPrototypeOf(Uint8Array.prototype);
  const names = ["buffer", "byteOffset", "byteLength"];
  const ofTyped = names.map((name) => getter(typed, name));
  const ofView = names.map((name) => getter(DataView.prototype, name));
  const isTyped = getter(typed, window.Symbol.toStringTag);
  /** @param {unknown} view */
  const bytesOf = (view) => {
    const get = isTyped(view) === undefined ? ofView : ofTyped;
    return new Uint8Array(get[0](view), get[1](view), get[2](view));
  };
  return {
    __proto__: null,
    bytesOf,
    byteCount: getter(typed, "length"),
    Promise: window.Promise,
    Error: window.Error,
    Uint8Array,
    CustomEvent,
    ownKeys,
    apply,
    getOwnPropertyDescriptor,
    getPrototypeOf: Object.getPrototypeOf,
    defineProperty: Object.defineProperty,
    freeze: Object.freeze,
    isExtensible: Object.isExtensible,
    isArray: Array.isArray,
    isView: ArrayBuffer.isView,
    isBuffer,
    text: String,
    parse: JSON.parse,
    print: JSON.stringify,
    encode: bound(window.btoa),
    decode: bound(window.atob),
    codeAt: method(String.prototype.charCodeAt),
    character: String.fromCharCode,
    indexOf: method(String.prototype.indexOf),
    slice: method(String.prototype.slice),
    detail: getter(CustomEvent.prototype, "detail"),
    dispatch: method(EventTarget.prototype.dispatchEvent),
    listen: method(EventTarget.prototype.addEventListener),
    later: (/** @type {() => void} */ work, /** @type {number} */ time) => apply(setTimeout, window, [work, time]),
    objectText: Object.prototype.toString,
  };
}
