// SPDX-License-Identifier: MIT
// near-connect's injected wallet: announced by an event whenever a connector of the page asks who is there.

import { each } from "../lists.js";

/** @import { BuiltIns, Core, HostAccount, ProviderConfiguration } from "../../Types/provider.d.ts" */

/**
 * @param {Window} window
 * @param {BuiltIns} builtIns
 * @param {() => Core} core
 * @param {ProviderConfiguration} configuration
 */
export function announceWallet(window, builtIns, core, configuration) {
  /** @type {object | undefined} */
  let wallet;
  const announce = () => {
    wallet ??= makeWallet(builtIns, core(), configuration);
    builtIns.dispatch(window, new builtIns.CustomEvent("near-wallet-injected", { detail: wallet }));
  };
  builtIns.listen(window, "near-selector-ready", announce);
}

/**
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {ProviderConfiguration} configuration
 */
function makeWallet(builtIns, core, configuration) {
  const { freeze } = builtIns;
  const { id, name, icon, description, website, version, features } = configuration;
  /** @param {string} name @returns {(params?: object) => Promise<any>} */
  const method = (name) => (params) => core.request(name, params);
  return freeze({
    manifest: freeze({
      id,
      name,
      icon,
      description,
      website,
      version,
      type: "injected",
      executor: "",
      platform: freeze([]),
      permissions: freeze({}),
      features: freeze(features),
    }),
    /** @param {object} [params] */
    signIn: async (params) => accounts(await core.request("signIn", params)),
    /** @param {object} [params] */
    signInAndSignMessage: async (params) => {
      const { accounts: all, signedMessage } = await core.request("signInAndSignMessage", params);
      // The account that has signed comes with the message, others without.
      return each(accounts({ accounts: all }), (it) => (it.accountId === signedMessage.accountId ? { ...it, signedMessage } : it));
    },
    /** @param {object} [params] */
    getAccounts: async (params) => accounts(await core.request("getAccounts", params)),
    signMessage: method("signMessage"),
    signAndSendTransaction: method("signAndSendTransaction"),
    signAndSendTransactions: method("signAndSendTransactions"),
    signDelegateActions: method("signDelegateActions"),
    /** Resolves always: the page would keep the wallet selected. @param {object} [params] */
    signOut: async (params) => {
      try {
        await core.request("signOut", params);
      } catch {
        // Nobody is signed in at a host that refuses.
      }
    },
  });
}

/**
 * @param {{accounts: HostAccount[]}} given
 * @returns {{accountId: string, publicKey?: string, signedMessage?: object}[]}
 */
function accounts({ accounts }) {
  return each(accounts, ({ accountId, publicKey }) => ({ accountId, publicKey }));
}
