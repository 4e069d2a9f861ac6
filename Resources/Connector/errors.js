// SPDX-License-Identifier: MIT
// Errors of the connector carry a code beside their text: callers compare codes, persons read texts.

/** @typedef {"userCancelled" | "walletRejected" | "unknownWallet" | "invalidRequest" | "walletUnavailable" | "noWalletConnected" | "internal"} ErrorCode */

export class ConnectorError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {{cause?: unknown}} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "ConnectorError";
    this.code = code;
  }
}

/** The person closed the wallet's window or frame. Upstream's text, since pages compare it. */
export const walletClosed = () => new ConnectorError("userCancelled", "Wallet closed");

/** The person closed the wallet list without a choice. Upstream's text too. */
export const userRejected = () => new ConnectorError("userCancelled", "User rejected");

/**
 * Makes what a wallet threw into an error, with the code and the data that it had. What was no error is the error's `cause`.
 *
 * @param {unknown} value the failure as it came over the frame's boundary: a string, an Error, an object
 * @param {string | number} [code]
 * @param {{hash?: string, outcomes?: object[]}} [details] more fields for the error, as its executor set them: about transactions that
 *   were sent before it failed
 */
export function walletFailure(value, code, details) {
  const error = value instanceof Error ? value : errorOf(value);
  const { code: own, data, name } = error === value ? {} : Object(value);
  for (const [key, field, isSound] of [
    ["code", code ?? own, isCode], ["data", data, isThere], ["name", name, isText], ["hash", details?.hash, isText], ["outcomes", details?.outcomes, Array.isArray],
  ]) {
    // By definition, since some errors have such fields by nature, and then can't be assigned to.
    if (isSound(field)) Object.defineProperty(error, key, { value: field, configurable: true, enumerable: true, writable: true });
  }
  return error;
}

const isCode = (field) => typeof field === "string" || Number.isFinite(field);
const isThere = (field) => field !== undefined;
const isText = (field) => typeof field === "string";

function errorOf(value) {
  if (typeof value === "string" && value !== "") return new Error(value);
  const text = Object(value).message;
  return new Error(typeof text === "string" && text !== "" ? text : printed(value), { cause: value });
}

function printed(value) {
  try {
    return JSON.stringify(value) ?? "The wallet failed without a reason";
  } catch {
    return "The wallet failed without a reason";
  }
}

/** @param {AbortSignal | undefined} signal */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw signal.reason;
}

/**
 * `promise`, or a rejection as soon as the signal is aborted, whichever comes first.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>}
 */
export function unlessAborted(promise, signal) {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
      promise.catch(() => {});
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
