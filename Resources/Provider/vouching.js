// SPDX-License-Identifier: MIT
// Frames of another origin than their top frame's can't look into that, so that they don't know in which view they are.
// The relay of the top frame vouches for them: it hears a nonce of the frame's relay by a message whose origin and
// source the browser has written, and tells the host. Pages can read and write such messages, but a nonce counts for
// the origin that has sent it, once, and who asks is told by the frame's own relay.

const asking = "near-connect-dapp:frame ";
const answering = "near-connect-dapp:vouched ";
const nonceForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The frames of one origin for which is vouched in a second, and the origins that are kept count of. */
const vouchRate = 8;
const vouchOrigins = 64;
/** The time in milliseconds in which the top frame has to answer. */
const vouchPatience = 5000;

/** @import { RelayState } from "../Types/provider.d.ts" */

/**
 * Vouches for frames of other origins in this top frame.
 *
 * @param {RelayState} relay
 */
export function vouchForFrames(relay) {
  /** @type {Map<string, number[]>} */
  const begun = new Map();
  /** @param {string} origin */
  const isTooMuch = (origin) => {
    const now = performance.now();
    const times = (begun.get(origin) ?? []).filter((time) => time > now - 1000);
    if (times.length >= vouchRate) return true;
    begun.delete(origin);
    if (begun.size >= vouchOrigins) begun.clear();
    begun.set(origin, [...times, now]);
    return false;
  };
  addEventListener("message", async (event) => {
    const { data, origin, isTrusted } = event;
    const source = /** @type {Window | null} */ (event.source);
    if (!isTrusted || typeof data !== "string" || !data.startsWith(asking)) return;
    event.stopImmediatePropagation();
    const nonce = data.slice(asking.length);
    // A window of its own, or this one, is no frame of this page.
    if (source === null || source === self || source.top !== self) return;
    if (!nonceForm.test(nonce) || !/^https?:/.test(origin) || origin === self.origin || isTooMuch(origin)) return;
    const head = JSON.stringify({ view: await relay.view, top: relay.document, nonce, origin });
    try {
      await window.webkit.messageHandlers.nearConnectDApp.postMessage(`!${head}`);
      source.postMessage(answering + nonce, origin);
    } catch {
      // The host is gone, or the frame is.
    }
  }, { capture: true });
}

/**
 * Returns a function that has the top frame's relay vouch for this document, once.
 *
 * @returns {() => Promise<string | undefined>} the nonce; undefined where nobody vouches
 */
export function makeVouched() {
  /** @type {Promise<string | undefined> | undefined} */
  let vouched;
  // In a page that comes back from the cache, what was known of it is forgotten.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) vouched = undefined;
  });
  const ask = () => new Promise((/** @type {(nonce: string | undefined) => void} */ resolve) => {
    const nonce = crypto.randomUUID();
    const around = Array.from(location.ancestorOrigins);
    /** @param {MessageEvent<unknown>} event */
    const hear = (event) => {
      const { data, source, isTrusted } = event;
      if (!isTrusted || source !== self.top || data !== answering + nonce) return;
      event.stopImmediatePropagation();
      end(nonce);
    };
    /** @param {string} [result] */
    const end = (result) => {
      removeEventListener("message", hear, { capture: true });
      clearTimeout(deadline);
      if (result === undefined) vouched = undefined;
      resolve(result);
    };
    const deadline = setTimeout(end, vouchPatience);
    addEventListener("message", hear, { capture: true });
    self.top?.postMessage(asking + nonce, around[around.length - 1]);
  });
  return () => (vouched ??= ask());
}
