// SPDX-License-Identifier: MIT
// Requests to the host, by way of the relay in this document's isolated world. Each ends once; the relay answers also
// where the host can't.

import { codes, providerError } from "./errors.js";
import { added, each, tellAll, without } from "./lists.js";
import { textLimit, toWire } from "./wire.js";

/** @import { BuiltIns, Core, HostState, Link } from "../Types/provider.d.ts" */

/**
 * @param {BuiltIns} builtIns
 * @param {EventTarget} channel the private way to the relay
 * @param {Link} [link] says when the relay is there, which may come second; it is there if this is left out
 * @returns {Core}
 */
export function makeCore(builtIns, channel, link) {
  /** Requests for a relay that isn't there yet. @type {string[]} */
  let early = [];
  /** @param {string} detail */
  const send = (detail) => {
    if (link?.isOpen === false) early[early.length] = detail;
    else builtIns.dispatch(channel, new builtIns.CustomEvent("request", { detail }));
  };
  if (link) {
    link.onOpen = () => {
      const all = early;
      early = [];
      each(all, send);
    };
  }
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
      text = builtIns.print({ __proto__: null, method, params: params && toWire(builtIns, params) });
      if (text.length > textLimit) throw "the request is too long";
    } catch (problem) {
      const reason = typeof problem === "string" ? problem : "a part of the request can't be read";
      reject(providerError(builtIns, codes.invalidParams, `Invalid request: ${reason}.`));
      return;
    }
    last += 1;
    const id = builtIns.text(last);
    open[id] = { resolve, reject };
    send(`${id} ${text}`);
  });

  const subscriptions = makeSubscriptions(builtIns, request);
  onSuccess = subscriptions.resume;
  return { request, subscribe: subscriptions.add };
}

/**
 * Listeners of this document share one request, which the host answers when there is something to tell.
 *
 * @param {BuiltIns} builtIns
 * @param {Core["request"]} request
 * @returns {{add: Core["subscribe"], resume: () => void}} `resume` asks again where the host has ended the request
 */
function makeSubscriptions(builtIns, request) {
  /** @type {((event: HostState) => void)[]} */
  let listeners = [];
  let isWaiting = false;
  /** The mark of what the page knows. @type {number | undefined} */
  let since;

  const wait = async () => {
    if (isWaiting) return;
    isWaiting = true;
    /** @type {any} */
    let failure;
    try {
      while (listeners.length > 0) {
        /** @type {HostState} */
        const state = await request("accounts.subscribe", { since });
        // The first answer is what the page knows already.
        if (since !== undefined) tellAll(listeners, state);
        since = state.mark;
      }
    } catch (error) {
      failure = error;
    }
    isWaiting = false;
    // The host has ended it. It is asked again when it has answered something else, or when the limit allows it.
    if (failure?.code === codes.limit) builtIns.later(() => void wait(), 1000);
  };
  /** @type {Core["subscribe"]} */
  const add = (listener) => {
    listeners = added(listeners, listener);
    void wait();
    return () => {
      listeners = without(listeners, listener);
    };
  };
  return { add, resume: () => void wait() };
}
