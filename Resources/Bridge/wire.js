// SPDX-License-Identifier: MIT
// Values between the page and JSON text: bytes are base64 there, bigints decimal strings.

import { isArray, parseJSON } from "./primordials.js";

/** @import { ConnectorAction, JSONObject, JSONReviver } from "../Types/wallets.d.ts" */

/**
 * @param {Uint8Array} bytes
 * @returns {string} base64 with padding
 */
export function toBase64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

/**
 * @param {string} text
 * @returns {Uint8Array | null} null when the text is no base64
 */
export function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Copies a value so that JSON can hold it. Functions and symbols are left out, as JSON itself does.
 *
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {unknown}
 */
export function toWire(value, depth = 0) {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (depth > 100) throw new TypeError("A value is nested too deeply");
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Date) return value.toJSON();
  if (isArray(value)) return value.map((item) => toWire(item, depth + 1) ?? null);
  const copy = {};
  for (const key of Object.keys(value)) {
    Object.defineProperty(copy, key, {
      value: toWire(/** @type {JSONObject} */ (value)[key], depth + 1), enumerable: true, configurable: true, writable: true,
    });
  }
  return copy;
}

/**
 * Finds the first whole number in a JSON text beyond JavaScript's safe integers: a wallet would sign another number.
 * Some of them, such as 2^60, JavaScript holds exactly, but it prints them with other digits or with an exponent.
 *
 * @param {string} text valid JSON
 * @returns {string | null} the number as it is written
 */
export function inexactInteger(text) {
  if (!/[[:,\s-]\d{16}/.test(text)) return null;
  /** @type {string | null} */
  let found = null;
  /** @type {JSONReviver} */
  const look = (_key, value, context) => {
    const source = context?.source;
    if (found === null && typeof value === "number" && /^-?\d+$/.test(/** @type {string} */ (source)) && !Number.isSafeInteger(value)) found = source ?? null;
    return value;
  };
  parseJSON(text, look);
  return found;
}

/**
 * Makes the actions of a request into those that wallets take: contract code is bytes there, base64 in the request.
 * Arguments of a call that are raw bytes come as `{"$bytes": "<base64>"}`; everything else stays unchanged.
 *
 * @param {ConnectorAction[]} actions
 * @returns {ConnectorAction[]}
 */
export function actionsFromWire(actions) {
  return actions.map((action) => {
    const params = action?.params;
    if (typeof params !== "object" || params === null) return action;
    const next = { ...params };
    if (typeof next.code === "string") next.code = bytesOrFail(next.code, `${action.type}.code`);
    if (typeof next.args?.$bytes === "string") next.args = bytesOrFail(next.args.$bytes, `${action.type}.args`);
    return { ...action, params: next };
  });
}

/**
 * @param {string} text
 * @param {string} what named in the error
 */
function bytesOrFail(text, what) {
  const bytes = fromBase64(text);
  if (bytes === null) throw new TypeError(`${what} is not base64`);
  return bytes;
}
