// SPDX-License-Identifier: MIT
// HOT's extension, `window.hotExtension`, as Wallet Selector's module for it looks for it.

import { emitter } from "./emitter.js";

/** @import { HostState, PersonaParts } from "../../Types/provider.d.ts" */

/** @param {PersonaParts} parts */
export function makeHot({ builtIns, core, getState }) {
  const events = emitter(builtIns);
  let isSignedIn = false;
  getState().then(({ accounts }) => {
    isSignedIn ||= accounts.length > 0;
  }, () => {});
  /** The account that the page was told of last, as text. @type {string | undefined} */
  let known;
  core.subscribe((/** @type {HostState} */ { accounts }) => {
    const account = accounts.length > 0 ? named(accounts) : null;
    const text = builtIns.print(account);
    if (text !== known) events.emit("near:accountsChanged", account);
    known = text;
    if (isSignedIn && accounts.length === 0) events.emit("near:signedOut", undefined);
    isSignedIn = accounts.length > 0;
  });
  /** @type {Record<string, (args: any) => Promise<unknown>>} */
  const methods = /** @type {any} */ ({
    __proto__: null,
    "near:signIn": async () => {
      const account = named((await core.request("authorize", {})).accounts);
      isSignedIn = true;
      known = builtIns.print(account);
      events.emit("near:signedIn", account);
      return account;
    },
    "near:signOut": async () => {
      await core.request("signOut", {});
    },
    "near:signMessage": (/** @type {object} */ args) => core.request("signMessage", args),
    "near:signAndSendTransactions": async (/** @type {any} */ args) => {
      const transactions = builtIns.isArray(args) ? args : args?.transactions;
      return { transactions: await core.request("signAndSendTransactions", { transactions }) };
    },
  });
  return builtIns.freeze({
    /** True would have pages sign in by themselves. */
    autoRun: false,
    /** @param {string} method @param {unknown} args */
    request: (method, args) => methods[method]?.(args) ?? core.request(method, {}),
    subscribe: events.on,
  });
}

/** @param {HostState["accounts"]} accounts */
function named(accounts) {
  return { accountId: accounts[0].accountId, publicKey: accounts[0].publicKey };
}
