// SPDX-License-Identifier: MIT
// Calls from the page to services of the host, by which packaged wallets reach it. The host answers through
// `nearConnect.settleHostCall`.

import { log, send } from "./channel.js";
import { BridgeError } from "./failures.js";
import { latestSignal, requestIdOf, soleSignal } from "./requests.js";
import { mapDelete, mapGet, mapSet, parseJSON, randomUUID } from "./primordials.js";

/** @import { HostAnswer, HostCall } from "../Types/bridge.d.ts" */
/** @import { CallContext, HostEntities } from "../Types/connector.d.ts" */
/** @import { WalletConnectService } from "../Types/wallets.d.ts" */

/** @type {Map<string, {resolve: (value: unknown) => void, reject: (error: unknown) => void}>} */
const pending = new Map();

/**
 * A part of each call's id, new with each load. An answer to the page before this one must not fit a call of this one.
 */
const load = randomUUID();
let count = 0;

/** The kinds of request for which a wallet calls a method of the keystore. @type {Record<string, string[]>} */
const reasons = {
  // @ts-expect-error TypeScript takes the prototype for an entry
  __proto__: null,
  signIn: ["signIn"],
  signInAndSignMessage: ["signInAndSignMessage"],
  signTransactions: ["signAndSendTransaction", "signAndSendTransactions"],
  signMessage: ["signMessage"],
  signDelegateActions: ["signDelegateActions"],
  signOut: ["signOut"],
};

/**
 * Calls a service of the host.
 *
 * @param {string} service for example "keystore"
 * @param {string} method
 * @param {unknown} params
 * @param {{walletId: string, signal?: AbortSignal, reason?: AbortSignal}} context the wallet that asks, and the request
 *   it asks for; `reason` is that of a request whose end doesn't end the call
 * @returns {Promise<unknown>} rejects with an error that carries the host's code, and when the request ends first, or
 *   none is open that the call can belong to
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
      reject(signal?.reason);
    };
    /** @param {(value: unknown) => void} end @returns {(value: unknown) => void} */
    const finish = (end) => (value) => {
      signal?.removeEventListener("abort", abandon);
      end(value);
    };
    mapSet(pending, callId, { resolve: finish(resolve), reject: finish(reject) });
    signal?.addEventListener("abort", abandon, { once: true });
    /** @type {HostCall} */
    const message = { callId, service, method, params: params ?? {}, walletId };
    try {
      send("hostCall", id, message);
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
  /** @type {HostAnswer} */
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
  const error = /** @type {Error & {code?: string}} */ (new Error(typeof message === "string" ? message : "The host refused"));
  error.code = typeof code === "string" ? code : "internal";
  call.reject(error);
}

/**
 * Makes the objects that a packaged wallet reaches by `window.selector.external(name, method, params)`.
 *
 * @param {string} walletId
 * @param {CallContext} context without a signal, as with connectors that know none, a call belongs to the one open
 *   request that can be its reason
 * @returns {HostEntities}
 */
export function hostEntities(walletId, { signal }) {
  /** @type {Record<string, (params: unknown) => Promise<unknown>>} */
  const keystore = Object.create(null);
  for (const method of Object.keys(reasons)) {
    keystore[method] = (params) =>
      callHost("keystore", method, params, { walletId, signal: signal ?? soleSignal(reasons[method]) });
  }
  // Every kind of request asks who is signed in, and two may ask at once: at its start the program checks the session
  // while it signs.
  keystore.accounts = (params) => callHost("keystore", "accounts", params, { walletId, signal, reason: signal ?? latestSignal() });
  return { nearConnectKeystore: Object.freeze(keystore) };
}

/**
 * Makes the host's WalletConnect client for one wallet. The host checks which session is the wallet's and what it
 * grants.
 *
 * @param {string} walletId
 * @param {CallContext} context
 * @returns {WalletConnectService}
 */
export function hostWalletConnect(walletId, { signal }) {
  /** @param {string} name @returns {(params?: unknown) => Promise<unknown>} */
  const method = (name) => (params) => callHost("walletConnect", name, params, { walletId, signal: signal ?? soleSignal() });
  return {
    connect: method("connect"), disconnect: method("disconnect"), request: method("request"),
    getProjectId: method("getProjectId"), getSession: method("getSession"),
  };
}
