// SPDX-License-Identifier: MIT
// Nightly's wallet, `window.nightly.near`, as Wallet Selector's module for it looks for it.

import { fromBase64 } from "../wire.js";

/** @import { HostState, PersonaParts } from "../../Types/provider.d.ts" */

/** @param {PersonaParts} parts */
export function makeNightly({ builtIns, core }) {
  /** @type {{accountId: string, publicKey: object} | null} */
  let account = null;
  /** @type {((account: unknown) => void) | undefined} */
  let onChange;
  /** @param {HostState} state */
  const take = ({ accounts }) => {
    const text = accounts[0]?.publicKey;
    account = accounts.length === 0 ? null : builtIns.freeze({
      accountId: accounts[0].accountId, publicKey: builtIns.freeze({ toString: () => text, toJSON: () => text }),
    });
    return account;
  };
  core.subscribe((state) => {
    const before = account;
    const now = take(state);
    // The answer to a request may have said it before.
    const isSame = now?.accountId === before?.accountId && `${now?.publicKey}` === `${before?.publicKey}`;
    if (!isSame) onChange?.(now);
  });
  /** @param {{encode(): Uint8Array}} transaction near-api-js' own, whose bytes are signed as they are */
  const signTransaction = async (transaction) => {
    const signed = await core.request("signTransaction", { encoded: transaction.encode() });
    return builtIns.freeze({
      transaction,
      signature: builtIns.freeze({ keyType: signed.signature.keyType, data: fromBase64(builtIns, signed.signature.data) }),
      encode: () => fromBase64(builtIns, signed.signedTransaction),
    });
  };
  return builtIns.freeze({
    near: builtIns.freeze({
      get account() {
        return account ?? { accountId: null, publicKey: null };
      },
      get isConnected() {
        return account !== null;
      },
      /** @param {(account: unknown) => void} [listener] @param {boolean} [isEager] true to ask nobody */
      connect: async (listener, isEager) => {
        const connected = take(await core.request(isEager === true ? "getAccounts" : "authorize", {}));
        // Only changes after the answer: an event may bring what the answer says before it comes.
        onChange = typeof listener === "function" ? listener : undefined;
        if (connected === null) throw new builtIns.Error("The user hasn't connected this site.");
        return connected;
      },
      disconnect: async () => {
        await core.request("signOut", {});
        account = null;
      },
      /** @param {object} params */
      signMessage: (params) => core.request("signMessage", params),
      signTransaction,
      /** @param {{encode(): Uint8Array}[]} transactions */
      signAllTransactions: async (transactions) => {
        const list = [];
        for (let index = 0; index < transactions.length; index += 1) list[index] = await signTransaction(transactions[index]);
        return list;
      },
    }),
  });
}
