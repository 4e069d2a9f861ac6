// SPDX-License-Identifier: MIT
// Values on their way from a page to the host, as JSON: bytes are `{"$bytes": "<base64>"}`, bigints and other libraries'
// big numbers decimal text, keys text. The host decodes them; nothing is understood here.

import { each } from "./lists.js";

/** @import { BuiltIns } from "../Types/provider.d.ts" */

const depthLimit = 32;
const countLimit = 16_384;
/** The longest text of a request, in UTF-16 units: the host takes no longer one, even of a contract. */
export const textLimit = 4 * 1024 * 1024;

/**
 * Copies a value into objects without prototypes, so that what a page has put on `Object.prototype` adds nothing.
 *
 * @param {BuiltIns} builtIns
 * @param {unknown} value
 * @returns {unknown}
 * @throws {unknown} what a getter of the page throws; a text where the value is too large
 */
export function toWire(builtIns, value) {
  let count = 0;
  /** @param {any} value @param {number} depth @returns {unknown} */
  const copy = (value, depth) => {
    if (depth > depthLimit || ++count > countLimit) throw "the request is nested too deeply or too long";
    if (typeof value === "bigint") return builtIns.text(value);
    if (typeof value === "function" || typeof value === "symbol") return;
    if (typeof value !== "object" || value === null) return value;
    if (builtIns.isView(value)) return bytes(builtIns, builtIns.bytesOf(value));
    if (builtIns.isBuffer(value)) return bytes(builtIns, new builtIns.Uint8Array(value));
    if (builtIns.isArray(value)) {
      /** @type {unknown[]} */
      const list = [];
      // A hole is null in JSON, as undefined is.
      for (let index = 0; index < value.length; index += 1) put(builtIns, list, index, copy(value[index], depth + 1) ?? null);
      return list;
    }
    const word = ownText(builtIns, value);
    if (word !== undefined) return word;
    const object = { __proto__: null };
    each(builtIns.ownKeys(value), (key) => {
      if (typeof key !== "string" || !builtIns.getOwnPropertyDescriptor(value, key)?.enumerable) return;
      put(builtIns, object, key, copy(value[key], depth + 1));
    });
    return object;
  };
  return copy(value, 0);
}

/**
 * The text of a key or a big number of a library's own class, such as near-api-js' PublicKey and bn.js' BN.
 *
 * @param {BuiltIns} builtIns
 * @param {any} value
 * @returns {string | undefined} undefined for any other object
 */
function ownText(builtIns, value) {
  const prototype = builtIns.getPrototypeOf(value);
  // A literal's prototype is `Object.prototype`, of whichever window.
  if (prototype === null || builtIns.getPrototypeOf(prototype) === null) return;
  const print = value.toString;
  if (typeof print !== "function" || print === builtIns.objectText) return;
  const text = builtIns.apply(print, value, []);
  if (typeof text !== "string" || text.length === 0 || text.length > 4096) return;
  if (builtIns.indexOf(text, "ed25519:") === 0 || builtIns.indexOf(text, "secp256k1:") === 0) return text;
  if (builtIns.indexOf(text, "ml-dsa-65:") === 0) return text;
  for (let index = 0; index < text.length; index += 1) {
    const unit = builtIns.codeAt(text, index);
    if (unit < 0x30 || unit > 0x39) return;
  }
  return text;
}

/** @param {BuiltIns} builtIns @param {Uint8Array} view */
function bytes(builtIns, view) {
  let text = "";
  const count = builtIns.byteCount(view);
  for (let index = 0; index < count; index += 1) text += builtIns.character(view[index]);
  return { __proto__: null, $bytes: builtIns.encode(text) };
}

/** @param {BuiltIns} builtIns @param {object} object @param {string | number} key @param {unknown} value */
function put(builtIns, object, key, value) {
  if (value === undefined) return;
  builtIns.defineProperty(object, key, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
}

/**
 * @param {BuiltIns} builtIns
 * @param {string} base64
 * @returns {Uint8Array}
 */
export function fromBase64(builtIns, base64) {
  const text = builtIns.decode(base64);
  const view = new builtIns.Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) view[index] = builtIns.codeAt(text, index);
  return view;
}
