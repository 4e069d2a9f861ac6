// SPDX-License-Identifier: MIT
// near-connect's injected wallet: announced by an event whenever a connector of the page asks who is there.

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
  /** @param {string} name @returns {(params?: object) => Promise<any>} */
  const method = (name) => (params) => core.request(name, params);
  const signOut = method("signOut");
  return freeze({
    manifest: freeze({
      id: configuration.id,
      name: configuration.name,
      icon: configuration.icon,
      description: configuration.description,
      website: configuration.website,
      version: configuration.version,
      type: "injected",
      executor: "",
      platform: freeze([]),
      permissions: freeze({}),
      features: freeze(configuration.features),
    }),
    /** @param {object} [params] */
    signIn: async (params) => accounts(await core.request("signIn", params)),
    /** @param {object} [params] */
    signInAndSignMessage: async (params) => {
      const { accounts: all, signedMessage } = await core.request("signInAndSignMessage", params);
      // The account that has signed comes with the message, others without.
      const list = accounts({ accounts: all });
      for (let index = 0; index < list.length; index += 1) {
        if (list[index].accountId === signedMessage.accountId) list[index].signedMessage = signedMessage;
      }
      return list;
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
        await signOut(params);
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
  const list = [];
  for (let index = 0; index < accounts.length; index += 1) {
    list[index] = { accountId: accounts[index].accountId, publicKey: accounts[index].publicKey };
  }
  return list;
}
