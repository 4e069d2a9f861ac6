// SPDX-License-Identifier: MIT
// The page's side of the request table: each request that the host performs ends in exactly one message, a result or a
// failure, unless the host itself cancels it.

import { log, send } from "./channel.js";
import { failureOf } from "./failures.js";
import { mapDelete, mapGet, mapHas, mapSet } from "./primordials.js";

/** @import { Failure, Messages, Reply } from "../Types/bridge.d.ts" */
/** @import { ReturnLink } from "../Types/connector.d.ts" */
/** @import { ReturnedLink } from "../Types/wallets.d.ts" */

/** One open request. Its signal is made on first use: a signal and its end cost more than the rest of a round trip. */
class Request {
  /** @type {AbortController | null} */
  #controller = null;
  /** The reason why the request ended. @type {string | null} */
  #ended = null;
  /** True if the host was told that a window of the wallet has spoken. */
  hasWindowSpoken = false;
  /** Listeners for links by which the wallet comes back. @type {Set<(returned: ReturnedLink) => void>} */
  returns = new Set();

  /**
   * @param {string} id
   * @param {string} kind
   * @param {string | null} returnUrl where the wallet may come back to
   */
  constructor(id, kind, returnUrl) {
    this.id = id;
    this.kind = kind;
    this.returnUrl = returnUrl;
  }

  /** @returns {AbortSignal} aborted when the host cancels or the request has ended */
  get signal() {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      requests.set(this.#controller.signal, this);
      if (this.#ended !== null) this.#controller.abort(new DOMException(this.#ended, "AbortError"));
    }
    return this.#controller.signal;
  }

  /** @param {string} reason */
  end(reason) {
    this.#ended = reason;
    this.#controller?.abort(new DOMException(reason, "AbortError"));
  }
}

/** @type {Map<string, Request>} */
const open = new Map();

/**
 * Requests by their signals: wallet code is given the signal, host calls find their request by it.
 *
 * @type {WeakMap<AbortSignal, Request>}
 */
const requests = new WeakMap();

/** @param {AbortSignal | undefined} signal */
const requestOf = (signal) => signal && requests.get(signal);

/**
 * @param {AbortSignal | undefined} signal
 * @returns {string | null}
 */
export function requestIdOf(signal) {
  return requestOf(signal)?.id ?? null;
}

/**
 * Returns the address by which the wallet of a request may come back, and a way to listen.
 *
 * @param {AbortSignal | undefined} signal
 * @returns {ReturnLink | null} null when the program takes no links
 */
export function returnOf(signal) {
  const request = requestOf(signal) ?? requestOf(soleSignal());
  if (request === undefined || request.returnUrl === null) return null;
  return { url: request.returnUrl, onReturn: (listener) => { request.returns.add(listener); } };
}

/**
 * @param {string} id the request whose wallet came back
 * @param {ReturnedLink} returned
 */
export function deliverReturn(id, returned) {
  const request = mapGet(open, id);
  if (request === undefined) {
    log("debug", `A link came back for request ${id}, which has ended`);
    return;
  }
  for (const listener of [...request.returns]) listener(returned);
}

/**
 * Guesses the request of a call that comes without a signal.
 *
 * @param {string[]} [kinds] any kind when left out
 * @returns {AbortSignal | undefined} of the one open request that is of these kinds; undefined when there is none, or
 *   more than one
 */
export function soleSignal(kinds) {
  const found = [...open.values()].filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  return found.length === 1 ? found[0].signal : undefined;
}

/**
 * Guesses the request of a call that has no signal. Such a call changes nothing, so any request may be its reason.
 *
 * @returns {AbortSignal | undefined} of the request that was opened last; undefined when none is open
 */
export function latestSignal() {
  return [...open.values()].at(-1)?.signal;
}

/** @returns {boolean} true if no request is open */
export const isIdle = () => open.size === 0;

/**
 * Tells the host, once a request, that another window has spoken to this page. Whatever a wallet says afterwards, its
 * window may have done what the user approved there.
 *
 * @param {MessageEvent} event
 */
export function noteWindow({ source }) {
  // Frames have a parent of their own, ports have none.
  if (source === null || source === window || /** @type {Window} */ (source).parent !== source) return;
  for (const request of open.values()) {
    if (request.hasWindowSpoken) continue;
    request.hasWindowSpoken = true;
    send("windowSpoke", request.id, {});
  }
}

/**
 * Runs one request to its end. Never throws and never rejects.
 *
 * @param {string} id
 * @param {string} kind
 * @param {(request: {signal: AbortSignal}) => Promise<Reply>} work
 * @param {string | null} [returnUrl] where the wallet may come back to
 */
export function run(id, kind, work, returnUrl = null) {
  if (mapHas(open, id)) {
    log("error", `Request ${id} is open already; the second one was dropped`);
    return;
  }
  const request = new Request(id, kind, returnUrl);
  mapSet(open, id, request);
  (async () => work(request))().then(
    ({ type, payload }) => settle(request, type, payload),
    (error) => settle(request, "failure", failureOf(error)),
  );
}

/**
 * Ends a request in the page on the host's behalf and removes its wallet frames, popups and wallet list.
 *
 * @param {string} id
 * @param {string} reason
 */
export function cancel(id, reason) {
  const request = mapGet(open, id);
  if (request === undefined) return;
  mapDelete(open, id);
  request.end(reason || "The request was cancelled");
}

/**
 * Ends a request with its one message.
 *
 * @template {keyof Messages} Type
 * @param {Request} request
 * @param {Type} type
 * @param {Messages[Type]} payload
 */
function settle(request, type, payload) {
  if (mapGet(open, request.id) !== request) {
    log("debug", `A late ${type} of request ${request.id} (${request.kind}) was dropped`);
    return;
  }
  mapDelete(open, request.id);
  try {
    send(type, request.id, payload);
  } catch (error) {
    const { code, message, hash, outcomes } = /** @type {Failure} */ (payload);
    send("failure", request.id, outcomes === undefined || type !== "failure"
      ? { code: "walletUnavailable", message: `The wallet's answer can't be used: ${/** @type {Error} */ (error).message}` }
      : { code, message, hash, outcomes: [] }); // the host must learn that something was sent, even without its outcomes
  }
  request.end("The request has ended");
}
