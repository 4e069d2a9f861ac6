// SPDX-License-Identifier: MIT
// NEP-408's injected wallet, `window.near["near-connect"]`.

import { fromBase64 } from "../wire.js";

/** @import { BuiltIns, Core, HostAccount, HostNetwork, HostState, ProviderConfiguration } from "../../Types/provider.d.ts" */

/**
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {ProviderConfiguration} configuration
 */
export function makeNEP408Wallet(builtIns, core, configuration) {
  /** @type {{connected: boolean, network: {networkId: string, nodeUrl?: string} | null, accounts: object[]}} */
  const state = { connected: false, network: null, accounts: [] };
  /** @type {(() => void) | undefined} */
  let unsubscribe;
  /** @type {Record<string, unknown[]>} */
  const listeners = /** @type {any} */ ({ __proto__: null, accountsChanged: [], networkChanged: [] });

  /** @param {string} name @param {unknown} argument */
  const emit = (name, argument) => {
    const all = listeners[name];
    for (let index = 0; index < all.length; index += 1) {
      try {
        /** @type {Function} */ (all[index])(argument);
      } catch (error) {
        // A listener of the page failed: its console says so, and the others are told.
        console.error(error);
      }
    }
  };
  /** @param {HostAccount[]} accounts */
  const setAccounts = (accounts) => {
    const list = [];
    for (let index = 0; index < accounts.length; index += 1) list[index] = account(builtIns, accounts[index]);
    state.accounts = list;
  };
  /** @param {HostState} now */
  const hear = (now) => {
    setAccounts(now.accounts);
    const networkId = now.accounts[0]?.network;
    if (networkId === undefined) leave();
    emit("accountsChanged", { accounts: state.accounts });
    if (networkId === undefined || state.network?.networkId === networkId) return;
    void enter(networkId, true);
  };
  /**
   * Looks for a network among those on which the site may ask.
   *
   * @param {string} networkId
   */
  const find = async (networkId) => {
    /** @type {HostNetwork[]} */
    const networks = await core.request("networks", { network: networkId });
    for (let index = 0; index < networks.length; index += 1) {
      if (networks[index].networkId === networkId) return networks[index];
    }
  };
  /**
   * Notes the network on which the site works, with the address of a node where the host names one.
   *
   * @param {string | undefined} networkId
   * @param {boolean} [isNews] true if the page hears of it
   */
  const enter = async (networkId, isNews) => {
    if (networkId === undefined) return;
    /** @type {{networkId: string, nodeUrl?: string}} */
    const network = { networkId };
    state.network = network;
    try {
      network.nodeUrl = (await find(networkId))?.nodeUrl;
    } catch {
      // The network is known by its name alone.
    }
    if (isNews) emit("networkChanged", { network });
  };
  const leave = () => {
    state.connected = false;
    state.accounts = [];
    state.network = null;
  };
  const listen = () => {
    unsubscribe ??= core.subscribe(hear);
  };

  const wallet = {
    id: configuration.id,
    get connected() {
      return state.connected;
    },
    get network() {
      return state.network;
    },
    get accounts() {
      return state.accounts;
    },
    /** @param {string} networkId */
    supportsNetwork: async (networkId) => await find(networkId) !== undefined,
    /** @param {{networkId?: string}} [params] */
    connect: async (params) => {
      /** @type {HostState} */
      const { accounts } = await core.request("authorize", { network: params?.networkId });
      state.connected = true;
      setAccounts(accounts);
      await enter(accounts[0]?.network ?? params?.networkId);
      listen();
      return state.accounts;
    },
    disconnect: async () => {
      leave();
      // Listeners of the page hear of the next connection, too.
      if (listeners.accountsChanged.length + listeners.networkChanged.length === 0) {
        unsubscribe?.();
        unsubscribe = undefined;
      }
      await core.request("signOut", {});
    },
    /** @param {{permission?: object}} [params] */
    signIn: async (params) => {
      /** @type {HostState} */
      const { accounts } = await core.request("signIn", { addFunctionCallKey: params?.permission });
      state.connected = true;
      setAccounts(accounts);
      await enter(accounts[0]?.network);
      listen();
    },
    /** @param {{permissions?: object[]}} [params] */
    signInMulti: async (params) => {
      const permissions = params?.permissions ?? [];
      for (let index = 0; index < permissions.length; index += 1) await wallet.signIn({ permission: permissions[index] });
    },
    signOut: async () => {
      await core.request("signOut", {});
      leave();
    },
    /** @param {{transaction: object}} params */
    signTransaction: async (params) => signed(builtIns, await core.request("signTransaction", params?.transaction)),
    /** @param {{transactions: object[]}} params */
    signTransactions: async (params) => {
      const list = [];
      for (let index = 0; index < params.transactions.length; index += 1) {
        list[index] = await wallet.signTransaction({ transaction: params.transactions[index] });
      }
      return list;
    },
    /** @param {string} name @param {Function} listener */
    on: (name, listener) => {
      if (listeners[name] === undefined || typeof listener !== "function") return () => {};
      listen();
      listeners[name] = added(listeners[name], listener);
      return () => wallet.off(name, listener);
    },
    /** @param {string} name @param {Function} listener */
    off: (name, listener) => {
      if (listeners[name] !== undefined) listeners[name] = without(listeners[name], listener);
    },
  };
  return builtIns.freeze(wallet);
}

/** @param {BuiltIns} builtIns @param {HostAccount} given */
function account(builtIns, { accountId, publicKey }) {
  return builtIns.freeze({ accountId, publicKey: key(builtIns, publicKey) });
}

/** @param {BuiltIns} builtIns @param {string | undefined} text */
function key(builtIns, text) {
  return text === undefined ? undefined : builtIns.freeze({ toString: () => text, toJSON: () => text });
}

/**
 * @param {BuiltIns} builtIns
 * @param {{hash: string, signedTransaction: string, transaction: string, signature: {keyType: number, data: string}}} given Base64
 */
function signed(builtIns, { hash, signedTransaction, transaction, signature }) {
  return builtIns.freeze({
    hash,
    transaction: builtIns.freeze({ encode: () => fromBase64(builtIns, transaction) }),
    signature: builtIns.freeze({ keyType: signature.keyType, data: fromBase64(builtIns, signature.data) }),
    /** The bytes that `broadcast_tx_*` takes. */
    encode: () => fromBase64(builtIns, signedTransaction),
  });
}

/** @param {unknown[]} list @param {unknown} item */
function added(list, item) {
  const next = without(list, item);
  next[next.length] = item;
  return next;
}

/** @param {unknown[]} list @param {unknown} item */
function without(list, item) {
  const next = [];
  for (let index = 0; index < list.length; index += 1) {
    if (list[index] !== item) next[next.length] = list[index];
  }
  return next;
}
