// SPDX-License-Identifier: MIT
// Sender's wallet, `window.near`, as Wallet Selector's module for it and many dApps look for it. It calls functions of
// contracts, and does nothing else.

import { emitter } from "./emitter.js";

/** @import { HostState, PersonaParts } from "../../Types/provider.d.ts" */

/** @param {PersonaParts} parts */
export function makeSender({ builtIns, core, getState }) {
  const events = emitter(builtIns);
  let accountId = "";
  /** @type {string | undefined} */
  let publicKey;
  /** @param {HostState} state */
  const take = ({ accounts }) => {
    accountId = accounts[0]?.accountId ?? "";
    publicKey = accounts[0]?.publicKey;
  };
  /** Says what has changed, once. @param {Pick<HostState, "accounts">} state */
  const hear = (state) => {
    const before = accountId;
    take(/** @type {HostState} */ (state));
    if (accountId === before) return;
    events.emit("accountChanged", accountId);
    if (accountId === "") events.emit("signOut", undefined);
  };
  core.subscribe(hear);
  const isReady = getState().then(take, () => {});
  /** @param {{receiverId: string, actions: object[]}} transaction each action is the parameters of a call */
  const calls = ({ receiverId, actions }) => {
    const list = [];
    for (let index = 0; index < actions.length; index += 1) list[index] = { type: "FunctionCall", params: actions[index] };
    return { receiverId, actions: list };
  };
  /** @param {() => Promise<unknown>} work */
  const answered = async (work) => {
    try {
      return { response: await work() };
    } catch (error) {
      return { error };
    }
  };
  const account = () => ({
    accountId,
    connection: { signer: { getPublicKey: async () => ({ toString: () => publicKey }) } },
  });
  return {
    isSender: true,
    callbacks: {},
    getAccountId: () => accountId,
    isSignedIn: () => accountId !== "",
    account,
    /** @param {{contractId?: string, methodNames?: string[]}} [params] */
    requestSignIn: async (params) => {
      const { contractId, methodNames } = params ?? {};
      try {
        await isReady;
        const wanted = contractId === undefined ? {} : { contractId, methodNames: methodNames ?? [] };
        take(await core.request("signIn", wanted));
        events.emit("signIn", { accountId });
        return { accessKey: { publicKey, secretKey: undefined }, accountId };
      } catch (error) {
        return { error };
      }
    },
    signOut: () => answered(async () => {
      await core.request("signOut", {});
      hear({ accounts: [] });
      return true;
    }),
    on: events.on,
    remove: events.off,
    /** @param {{receiverId: string, actions: object[]}} params */
    signAndSendTransaction: (params) => answered(async () => [await core.request("signAndSendTransaction", calls(params))]),
    /** @param {{transactions: {receiverId: string, actions: object[]}[]}} params */
    requestSignTransactions: ({ transactions }) => answered(() => {
      const list = [];
      for (let index = 0; index < transactions.length; index += 1) list[index] = calls(transactions[index]);
      return core.request("signAndSendTransactions", { transactions: list });
    }),
    /** @param {object} params */
    signMessage: (params) => answered(() => core.request("signMessage", params)),
    /** Keys aren't taken from pages. */
    batchImport: async () => ({ error: new builtIns.Error("This wallet imports no keys of pages.") }),
  };
}
