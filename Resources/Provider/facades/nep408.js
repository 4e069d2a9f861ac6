// SPDX-License-Identifier: MIT
// NEP-408's injected wallet, `window.near["near-connect"]`.

import { codes, providerError } from "../errors.js";
import { added, each, tellAll, without } from "../lists.js";
import { fromBase64 } from "../wire.js";

/** @import { BuiltIns, Core, HostAccount, HostNetwork, HostState, ProviderConfiguration } from "../../Types/provider.d.ts" */

/**
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {ProviderConfiguration} configuration
 */
export function makeNEP408Wallet(builtIns, core, configuration) {
  /** @type {{connected: boolean, network: {networkId: string, nodeUrl: string} | null, accounts: object[]}} */
  const state = { connected: false, network: null, accounts: [] };
  /** @type {(() => void) | undefined} */
  let unsubscribe;
  /** @type {Record<string, ((event: any) => void)[]>} */
  const listeners = /** @type {any} */ ({ __proto__: null, accountsChanged: [], networkChanged: [] });

  /** The accounts that listeners know; undefined before they know any. @type {string | undefined} */
  let known;
  /** Tells of accounts, once, whether an answer or an event brings them first. @param {Pick<HostState, "accounts">} now */
  const hear = (now) => {
    state.accounts = each(now.accounts, (it) => account(builtIns, it));
    const text = builtIns.print(now.accounts);
    if (text === known) return;
    known = text;
    const networkId = now.accounts[0]?.network;
    const isOther = networkId !== undefined && state.network?.networkId !== networkId;
    if (networkId === undefined) leave();
    else if (isOther) state.network = network(networkId);
    tellAll(listeners.accountsChanged, { accounts: state.accounts });
    if (isOther) tellAll(listeners.networkChanged, { network: state.network });
  };
  /** @param {string} networkId the addresses of other networks' nodes are the user's own */
  const network = (networkId) => builtIns.freeze({ networkId, nodeUrl: configuration.nodes[networkId] ?? "" });
  /** @param {HostAccount[]} accounts @param {string} [networkId] */
  const enter = (accounts, networkId = accounts[0]?.network) => {
    if (networkId !== undefined) state.network = network(networkId);
    state.connected = true;
    listen();
    hear({ accounts });
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
    supportsNetwork: async (networkId) => {
      /** @type {HostNetwork[]} */
      const networks = await core.request("networks", { network: networkId });
      let isKnown = false;
      each(networks, (it) => {
        isKnown ||= it.networkId === networkId;
      });
      return isKnown;
    },
    /** @param {{networkId?: string}} [params] */
    connect: async (params) => {
      /** @type {HostState} */
      const { accounts } = await core.request("authorize", { network: params?.networkId });
      enter(accounts, params?.networkId);
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
    /** @param {{permission?: Permission, account?: KeyHolder}} [params] */
    signIn: async ({ permission, account } = {}) => {
      const { accounts } = await core.request("signIn", { addFunctionCallKey: permission && keyRequest(permission, account), signerId: account?.accountId });
      enter(accounts);
    },
    /** @param {{permissions?: Permission[], account?: KeyHolder}} [params] */
    signInMulti: async ({ permissions = [], account } = {}) => {
      if (permissions.length > 1 && account?.publicKey !== undefined) {
        throw providerError(builtIns, codes.unsupported, "A key calls one contract; name one permission.");
      }
      for (let index = 0; index < permissions.length; index += 1) await wallet.signIn({ permission: permissions[index], account });
    },
    /** Without keys to delete it is the end of the connection. @param {{accounts?: KeyHolder[]}} [params] */
    signOut: async ({ accounts: keys = [] } = {}) => {
      if (keys.length === 0) return wallet.disconnect();
      // A question an account: one account signs a transaction.
      /** @type {Record<string, object[]>} */
      const byAccount = /** @type {any} */ ({ __proto__: null });
      each(keys, ({ accountId, publicKey }) => {
        byAccount[accountId] = added(byAccount[accountId] ?? [], { accountId, publicKey });
      });
      const names = builtIns.ownKeys(byAccount);
      for (let index = 0; index < names.length; index += 1) {
        await core.request("deleteKeys", { keys: byAccount[/** @type {string} */ (names[index])] });
      }
    },
    /** @param {{transaction: object}} params */
    signTransaction: async (params) => signed(builtIns, await core.request("signTransaction", params?.transaction)),
    /** @param {{transactions: object[]}} params */
    signTransactions: async (params) =>
      each(await core.request("signTransactions", { transactions: params?.transactions }), (it) => signed(builtIns, it)),
    /** @param {string} name @param {(event: unknown) => void} listener */
    on: (name, listener) => {
      if (listeners[name] === undefined || typeof listener !== "function") return () => {};
      listen();
      listeners[name] = added(listeners[name], listener);
      return () => wallet.off(name, listener);
    },
    /** @param {string} name @param {(event: unknown) => void} listener */
    off: (name, listener) => {
      if (listeners[name] !== undefined) listeners[name] = without(listeners[name], listener);
    },
  };
  return builtIns.freeze(wallet);
}

/**
 * The parts of near-api-js' FunctionCallPermission, and an account with the page's own key.
 *
 * @typedef {{receiverId?: string, methodNames?: string[], allowance?: unknown}} Permission
 * @typedef {{accountId: string, publicKey?: unknown}} KeyHolder
 */

/**
 * A permission as the host takes it. Without an allowance it is the usual one, and never unlimited.
 *
 * @param {Permission} permission
 * @param {KeyHolder} [account]
 */
function keyRequest({ receiverId, methodNames, allowance }, account) {
  const names = methodNames ?? [];
  return {
    contractId: receiverId,
    publicKey: account?.publicKey,
    allowMethods: names.length === 0 ? { anyMethod: true } : { anyMethod: false, methodNames: names },
    gasAllowance: allowance == null ? undefined : { kind: "limited", amount: allowance },
  };
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
