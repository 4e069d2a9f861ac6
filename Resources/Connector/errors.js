// SPDX-License-Identifier: MIT
// Errors of the connector carry a code beside their text: callers compare codes, users read texts.

/** @import { FailureDetails } from "../Types/connector.d.ts" */

/**
 * @typedef {"userCancelled" | "walletRejected" | "unknownWallet" | "invalidRequest" | "walletUnavailable" | "noWalletConnected" | "internal"} ErrorCode
 */

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

/** The user closed the wallet's window or frame. The text is upstream's, since pages compare it. */
export const walletClosed = () => new ConnectorError("userCancelled", "Wallet closed");

/** The user closed the wallet list without a choice. The text is upstream's too. */
export const userRejected = () => new ConnectorError("userCancelled", "User rejected");

/**
 * Makes an error of whatever a wallet threw, with its code and its data. A value that is no error becomes the error's
 * `cause`.
 *
 * @param {unknown} value the failure as it came over the frame's boundary: a string, an Error, an object
 * @param {string | number} [code]
 * @param {FailureDetails} [details]
 */
export function walletFailure(value, code, details) {
  const error = value instanceof Error ? value : errorOf(value);
  const { code: own, data, name } = error === value ? {} : Object(value);
  /** @type {[string, unknown, (field: unknown) => boolean][]} */
  const fields = [
    ["code", code ?? own, isCode], ["data", data, isThere], ["name", name, isText], ["hash", details?.hash, isText], ["outcomes", details?.outcomes, Array.isArray],
  ];
  for (const [key, field, isSound] of fields) {
    // Defined, not assigned: some errors have such fields as read-only properties.
    if (isSound(field)) Object.defineProperty(error, key, { value: field, configurable: true, enumerable: true, writable: true });
  }
  return error;
}

/** @param {unknown} field */
const isCode = (field) => typeof field === "string" || Number.isFinite(field);
/** @param {unknown} field */
const isThere = (field) => field !== undefined;
/** @param {unknown} field */
const isText = (field) => typeof field === "string";

/** @param {unknown} value */
function errorOf(value) {
  if (typeof value === "string" && value !== "") return new Error(value);
  const text = Object(value).message;
  return new Error(typeof text === "string" && text !== "" ? text : printed(value), { cause: value });
}

/** @param {unknown} value */
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
 * Waits for `promise`, and rejects as soon as the signal is aborted.
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
