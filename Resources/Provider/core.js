// SPDX-License-Identifier: MIT
// Requests to the host, by way of the relay in this document's isolated world. Each ends once; the relay answers also
// where the host can't.

import { codes, providerError } from "./errors.js";
import { textLimit, toWire } from "./wire.js";

/** @import { BuiltIns, Core, HostState } from "../Types/provider.d.ts" */

/**
 * @param {BuiltIns} builtIns
 * @param {EventTarget} channel the private way to the relay
 * @returns {Core}
 */
export function makeCore(builtIns, channel) {
  let last = 0;
  let onSuccess = () => {};
  /** @type {Record<string, {resolve(value: any): void, reject(error: unknown): void}>} */
  const open = /** @type {any} */ ({ __proto__: null });

  builtIns.listen(channel, "answer", (/** @type {Event} */ event) => {
    const text = builtIns.detail(event);
    const space = builtIns.indexOf(text, " ");
    const id = builtIns.slice(text, 0, space);
    const waiting = open[id];
    if (waiting === undefined) return;
    delete open[id];
    let answer;
    try {
      answer = builtIns.parse(builtIns.slice(text, space + 1));
    } catch {
      answer = { error: { code: codes.internal, message: "The wallet's answer can't be read." } };
    }
    const { error } = answer;
    if (!error) onSuccess();
    if (error) waiting.reject(providerError(builtIns, error.code, error.message, error.data));
    else waiting.resolve(answer.result);
  });

  /** @type {Core["request"]} */
  const request = (method, params) => new builtIns.Promise((resolve, reject) => {
    let text = "";
    try {
      text = builtIns.print({ __proto__: null, method, params: toWire(builtIns, params ?? { __proto__: null }) });
      if (text.length > textLimit) throw "the request is too long";
    } catch (problem) {
      const reason = typeof problem === "string" ? problem : "a part of the request can't be read";
      reject(providerError(builtIns, codes.invalidParams, `Invalid request: ${reason}.`));
      return;
    }
    last += 1;
    const id = builtIns.text(last);
    open[id] = { resolve, reject };
    builtIns.dispatch(channel, new builtIns.CustomEvent("request", { detail: `${id} ${text}` }));
  });

  const subscriptions = makeSubscriptions(request);
  onSuccess = subscriptions.resume;
  return { request, subscribe: subscriptions.add };
}

/**
 * Listeners of this document share one request, which the host answers when there is something to tell.
 *
 * @param {Core["request"]} request
 * @returns {{add: Core["subscribe"], resume: () => void}} `resume` asks again where the host has ended the request
 */
function makeSubscriptions(request) {
  /** @type {((event: HostState) => void)[]} */
  let listeners = [];
  let isWaiting = false;

  const wait = async () => {
    if (isWaiting) return;
    isWaiting = true;
    let since;
    try {
      while (listeners.length > 0) {
        /** @type {HostState} */
        const state = await request("accounts.subscribe", { since });
        // The first answer is what the page knows already.
        if (since !== undefined) tell(state);
        since = state.mark;
      }
    } catch {
      // The host has ended it. It is asked again when it has answered something else.
    }
    isWaiting = false;
  };
  /** @param {HostState} state */
  const tell = (state) => {
    const all = listeners;
    for (let index = 0; index < all.length; index += 1) {
      try {
        all[index](state);
      } catch (error) {
        // A listener of the page failed: the page's own console says so, and the others are told.
        console.error(error);
      }
    }
  };
  /** @type {Core["subscribe"]} */
  const add = (listener) => {
    // A list of its own for each change: a listener may end itself while all are told.
    const next = [];
    for (let index = 0; index < listeners.length; index += 1) next[index] = listeners[index];
    next[next.length] = listener;
    listeners = next;
    void wait();
    return () => {
      const rest = [];
      for (let index = 0; index < listeners.length; index += 1) {
        if (listeners[index] !== listener) rest[rest.length] = listeners[index];
      }
      listeners = rest;
    };
  };
  return { add, resume: () => void wait() };
}
