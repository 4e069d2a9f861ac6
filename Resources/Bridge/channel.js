// SPDX-License-Identifier: MIT
// The page's only way to the host. The host's relay lives in an isolated world of this document; at load it is handed a
// private EventTarget, once, and from then on only holders of that object can speak to it. `FocusEvent.relatedTarget`
// is the one event field that carries an object from the page's world into another (checked on WebKitGTK 2.50.6: the
// relay gets its own wrapper of the same target, and string details arrive unchanged).

import { configuration } from "./configuration.js";
import { toWire } from "./wire.js";
import { dispatch, NativeCustomEvent, NativeEventTarget, NativeFocusEvent, printJSON } from "./primordials.js";

/** @import { LogLevel, Messages } from "../Types/bridge.d.ts" */

const channel = new NativeEventTarget();
dispatch(document, new NativeFocusEvent("near-connect:hello", { relatedTarget: channel }));

/** Longest message that is sent, in UTF-16 units: a wallet that answers more than this is faulty. */
export const messageLimit = 16 * 1024 * 1024;

/**
 * Sends one message to the host.
 *
 * @template {keyof Messages} Type
 * @param {Type} type
 * @param {string | null} id the request that the message belongs to
 * @param {Messages[Type]} payload bigints go out as decimal strings, bytes as base64
 * @param {boolean} [isPlain] the payload came out of JSON, so that there is nothing to convert
 * @throws {RangeError} when the text is longer than `messageLimit`
 * @throws {TypeError} when the payload is no JSON (a cycle)
 */
export function send(type, id, payload, isPlain = false) {
  const message = { __proto__: null, v: 1, id, type, payload: isPlain ? payload : toWire(payload), secret: configuration.loadSecret };
  const text = printJSON(message);
  if (text.length > messageLimit) throw new RangeError(`A message of ${text.length} characters is too long`);
  dispatch(channel, new NativeCustomEvent("message", { detail: text }));
}

/**
 * Writes one line to the host's log. Never throws.
 *
 * @param {LogLevel} level
 * @param {string} message
 */
export function log(level, message) {
  try {
    send("log", null, { level, message: `${message}`.slice(0, 4000) });
  } catch {
    // A log line that can't be sent is lost; there is nowhere else to say so.
  }
}
