// SPDX-License-Identifier: MIT
// Runs `external`, a wallet's way to an object of the page, for example one that a browser extension put there, or one
// that the page gives to a single wallet.

import { globalEntity, property } from "../page-objects.js";

/** @import { HostEntities } from "../../Types/connector.d.ts" */

/**
 * Reads a property of an object of the page, or calls it if it is a function.
 *
 * @param {{entity: string, key: string, args: unknown[]}} params
 * @param {HostEntities} hostEntities objects that the page gives to this wallet alone
 * @returns {Promise<unknown>}
 */
export async function callExternal({ entity, key, args }, hostEntities) {
  const own = Object.hasOwn(hostEntities, entity);
  const target = own ? hostEntities[entity] : globalEntity(entity);
  if (target === undefined || target === null) throw new TypeError(`There is no "${entity}" in this page`);
  const value = property(target, key);
  if (typeof value !== "function") return value;
  return value.apply(target, entity === "nightly.near" && key === "signTransaction" ? withEncode(args) : args);
}

/**
 * Adds `encode`, which Nightly's extension calls on the transaction, to a copy. The request itself goes back with the
 * answer, and functions can't be cloned.
 *
 * @param {unknown[]} args
 */
const withEncode = ([transaction, ...rest]) =>
  (Object(transaction) === transaction ? [{ .../** @type {object} */ (transaction), encode: () => transaction }, ...rest] : [transaction, ...rest]);
