// SPDX-License-Identifier: MIT
// Who a wallet says is signed in.

/**
 * The accounts that have a name. Wallets that nobody is signed in with may answer with one that has none.
 *
 * @param {unknown} accounts what a wallet returned
 * @returns {{accountId: string, publicKey?: string}[]}
 */
export function namedAccounts(accounts) {
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account?.accountId === "string" && account.accountId !== "") : [];
}
