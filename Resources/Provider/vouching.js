// SPDX-License-Identifier: MIT
// Injected into the relays' world where the user has allowed frames of one site inside another one.
//
// Frames of another origin than their top frame's can't look into that, so that they don't know in which view they are.
// The relay of the top frame vouches for them: it hears a nonce of the frame's relay by a message whose origin and
// source the browser has written, and tells the host. Pages can write such messages, too, but a nonce counts for the
// origin that has sent it, once, and who asks is told by the frame's own relay.

const asking = "near-connect-dapp:frame ";
const answering = "near-connect-dapp:vouched ";
/** The frames of one origin for which is vouched in a second. */
const vouchRate = 8;
/** The time in milliseconds in which the top frame has to answer. */
const vouchPatience = 5000;

/** @import { RelayState } from "../Types/provider.d.ts" */

export function startVouching() {
  // A document without a wallet has no relay.
  const relay = globalThis.nearConnectRelay;
  if (!relay) return;
  if (self === self.top) vouchForFrames(relay);
  else relay.vouched = makeVouched();
}

/**
 * Vouches for frames of other origins in this top frame.
 *
 * @param {RelayState} relay
 */
function vouchForFrames(relay) {
  let second = 0;
  /** @type {Map<string, number>} */
  let counts = new Map();
  addEventListener("message", async (event) => {
    const { data, origin } = event;
    const source = /** @type {Window | null} */ (event.source);
    if (!event.isTrusted || typeof data !== "string" || !data.startsWith(asking)) return;
    event.stopImmediatePropagation();
    // A window of its own, or this one, is no frame of this page.
    if (!source || source === self || source.top !== self) return;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) counts = new Map();
    second = now;
    const count = (counts.get(origin) ?? 0) + 1;
    counts.set(origin, count);
    if (count > vouchRate || data.length > 100) return;
    const nonce = data.slice(asking.length);
    try {
      const head = JSON.stringify({ view: await relay.view, top: relay.own.document, nonce, origin });
      // Nothing where the host is gone.
      if (await relay.tell(`!${head}`) !== undefined) source.postMessage(answering + nonce, origin);
    } catch {
      // The view isn't known, or the frame is gone.
    }
  }, true);
}

/**
 * Returns a function that has the top frame's relay vouch for this document, once.
 *
 * @returns {() => Promise<string | undefined>} the nonce; undefined where nobody vouches
 */
function makeVouched() {
  /** @type {Promise<string | undefined> | undefined} */
  let vouched;
  // In a page that comes back from the cache, what was known of it is forgotten.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) vouched = undefined;
  });
  const ask = () => new Promise((/** @type {(nonce?: string) => void} */ resolve) => {
    const nonce = crypto.randomUUID();
    const listening = new AbortController();
    const deadline = setTimeout(() => {
      listening.abort();
      vouched = undefined;
      resolve();
    }, vouchPatience);
    addEventListener("message", (event) => {
      if (!event.isTrusted || event.source !== self.top || event.data !== answering + nonce) return;
      event.stopImmediatePropagation();
      listening.abort();
      clearTimeout(deadline);
      resolve(nonce);
    }, { capture: true, signal: listening.signal });
    const around = Array.from(location.ancestorOrigins);
    self.top?.postMessage(asking + nonce, around[around.length - 1]);
  });
  return () => (vouched ??= ask());
}
