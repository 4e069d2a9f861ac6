// SPDX-License-Identifier: MIT
// A reference for comparisons: a small connector that behaves as upstream's release 0.11.4, by sections 1.1 to 1.10 of
// docs/wallet-protocol.md, with the weaknesses of docs/upstream-weaknesses.md and its fixed delays. None of it is
// upstream's code. Benches measure against it, and the conformance suite proves on it that the rules about upstream's
// weaknesses can fail.

import { nearActionsToConnectorActions } from "./actions.js";
import { SandboxExecutor } from "./executor.js";
import { chooseFromList } from "./popup.js";

export { nearActionsToConnectorActions };

const lists = [
  "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
  "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
];
const manifestDelay = 100;

/** @import { FooterBranding, KeyValueStorage } from "#types/connector.d.ts" */
/** @import { FunctionCallKey, Manifest, MessageParams, SandboxManifest, Transaction } from "#types/wallets.d.ts" */

/**
 * A wallet of any kind. Upstream hands on whatever it is given.
 *
 * @typedef {{[method: string]: any} & {manifest: any}} AnyWallet
 */

/**
 * @typedef {object} Options
 * @property {string} [network]
 * @property {Record<string, boolean>} [features]
 * @property {string[]} [excludedWallets]
 * @property {boolean} [autoConnect]
 * @property {string | Manifest} [manifest]
 * @property {any} [walletConnect]
 * @property {Record<string, string[]>} [providers]
 * @property {KeyValueStorage} [storage]
 * @property {Events} [events]
 * @property {FooterBranding | null} [footerBranding]
 * @property {string} [cspNonce]
 */

/** @param {number} duration @returns {Promise<void>} */
const pause = (duration) => new Promise((resolve) => { setTimeout(resolve, duration); });
/** @param {Transaction} each */
const plain = ({ receiverId, actions }) => ({ receiverId, actions: nearActionsToConnectorActions(actions) });
/** @param {Transaction} each */
const plainDelegate = (each) => ({ ...each, actions: nearActionsToConnectorActions(each.actions) });
/** @param {any} params */
const plainParams = (params) => ({
  ...params,
  ...(params?.actions && { actions: nearActionsToConnectorActions(params.actions) }),
  ...(params?.transactions && { transactions: params.transactions.map(plain) }),
  ...(params?.delegateActions && { delegateActions: params.delegateActions.map(plainDelegate) }),
});
/** @param {any} params */
const withAllowance = (params) => (!params?.addFunctionCallKey ? params : {
  ...params,
  addFunctionCallKey: {
    ...params.addFunctionCallKey,
    gasAllowance: params.addFunctionCallKey.gasAllowance ?? { kind: "limited", amount: "250000000000000000000000" },
  },
});

export class LocalStorage {
  /** @param {string} key */
  async get(key) { return localStorage.getItem(key); }

  /** @param {string} key @param {string} value */
  async set(key, value) { localStorage.setItem(key, value); }

  /** @param {string} key */
  async remove(key) { localStorage.removeItem(key); }
}

/** @typedef {(payload: any) => void} Listener */

class Events {
  /** @type {Record<string, Listener[]>} */
  #listeners = {};

  /** @param {string} name @param {Listener} listener */
  on(name, listener) { (this.#listeners[name] ??= []).push(listener); }

  /** @param {string} name @param {Listener} listener */
  once(name, listener) {
    /** @type {Listener} */
    const once = (payload) => {
      this.off(name, once);
      listener(payload);
    };
    this.on(name, once);
  }

  /** @param {string} name @param {Listener} listener */
  off(name, listener) { this.#listeners[name] = (this.#listeners[name] ?? []).filter((each) => each !== listener); }

  /** @param {string} name */
  removeAllListeners(name) { this.#listeners[name] = []; }

  /** @param {string} name @param {unknown} payload */
  emit(name, payload) { for (const listener of this.#listeners[name] ?? []) listener(payload); }
}

export class SandboxWallet {
  /** @param {NearConnector} connector @param {SandboxManifest} manifest */
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
    this.executor = new SandboxExecutor(connector, manifest);
  }

  /** @param {string} method @param {any} [params] @returns {Promise<any>} */
  #call(method, params) {
    return this.executor.call(method, { ...params, network: params?.network ?? this.connector.network });
  }

  /** @param {any} [params] */
  async signIn(params) { return this.#call("signIn", withAllowance(params)); }

  /** @param {any} [params] */
  async signInAndSignMessage(params) { return this.#call("signInAndSignMessage", withAllowance(params)); }

  /** @param {any} [params] */
  async signOut(params) {
    await this.#call("signOut", params);
    this.executor.clearStorage();
  }

  /** @param {any} [params] */
  async getAccounts(params) { return this.#call("getAccounts", params); }

  /** @param {any} [params] */
  async signMessage(params) { return this.#call("signMessage", params); }

  /** @param {any} [params] */
  async signAndSendTransaction(params) {
    return this.#call("signAndSendTransaction", plainParams(params));
  }

  /** @param {any} [params] */
  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", plainParams(params));
  }

  /** @param {any} [params] */
  async signDelegateActions(params) {
    return this.#call("signDelegateActions", plainParams(params));
  }
}

export class InjectedWallet {
  /** @param {NearConnector} connector @param {AnyWallet} wallet */
  constructor(connector, wallet) {
    this.connector = connector;
    this.wallet = wallet;
    for (const method of ["signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signDelegateActions"]) {
      /** @type {any} */ (this)[method] = async (/** @type {any} */ params) => wallet[method]({ ...plainParams(params), network: params?.network ?? connector.network });
    }
  }

  get manifest() { return this.wallet.manifest; }

  /** @param {string} method @param {any} params */
  async #send(method, params) {
    const result = await this.wallet[method]({ ...plainParams(params), network: params?.network ?? this.connector.network });
    if (!result) throw new Error("No result from wallet");
    return Array.isArray(result.transactions) ? result.transactions : result;
  }

  /** @param {any} [params] */
  async signAndSendTransaction(params) {
    const result = await this.#send("signAndSendTransaction", params);
    return Array.isArray(result) ? result[0] : result;
  }

  /** @param {any} [params] */
  async signAndSendTransactions(params) { return this.#send("signAndSendTransactions", params); }
}

export class ParentFrameWallet {
  /** @param {NearConnector} connector @param {SandboxManifest} manifest */
  constructor(connector, manifest) {
    this.manifest = manifest;
    /** @type {(method: string, params: any) => Promise<any>} */
    const call = (method, params) => new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      window.addEventListener("message", ({ data }) => {
        if (data?.type !== "near-wallet-injected-response" || data.id !== id) return;
        if (data.success) resolve(data.result);
        else reject(data.error);
      });
      const whole = { ...plainParams(params), network: params?.network ?? connector.network };
      window.parent.postMessage({ type: "near-wallet-injected-request", id, method: `near:${method}`, params: whole }, "*");
    });
    for (const method of ["signOut", "getAccounts", "signMessage", "signAndSendTransaction", "signAndSendTransactions", "signDelegateActions"]) {
      /** @type {any} */ (this)[method] = (/** @type {any} */ params) => call(method, params);
    }
    this.signIn = async (/** @type {any} */ params) => [await call("signIn", params)].flat();
    this.signInAndSignMessage = async (/** @type {any} */ params) => [await call("signInAndSignMessage", params)].flat();
  }
}

export class NearConnector {
  /** @type {AnyWallet[]} */
  wallets = [];
  /** @type {any} whatever the server sent */
  manifest = { version: "0", wallets: [] };
  db = "hot-connector";
  network = "mainnet";
  /** @type {Record<string, boolean>} */
  features = {};
  /** @type {string[]} */
  excludedWallets = [];
  autoConnect = true;
  /** @type {Record<string, string[]>} */
  providers = { mainnet: [], testnet: [] };
  /** @type {KeyValueStorage} */
  storage = new LocalStorage();
  events = new Events();
  /** @type {FooterBranding | null | undefined} */
  footerBranding;
  /** @type {string | undefined} */
  cspNonce;
  /** @type {any} */
  walletConnect;

  /** @param {Options} [options] */
  constructor(options = {}) {
    Object.assign(this, Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));
    window.addEventListener("near-wallet-injected", ({ detail }) => this.#place(new InjectedWallet(this, /** @type {any} */ (detail)), true));
    this.whenManifestLoaded = this.#load(options.manifest).then(async () => {
      await pause(manifestDelay);
      queueMicrotask(() => this.#register());
    });
    window.dispatchEvent(new Event("near-selector-ready"));
    window.addEventListener("message", async ({ data }) => {
      if (data?.type !== "near-wallet-injected") return;
      await this.whenManifestLoaded;
      this.#place(new ParentFrameWallet(this, data.manifest), true);
      if (this.autoConnect) await this.connect({ walletId: data.manifest.id });
    });
  }

  /** @param {string | Manifest | undefined} source */
  async #load(source) {
    if (typeof source === "object") this.manifest = source;
    else {
      for (const url of source ? [source] : lists) {
        const response = await fetch(url).catch(() => null);
        if (!response?.ok) continue;
        this.manifest = await response.json();
        break;
      }
    }
    const excluded = this.excludedWallets.filter((id) => id !== "hot-wallet");
    this.manifest.wallets = this.manifest.wallets.filter((/** @type {any} */ { id, permissions }) =>
      !excluded.includes(id) && !(permissions.walletConnect && !this.walletConnect));
  }

  async #register() {
    window.parent.postMessage({ type: "near-selector-ready" }, "*");
    for (const entry of this.manifest.wallets) {
      if (!this.wallets.some(({ manifest }) => manifest.id === entry.id)) this.#place(new SandboxWallet(this, entry));
    }
    for (const entry of JSON.parse(await this.storage.get("debug-wallets") ?? "[]")) this.#place(new SandboxWallet(this, entry), true);
  }

  /** @param {AnyWallet} wallet @param {boolean} [first] */
  #place(wallet, first = false) {
    const others = this.wallets.filter(({ manifest }) => manifest.id !== wallet.manifest.id);
    this.wallets = first ? [wallet, ...others] : [...others, wallet];
    this.events.emit("selector:walletsChanged", {});
  }

  get availableWallets() {
    return this.wallets.filter(({ manifest }) => Object.entries(this.features).every(([name, wanted]) => !wanted || manifest.features[name])
      && (this.network !== "testnet" || manifest.features.testnet));
  }

  /** @param {[string, Listener]} args */
  on(...args) { this.events.on(...args); }

  /** @param {[string, Listener]} args */
  once(...args) { this.events.once(...args); }

  /** @param {[string, Listener]} args */
  off(...args) { this.events.off(...args); }

  /** @param {[string]} args */
  removeAllListeners(...args) { this.events.removeAllListeners(...args); }

  /** @param {Record<string, Function>} plugin */
  async use(plugin) {
    await this.whenManifestLoaded;
    /** @type {(target: AnyWallet, name: string) => unknown} */
    const around = (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function" || !(name in plugin)) return value;
      /** @type {(this: unknown, ...args: any[]) => unknown} */
      const throughPlugin = function (...args) {
        return plugin[name].call(this, ...(args.length > 0 ? args : [undefined]), () => value.apply(target, args));
      };
      return throughPlugin;
    };
    this.wallets = this.wallets.map((wallet) => new Proxy(wallet, { get: /** @type {any} */ (around) }));
  }

  /** @param {SandboxManifest} manifest */
  async registerWallet(manifest) {
    if (manifest.type !== "sandbox") throw new Error("Only sandbox wallets are supported");
    if (!this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) this.#place(new SandboxWallet(this, manifest));
  }

  /** @param {string | SandboxManifest} given */
  async registerDebugWallet(given) {
    const manifest = { ...(typeof given === "string" ? JSON.parse(given) : given), debug: true };
    if (manifest.type !== "sandbox") throw new Error("Only sandbox wallets are supported");
    for (const field of ["id", "name", "icon", "website", "version", "executor", "features", "permissions"]) {
      if (!manifest[field]) throw new Error(`Manifest has no ${field}`);
    }
    if (this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) throw new Error("Wallet already registered");
    this.#place(new SandboxWallet(this, manifest), true);
    await this.storage.set("debug-wallets", JSON.stringify(this.wallets.map((wallet) => wallet.manifest).filter(({ debug }) => debug)));
    return manifest;
  }

  /** @param {string} id */
  async removeDebugWallet(id) {
    this.wallets = this.wallets.filter(({ manifest }) => manifest.id !== id);
    await this.storage.set("debug-wallets", JSON.stringify(this.wallets.map(({ manifest }) => manifest).filter(({ debug }) => debug)));
    this.events.emit("selector:walletsChanged", {});
  }

  /** @param {{features?: Record<string, boolean>}} [options] @returns {Promise<string>} */
  async selectWallet({ features = {} } = {}) {
    await this.whenManifestLoaded;
    const wallets = this.availableWallets.map(({ manifest }) => manifest);
    return chooseFromList(
      wallets.filter((each) => Object.entries(features).every(([name, wanted]) => !wanted || each.features[name])), this.footerBranding);
  }

  /**
   * @param {{walletId?: string, signMessageParams?: MessageParams, addFunctionCallKey?: FunctionCallKey}} [params]
   * @returns {Promise<AnyWallet>}
   */
  async connect({ walletId, signMessageParams, addFunctionCallKey } = {}) {
    await this.whenManifestLoaded;
    const features = { signInAndSignMessage: Boolean(signMessageParams), signInWithFunctionCallKey: Boolean(addFunctionCallKey) };
    const wallet = await this.wallet(walletId ?? await this.selectWallet({ features }));
    await this.storage.set("selected-wallet", wallet.manifest.id);
    const shared = { network: this.network, ...(addFunctionCallKey && { addFunctionCallKey }) };
    const accounts = signMessageParams
      ? await wallet.signInAndSignMessage({ ...shared, messageParams: signMessageParams }) : await wallet.signIn(shared);
    if (!accounts?.length) throw new Error("Failed to sign in");
    if (signMessageParams) this.events.emit("wallet:signInAndSignMessage", { wallet, accounts, success: true });
    const bare = signMessageParams ? accounts.map((/** @type {import("#types/wallets.d.ts").Account} */ { accountId, publicKey }) => ({ accountId, publicKey })) : accounts;
    this.events.emit("wallet:signIn", { wallet, accounts: bare, success: true, source: signMessageParams ? "signInAndSignMessage" : "signIn" });
    return wallet;
  }

  /** @param {AnyWallet} [wallet] */
  async disconnect(wallet) {
    await (wallet ?? await this.wallet()).signOut({ network: this.network });
    await this.storage.remove("selected-wallet");
    this.events.emit("wallet:signOut", { success: true });
  }

  async getConnectedWallet() {
    await this.whenManifestLoaded;
    const id = await this.storage.get("selected-wallet");
    const wallet = this.wallets.find(({ manifest }) => manifest.id === id);
    if (!wallet) throw new Error("No wallet selected");
    const accounts = await wallet.getAccounts();
    if (!accounts?.length) throw new Error("No accounts found");
    return { wallet, accounts };
  }

  /** @param {string} [id] @returns {Promise<AnyWallet>} */
  async wallet(id) {
    await this.whenManifestLoaded;
    if (!id) {
      return (await this.getConnectedWallet().catch(async () => {
        await this.storage.remove("selected-wallet");
        throw new Error("No accounts found");
      })).wallet;
    }
    const wallet = this.wallets.find(({ manifest }) => manifest.id === id);
    if (!wallet) throw new Error("Wallet not found");
    return wallet;
  }

  /** @param {string} network @param {{walletId?: string}} [params] */
  async switchNetwork(network, params) {
    if (network === this.network) return undefined;
    await this.disconnect().catch(() => {});
    this.network = network;
    return this.connect(params);
  }
}
