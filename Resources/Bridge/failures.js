// SPDX-License-Identifier: MIT
// Failures as messages to the host: a stable code and a sentence.

import { isArray } from "./primordials.js";

/** @import { Failure } from "../Types/bridge.d.ts" */

/** Codes that the host knows. An error with another code of its own is a refusal by the wallet. */
const codes = new Set([
  "userCancelled", "walletRejected", "unknownWallet", "invalidRequest", "walletUnavailable", "noWalletConnected",
  "transactionUnknown", "partiallySent", "internal",
]);

/** Texts by which connectors that have no codes tell what happened. */
const knownTexts = new Map([
  ["User rejected", "userCancelled"],
  ["Wallet closed", "userCancelled"],
  ["Wallet not found", "unknownWallet"],
  ["No wallet selected", "noWalletConnected"],
  ["No accounts found", "noWalletConnected"],
]);

/** An error that carries a code of the bridge protocol. */
export class BridgeError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}

/**
 * Makes a failure of whatever was thrown: wallets throw errors, strings and objects.
 *
 * @param {unknown} error
 * @returns {Failure}
 */
export function failureOf(error) {
  const message = textOf(error);
  const fields = /** @type {Thrown} */ (typeof error === "object" && error !== null ? error : {});
  const own = fields.code;
  if (typeof own === "string" && codes.has(own)) {
    return { code: own, message, ...detailsOf(own, fields) };
  }
  return { code: knownTexts.get(message) ?? "walletRejected", message };
}

/**
 * Fields that something thrown may have.
 *
 * @typedef {{code?: unknown, message?: unknown, hash?: unknown, outcomes?: unknown}} Thrown
 */

/**
 * Reads what some codes say beside their message. `send` bounds its length.
 *
 * @param {string} code
 * @param {Thrown} error
 */
function detailsOf(code, { hash, outcomes }) {
  if (code !== "transactionUnknown" && code !== "partiallySent") return {};
  return {
    ...(typeof hash === "string" && { hash: hash.slice(0, 200) }),
    ...(code === "partiallySent" && { outcomes: isArray(outcomes) ? outcomes : [] }),
  };
}

/** @param {unknown} error */
function textOf(error) {
  let text = "";
  try {
    if (typeof error === "string") text = error;
    else if (typeof (/** @type {Thrown | null | undefined} */ (error)?.message) === "string") text = /** @type {Error} */ (error).message;
    else if (error !== undefined) text = JSON.stringify(error) ?? String(error);
  } catch {
    text = "";
  }
  return (text || "The wallet failed without a reason").slice(0, 4000);
}
