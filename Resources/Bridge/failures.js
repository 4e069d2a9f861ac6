// SPDX-License-Identifier: MIT
// What goes wrong in the page, as the host is told: a stable code and a sentence.

import { isArray } from "./primordials.js";

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
 * @param {unknown} error whatever was thrown: wallets throw errors, strings and objects
 * @returns {{code: string, message: string, hash?: string, outcomes?: object[]}} the hash is of the transaction that went wrong, the
 *   outcomes are of those before it that were executed
 */
export function failureOf(error) {
  const message = textOf(error);
  const own = typeof error === "object" && error !== null ? error.code : undefined;
  if (typeof own === "string" && codes.has(own)) {
    return { code: own, message, ...detailsOf(own, error) };
  }
  return { code: knownTexts.get(message) ?? "walletRejected", message };
}

/** What more is said with some codes. Sending bounds it, as it does all messages. */
function detailsOf(code, { hash, outcomes }) {
  if (code !== "transactionUnknown" && code !== "partiallySent") return {};
  return {
    ...(typeof hash === "string" && { hash: hash.slice(0, 200) }),
    ...(code === "partiallySent" && { outcomes: isArray(outcomes) ? outcomes : [] }),
  };
}

function textOf(error) {
  let text = "";
  try {
    if (typeof error === "string") text = error;
    else if (typeof error?.message === "string") text = error.message;
    else if (error !== undefined) text = JSON.stringify(error) ?? String(error);
  } catch {
    text = "";
  }
  return (text || "The wallet failed without a reason").slice(0, 4000);
}
