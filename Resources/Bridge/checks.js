// SPDX-License-Identifier: MIT
// Checks of what comes from outside: requests of the host before they start, and what wallets return before it goes to
// the host.

import { BridgeError } from "./failures.js";
import { fromBase64 } from "./wire.js";

/**
 * @import { Account, ConnectorAction, JSONObject, Outcome, SignedAccount, SignedMessage } from "../Types/wallets.d.ts"
 */

/** @param {string} message */
const refuse = (message) => new BridgeError("invalidRequest", message);

/** @param {string} message */
const faulty = (message) => new BridgeError("walletUnavailable", message);

/** Reads a field of something that may be anything. @param {unknown} value @param {string} name @returns {unknown} */
const field = (value, name) => (value === undefined || value === null ? undefined : /** @type {JSONObject} */ (value)[name]);

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {string}
 */
export function text(value, name) {
  if (typeof value !== "string") throw refuse(`"${name}" must be a string`);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {string} not empty
 */
export function filled(value, name) {
  const given = text(value, name);
  if (given === "") throw refuse(`"${name}" is empty`);
  return given;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {string | undefined}
 */
export function optionalText(value, name) {
  return value === undefined || value === null ? undefined : filled(value, name);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown[]} a list that has at least one member
 */
export function list(value, name) {
  if (!Array.isArray(value) || value.length === 0) throw refuse(`"${name}" must be a list with at least one member`);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} [name]
 * @returns {ConnectorAction[]}
 */
export function actions(value, name = "actions") {
  const members = list(value, name);
  for (const action of members) {
    if (typeof field(action, "type") !== "string") throw refuse(`each member of "${name}" needs a "type"`);
  }
  return /** @type {ConnectorAction[]} */ (members);
}

/** @param {unknown} value @returns {Uint8Array} the 32 bytes that NEP-413 asks for */
export function nonce(value) {
  const bytes = fromBase64(text(value, "nonce"));
  if (bytes === null || bytes.length !== 32) throw refuse('"nonce" must be the base64 of 32 bytes');
  return bytes;
}

/**
 * Checks accounts and drops those without a name, by which some wallets say that nobody is signed in.
 *
 * @param {unknown} value
 * @returns {Account[]} may be empty
 */
export function namedAccounts(value) {
  const named = Array.isArray(value) ? value.filter((account) => account?.accountId !== "") : [];
  return named.length === 0 ? [] : accounts(named);
}

/** @param {unknown} value @returns {Account[]} at least one */
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
  // An empty public key means that the wallet has no key of the account.
  return value.map(({ publicKey, ...account }) => (publicKey ? { ...account, publicKey } : account));
}

/**
 * Checks the accounts of a sign-in with a message. At least one of them has signed it.
 *
 * @param {unknown} value
 * @returns {(Account | SignedAccount)[]} those that signed come first
 */
export function signedAccounts(value) {
  /** @param {Account & {signedMessage?: unknown}} account */
  const isSigned = ({ signedMessage: message }) => message !== undefined && message !== null;
  /** @type {(Account & {signedMessage?: unknown})[]} */
  const given = accounts(value);
  const all = given.map((account) => (isSigned(account) ? { ...account, signedMessage: signedMessage(account.signedMessage) } : account));
  if (!all.some(isSigned)) throw faulty("The wallet signed in without signing the message");
  return /** @type {(Account | SignedAccount)[]} */ ([...all.filter(isSigned), ...all.filter((account) => !isSigned(account))]);
}

/** @param {unknown} value @returns {SignedMessage} */
export function signedMessage(value) {
  for (const name of ["accountId", "publicKey", "signature"]) {
    const given = field(value, name);
    if (typeof given !== "string" || given === "") {
      throw faulty(`The wallet returned a signed message without "${name}"`);
    }
  }
  const { accountId, publicKey, signature, state } = /** @type {SignedMessage} */ (value);
  return typeof state === "string" ? { accountId, publicKey, signature, state } : { accountId, publicKey, signature };
}

/** @param {unknown} value @returns {Outcome} */
export function outcome(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw faulty("The wallet returned no transaction outcome");
  }
  return /** @type {Outcome} */ (value);
}

/** @param {unknown} value @returns {Outcome[]} at least one */
export function outcomes(value) {
  if (!Array.isArray(value) || value.length === 0) throw faulty("The wallet returned no transaction outcomes");
  return value.map(outcome);
}

/** @param {unknown} value @returns {string[]} signed delegate actions, base64 */
export function delegateActions(value) {
  const signed = Array.isArray(value) ? value : field(value, "signedDelegateActions");
  if (!Array.isArray(signed) || signed.length === 0 || signed.some((item) => typeof item !== "string" || item === "")) {
    throw faulty("The wallet returned no signed delegate actions");
  }
  return signed;
}
