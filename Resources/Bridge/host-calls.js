// SPDX-License-Identifier: MIT
// Calls from the page to services of the host, by which packaged wallets reach it. The host answers through `nearConnect.settleHostCall`.

import { log, send } from "./channel.js";
import { requestIdOf } from "./requests.js";
import { mapDelete, mapGet, mapSet, parseJSON } from "./primordials.js";

/** @type {Map<string, {resolve: (value: unknown) => void, reject: (error: Error) => void}>} */
const pending = new Map();

/** Names of another load must never fit: an answer that comes late would settle a call of this one. */
const load = crypto.randomUUID();
let count = 0;

/**
 * @param {string} service for example "keystore"
 * @param {string} method
 * @param {unknown} params
 * @param {{walletId: string, signal?: AbortSignal}} context the wallet that asks, and the request it asks for
 * @returns {Promise<unknown>} rejects with an error that carries the host's code
 */
export function callHost(service, method, params, { walletId, signal }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const request = requestIdOf(signal);
    if (request === null) {
      reject(Object.assign(new Error("Nobody waits for this call"), { code: "walletRejected" }));
      return;
    }
    const callId = `${load}-${++count}`;
    const abandon = () => {
      mapDelete(pending, callId);
      reject(signal.reason);
    };
    const finish = (end) => (value) => {
      signal?.removeEventListener("abort", abandon);
      end(value);
    };
    mapSet(pending, callId, { resolve: finish(resolve), reject: finish(reject) });
    signal?.addEventListener("abort", abandon, { once: true });
    try {
      send("hostCall", request, { callId, service, method, params: params ?? {}, walletId });
    } catch (error) {
      mapDelete(pending, callId);
      finish(reject)(error);
    }
  });
}

/**
 * @param {string} text JSON: `{callId, ok: true, result}` or `{callId, ok: false, error: {code, message}}`
 */
export function settleHostCall(text) {
  const answer = parseJSON(text);
  const call = mapGet(pending, answer?.callId);
  if (call === undefined) {
    log("debug", `An answer to host call ${answer?.callId} came after its end`);
    return;
  }
  mapDelete(pending, answer.callId);
  if (answer.ok === true) {
    call.resolve(answer.result);
    return;
  }
  const { code, message } = answer.error ?? {};
  const error = new Error(typeof message === "string" ? message : "The host refused");
  error.code = typeof code === "string" ? code : "internal";
  call.reject(error);
}

/**
 * The objects that a packaged wallet reaches by `window.selector.external(name, method, params)`.
 *
 * @param {string} walletId
 * @param {{signal?: AbortSignal}} context
 */
export function hostEntities(walletId, { signal }) {
  const keystore = Object.create(null);
  const methods = ["accounts", "signIn", "signInAndSignMessage", "signTransactions", "signMessage", "signDelegateActions", "signOut"];
  for (const method of methods) {
    keystore[method] = (params) => callHost("keystore", method, params, { walletId, signal });
  }
  return { nearConnectKeystore: Object.freeze(keystore) };
}
