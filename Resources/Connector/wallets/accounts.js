// SPDX-License-Identifier: MIT
// Reads the accounts that a wallet returned.

/** @import { Account } from "../../Types/wallets.d.ts" */

/**
 * Keeps the accounts that have a name. A wallet without a signed-in account may return one that has none.
 *
 * @template {Account} A
 * @param {A[] | unknown} accounts what a wallet returned
 * @returns {A[]}
 */
export function namedAccounts(accounts) {
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account?.accountId === "string" && account.accountId !== "") : [];
}
