// SPDX-License-Identifier: MIT
// Checks of what comes from outside: requests of the host before they start, and what wallets return before it goes to the host.

import { BridgeError } from "./failures.js";
import { fromBase64 } from "./wire.js";

const refuse = (message) => new BridgeError("invalidRequest", message);
const faulty = (message) => new BridgeError("walletUnavailable", message);

/** @returns {string} */
export function text(value, name) {
  if (typeof value !== "string") throw refuse(`"${name}" must be a string`);
  return value;
}

/** @returns {string} */
export function filled(value, name) {
  if (text(value, name) === "") throw refuse(`"${name}" is empty`);
  return value;
}

/** @returns {string | undefined} */
export function optionalText(value, name) {
  return value === undefined || value === null ? undefined : filled(value, name);
}

/** @returns {object[]} a list that has at least one member */
export function list(value, name) {
  if (!Array.isArray(value) || value.length === 0) throw refuse(`"${name}" must be a list with at least one member`);
  return value;
}

/** @returns {object[]} */
export function actions(value, name = "actions") {
  for (const action of list(value, name)) {
    if (typeof action?.type !== "string") throw refuse(`each member of "${name}" needs a "type"`);
  }
  return value;
}

/** @returns {Uint8Array} the 32 bytes that NEP-413 asks for */
export function nonce(value) {
  const bytes = fromBase64(text(value, "nonce"));
  if (bytes?.length !== 32) throw refuse('"nonce" must be the base64 of 32 bytes');
  return bytes;
}

/**
 * Accounts without a name are none: that is how some wallets say that nobody is signed in.
 *
 * @returns {{accountId: string, publicKey?: string}[]} maybe none
 */
export function namedAccounts(value) {
  const named = Array.isArray(value) ? value.filter((account) => account?.accountId !== "") : [];
  return named.length === 0 ? [] : accounts(named);
}

/** @returns {{accountId: string, publicKey?: string}[]} */
export function accounts(value) {
  if (!Array.isArray(value) || value.length === 0) throw faulty("The wallet returned no account");
  for (const account of value) {
    if (typeof account?.accountId !== "string" || account.accountId === "") {
      throw faulty("The wallet returned an account without an id");
    }
    if (account.publicKey !== undefined && account.publicKey !== null && typeof account.publicKey !== "string") {
      throw faulty("The wallet returned an account whose public key is no string");
    }
  }
  // Wallets that act for an account without a key of it of their own may say so by an empty one.
  return value.map(({ publicKey, ...account }) => (publicKey ? { ...account, publicKey } : account));
}

/**
 * Accounts of a sign-in with a message. One of them has signed it; a wallet may name others beside it.
 *
 * @returns {{accountId: string, publicKey?: string, signedMessage?: object}[]} those that signed come first
 */
export function signedAccounts(value) {
  const isSigned = ({ signedMessage: message }) => message !== undefined && message !== null;
  const all = accounts(value).map((account) => (isSigned(account) ? { ...account, signedMessage: signedMessage(account.signedMessage) } : account));
  if (!all.some(isSigned)) throw faulty("The wallet signed in without signing the message");
  return [...all.filter(isSigned), ...all.filter((account) => !isSigned(account))];
}

/** @returns {{accountId: string, publicKey: string, signature: string, state?: string}} */
export function signedMessage(value) {
  for (const name of ["accountId", "publicKey", "signature"]) {
    if (typeof value?.[name] !== "string" || value[name] === "") {
      throw faulty(`The wallet returned a signed message without "${name}"`);
    }
  }
  const { accountId, publicKey, signature, state } = value;
  return typeof state === "string" ? { accountId, publicKey, signature, state } : { accountId, publicKey, signature };
}

/** @returns {object} */
export function outcome(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw faulty("The wallet returned no transaction outcome");
  }
  return value;
}

/** @returns {object[]} */
export function outcomes(value) {
  if (!Array.isArray(value) || value.length === 0) throw faulty("The wallet returned no transaction outcomes");
  return value.map(outcome);
}

/** @returns {string[]} signed delegate actions, base64 */
export function delegateActions(value) {
  const signed = Array.isArray(value) ? value : value?.signedDelegateActions;
  if (!Array.isArray(signed) || signed.length === 0 || signed.some((item) => typeof item !== "string" || item === "")) {
    throw faulty("The wallet returned no signed delegate actions");
  }
  return signed;
}
