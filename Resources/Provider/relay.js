// SPDX-License-Identifier: MIT
// Not part of the page: the host injects this script into an isolated world of the top document, where the page's
// scripts can't see it. It takes requests from the provider, says who asks, and hands the host's answers back. Who asks
// is read here, never in the page's world. Frames of the page's origin have no relay of their own: an isolated world
// costs time in each. A frame of another origin has one where the user has allowed it.

import { makeLimits } from "./limits.js";

/** @import { Place, RelayState } from "../Types/provider.d.ts" */

/**
 * Says whether a document may have a wallet. Frames without an address of their own have the origin of the page that
 * wrote them.
 *
 * @param {Window & typeof globalThis} window
 */
const isFit = ({ isSecureContext, origin, document }) => isSecureContext && /^https?:/.test(origin)
  && /^(text|application)\/x?html/.test(document.contentType);

export function startRelay() {
  // It comes twice where the page's site is allowed in others.
  if (globalThis.nearConnectRelay || !isFit(window)) return;

  const isTop = self === self.top;
  /** This document; its token is the host's. @type {Place} */
  const own = { document: "", origin: self.origin, ancestors: isTop ? [] : [...location.ancestorOrigins] };
  /**
   * Tells the host something. Its answer is the message of an error, behind a mark (`MessageReply` says why); undefined
   * where the host's side is gone.
   *
   * @param {string} text
   * @returns {Promise<string | undefined>}
   */
  const tell = async (text) => {
    try {
      await window.webkit.messageHandlers.nearConnectDApp.postMessage(text);
    } catch (error) {
      return String(error).match(/^Error: =(.*)/s)?.[1];
    }
  };

  let view = "";
  /**
   * The beginnings of requests by who asks: nothing of them changes once the view is known.
   *
   * @type {WeakMap<Place, string>}
   */
  let heads = new WeakMap();
  let wake = () => {};
  /** @type {Promise<string> | undefined} */
  let looking;
  // A page's first words may come long after the page was committed: the token came before this script then. While
  // somebody waits, the host is asked for it once more. It greets the views that it knows: to another window, it has
  // said nothing after five times.
  const lookForView = async () => {
    for (let asked = 0; !view && asked < 5; asked++) {
      /** @type {Promise<void>} */
      const greeted = new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 1000);
      });
      await tell("?");
      await greeted;
    }
    looking = undefined;
    if (!view) throw Error("no view");
    return view;
  };
  // The host calls this in the main frame after each commit; whichever document is there by then gets the token, and
  // says which one it is.
  /** @type {RelayState} */
  const relay = {
    own,
    get view() {
      return looking ??= lookForView();
    },
    tell,
    greet: (text, document) => {
      view = text;
      own.document ||= document;
      heads = new WeakMap();
      wake();
      return own.document;
    },
  };
  globalThis.nearConnectRelay = relay;

  /** @param {Place} place @returns {Promise<string>} what says that the document there asks */
  const asker = async (place) => {
    if (!isTop) {
      // The host can't greet it, and it can't say which view it is in: the relay of its top frame vouches for it.
      own.document ||= crypto.randomUUID();
      return JSON.stringify({ ...own, nonce: await relay.vouched?.() });
    }
    try {
      await relay.view;
      const head = JSON.stringify({ ...place, view, top: own.document });
      heads.set(place, head);
      return head;
    } catch {
      // In a window that the host doesn't know, it says what a page can do about it.
      return JSON.stringify(place);
    }
  };

  /**
   * Takes what the provider of a document asks: of this one, or of a frame of its origin.
   *
   * @param {EventTarget} channel the provider's way to this relay
   * @param {Place} place the document's
   */
  const serve = (channel, place) => {
    const take = makeLimits();
    channel.addEventListener("request", async (message) => {
      const { detail } = /** @type {CustomEvent<unknown>} */ (message);
      if (typeof detail !== "string") return;
      const space = detail.indexOf(" ");
      const id = detail.slice(0, space);
      const request = detail.slice(space + 1);
      /** @param {string} text */
      const answer = (text) => channel.dispatchEvent(new CustomEvent("answer", { detail: `${id} ${text}` }));
      /** @param {number} code @param {string} message */
      const fail = (code, message) => answer(JSON.stringify({ error: { code, message } }));
      const taken = take(request, detail.length);
      // Not at once: a page that asks again as soon as it is refused would never leave its microtasks.
      if (typeof taken === "string") return void setTimeout(fail, 100, -32005, `Too many requests: ${taken}.`);
      const result = await tell(`${heads.get(place) ?? await asker(place)}\n${request}`);
      // The page may ask again as soon as it has its answer.
      taken();
      if (result) answer(result);
      else fail(-32603, "The wallet is not available.");
    });
  };

  /**
   * Serves a frame, and says that it does, so that the page's provider is put there. Which frame it is and where it
   * stands is read from the frame.
   *
   * @param {FocusEvent} message
   */
  const serveFrame = (message) => {
    const frame = /** @type {any} */ (message.view);
    const channel = /** @type {EventTarget} */ (message.relatedTarget);
    try {
      const { document, top, origin, location, nearConnectFrame } = frame;
      if (top !== self || frame === self || nearConnectFrame?.document === document || !isFit(frame)) return;
      // Keeps the channel, and goes with the frame's window, which an empty document may leave to the first real one.
      frame.nearConnectFrame = { document, channel };
      serve(channel, { document: crypto.randomUUID(), origin, ancestors: [...location.ancestorOrigins] });
      message.preventDefault();
    } catch {
      // A frame of another origin can't be looked into.
    }
  };

  document.addEventListener("near-connect-dapp:hello", (event) => {
    event.stopImmediatePropagation();
    // The provider's sign that its requests are heard.
    event.preventDefault();
    const channel = /** @type {EventTarget} */ (event.relatedTarget);
    // A global holds the channel: a listener alone doesn't keep this world's wrapper of it alive.
    globalThis.nearConnectChannel = channel;
    serve(channel, own);
    channel.addEventListener("frame", (message) => serveFrame(/** @type {FocusEvent} */ (message)));
  }, { once: true, capture: true });
  document.dispatchEvent(new Event("near-connect-dapp:relay"));

  // A frame of another origin that looks for a wallet may be allowed to have one: the window asks the user. Who looks
  // is the browser's word; what is around the frame is its own, which counts for the question alone.
  const take = makeLimits();
  if (isTop) {
    addEventListener("message", (event) => {
      const { isTrusted, origin, ports, source } = event;
      // The data of others isn't read: a message for the page would be taken apart twice.
      if (!isTrusted || ports.length !== 1 || /** @type {Window | null} */ (source)?.top !== self) return;
      const { 0: word, 1: ancestors } = Object(event.data);
      if (word !== "near-connect-dapp:looking") return;
      event.stopImmediatePropagation();
      const taken = take("", 0);
      if (typeof taken === "string") return;
      taken();
      void tell(`#${JSON.stringify({ origin, ancestors })}`);
    }, true);
  }
}
