// SPDX-License-Identifier: MIT
// Calls from the page to services of the host, by which packaged wallets reach it. The host answers through `nearConnect.settleHostCall`.

import { log, send } from "./channel.js";
import { BridgeError } from "./failures.js";
import { latestSignal, requestIdOf, soleSignal } from "./requests.js";
import { mapDelete, mapGet, mapSet, parseJSON, randomUUID } from "./primordials.js";

/** @type {Map<string, {resolve: (value: unknown) => void, reject: (error: Error) => void}>} */
const pending = new Map();

/** Calls are numbered anew with each load; an answer that was meant for the page before this one must not fit a call of this one. */
const load = randomUUID();
let count = 0;

/** The kinds of request for which a wallet calls a method of the keystore. What isn't here may be called for any. */
const reasons = {
  __proto__: null,
  signIn: ["signIn"],
  signInAndSignMessage: ["signInAndSignMessage"],
  signTransactions: ["signAndSendTransaction", "signAndSendTransactions"],
  signMessage: ["signMessage"],
  signDelegateActions: ["signDelegateActions"],
  signOut: ["signOut"],
};

/**
 * @param {string} service for example "keystore"
 * @param {string} method
 * @param {unknown} params
 * @param {{walletId: string, signal?: AbortSignal, reason?: AbortSignal}} context the wallet that asks, and the request it asks for; `reason`
 *   is that of a request whose end doesn't end the call
 * @returns {Promise<unknown>} rejects with an error that carries the host's code, and when the request ends first, or none is open that
 *   the call can belong to
 */
export function callHost(service, method, params, { walletId, signal, reason = signal }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const id = requestIdOf(reason);
    if (id === null) {
      reject(new BridgeError("walletRejected", `"${method}" belongs to no open request`));
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
      send("hostCall", id, { callId, service, method, params: params ?? {}, walletId });
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
 * @param {{signal?: AbortSignal}} context without a signal, as with connectors that know none, a call belongs to the one open
 *   request that can be its reason
 */
export function hostEntities(walletId, { signal }) {
  const keystore = Object.create(null);
  for (const method of Object.keys(reasons)) {
    keystore[method] = (params) =>
      callHost("keystore", method, params, { walletId, signal: signal ?? soleSignal(reasons[method]) });
  }
  // Who is signed in is asked for every kind of request, and by two at once: a start looks at the session while something is signed already.
  keystore.accounts = (params) => callHost("keystore", "accounts", params, { walletId, signal, reason: signal ?? latestSignal() });
  return { nearConnectKeystore: Object.freeze(keystore) };
}

/**
 * The host's WalletConnect client as one wallet may use it: which session is the wallet's own and what it grants is the host's to check.
 *
 * @param {string} walletId
 * @param {{signal?: AbortSignal}} context
 */
export function hostWalletConnect(walletId, { signal }) {
  const method = (name) => (params) => callHost("walletConnect", name, params, { walletId, signal: signal ?? soleSignal() });
  return {
    connect: method("connect"), disconnect: method("disconnect"), request: method("request"),
    getProjectId: method("getProjectId"), getSession: method("getSession"),
  };
}
