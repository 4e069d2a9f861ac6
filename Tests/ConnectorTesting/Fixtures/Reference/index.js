// SPDX-License-Identifier: MIT
// A reference for comparisons: a small connector that does what PROTOCOL.md says upstream's release 0.11.4 does, its weaknesses and its
// fixed delays included. None of it is upstream's code. Benches measure against it, and the conformance suite proves on it that the
// rules about upstream's weaknesses can fail.

import { nearActionsToConnectorActions } from "./actions.js";
import { SandboxExecutor } from "./executor.js";
import { chooseFromList } from "./popup.js";

export { nearActionsToConnectorActions };

const lists = [
  "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
  "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
];
const manifestDelay = 100;

const pause = (duration) => new Promise((resolve) => { setTimeout(resolve, duration); });
const plain = ({ receiverId, actions }) => ({ receiverId, actions: nearActionsToConnectorActions(actions) });
const plainDelegate = (each) => ({ ...each, actions: nearActionsToConnectorActions(each.actions) });
const plainParams = (params) => ({
  ...params,
  ...(params?.actions && { actions: nearActionsToConnectorActions(params.actions) }),
  ...(params?.transactions && { transactions: params.transactions.map(plain) }),
  ...(params?.delegateActions && { delegateActions: params.delegateActions.map(plainDelegate) }),
});
const withAllowance = (params) => (!params?.addFunctionCallKey ? params : {
  ...params,
  addFunctionCallKey: {
    ...params.addFunctionCallKey,
    gasAllowance: params.addFunctionCallKey.gasAllowance ?? { kind: "limited", amount: "250000000000000000000000" },
  },
});

export class LocalStorage {
  async get(key) { return localStorage.getItem(key); }

  async set(key, value) { localStorage.setItem(key, value); }

  async remove(key) { localStorage.removeItem(key); }
}

class Events {
  #listeners = {};

  on(name, listener) { (this.#listeners[name] ??= []).push(listener); }

  once(name, listener) {
    const once = (payload) => {
      this.off(name, once);
      listener(payload);
    };
    this.on(name, once);
  }

  off(name, listener) { this.#listeners[name] = (this.#listeners[name] ?? []).filter((each) => each !== listener); }

  removeAllListeners(name) { this.#listeners[name] = []; }

  emit(name, payload) { for (const listener of this.#listeners[name] ?? []) listener(payload); }
}

export class SandboxWallet {
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
    this.executor = new SandboxExecutor(connector, manifest);
  }

  #call(method, params) {
    return this.executor.call(method, { ...params, network: params?.network ?? this.connector.network });
  }

  async signIn(params) { return this.#call("signIn", withAllowance(params)); }

  async signInAndSignMessage(params) { return this.#call("signInAndSignMessage", withAllowance(params)); }

  async signOut(params) {
    await this.#call("signOut", params);
    this.executor.clearStorage();
  }

  async getAccounts(params) { return this.#call("getAccounts", params); }

  async signMessage(params) { return this.#call("signMessage", params); }

  async signAndSendTransaction(params) {
    return this.#call("signAndSendTransaction", plainParams(params));
  }

  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", plainParams(params));
  }

  async signDelegateActions(params) {
    return this.#call("signDelegateActions", plainParams(params));
  }
}

export class InjectedWallet {
  constructor(connector, wallet) {
    this.connector = connector;
    this.wallet = wallet;
    for (const method of ["signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signDelegateActions"]) {
      this[method] = async (params) => wallet[method]({ ...plainParams(params), network: params?.network ?? connector.network });
    }
  }

  get manifest() { return this.wallet.manifest; }

  async #send(method, params) {
    const result = await this.wallet[method]({ ...plainParams(params), network: params?.network ?? this.connector.network });
    if (!result) throw new Error("No result from wallet");
    return Array.isArray(result.transactions) ? result.transactions : result;
  }

  async signAndSendTransaction(params) {
    const result = await this.#send("signAndSendTransaction", params);
    return Array.isArray(result) ? result[0] : result;
  }

  async signAndSendTransactions(params) { return this.#send("signAndSendTransactions", params); }
}

export class ParentFrameWallet {
  constructor(connector, manifest) {
    this.manifest = manifest;
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
      this[method] = (params) => call(method, params);
    }
    this.signIn = async (params) => [await call("signIn", params)].flat();
    this.signInAndSignMessage = async (params) => [await call("signInAndSignMessage", params)].flat();
  }
}

export class NearConnector {
  wallets = [];
  manifest = { version: "0", wallets: [] };
  db = "hot-connector";

  constructor(options = {}) {
    Object.assign(this, {
      network: "mainnet", features: {}, excludedWallets: [], autoConnect: true, providers: { mainnet: [], testnet: [] },
      storage: new LocalStorage(), events: new Events(),
    }, Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));
    window.addEventListener("near-wallet-injected", ({ detail }) => this.#place(new InjectedWallet(this, detail), true));
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
    this.manifest.wallets = this.manifest.wallets.filter(({ id, permissions }) =>
      !excluded.includes(id) && !(permissions.walletConnect && !this.walletConnect));
  }

  async #register() {
    window.parent.postMessage({ type: "near-selector-ready" }, "*");
    for (const entry of this.manifest.wallets) {
      if (!this.wallets.some(({ manifest }) => manifest.id === entry.id)) this.#place(new SandboxWallet(this, entry));
    }
    for (const entry of JSON.parse(await this.storage.get("debug-wallets") ?? "[]")) this.#place(new SandboxWallet(this, entry), true);
  }

  #place(wallet, first = false) {
    const others = this.wallets.filter(({ manifest }) => manifest.id !== wallet.manifest.id);
    this.wallets = first ? [wallet, ...others] : [...others, wallet];
    this.events.emit("selector:walletsChanged", {});
  }

  get availableWallets() {
    return this.wallets.filter(({ manifest }) => Object.entries(this.features).every(([name, wanted]) => !wanted || manifest.features[name])
      && (this.network !== "testnet" || manifest.features.testnet));
  }

  on(...args) { this.events.on(...args); }

  once(...args) { this.events.once(...args); }

  off(...args) { this.events.off(...args); }

  removeAllListeners(...args) { this.events.removeAllListeners(...args); }

  async use(plugin) {
    await this.whenManifestLoaded;
    const around = (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function" || !(name in plugin)) return value;
      return function throughPlugin(...args) {
        return plugin[name].call(this, ...(args.length > 0 ? args : [undefined]), () => value.apply(target, args));
      };
    };
    this.wallets = this.wallets.map((wallet) => new Proxy(wallet, { get: around }));
  }

  async registerWallet(manifest) {
    if (manifest.type !== "sandbox") throw new Error("Only sandbox wallets are supported");
    if (!this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) this.#place(new SandboxWallet(this, manifest));
  }

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

  async removeDebugWallet(id) {
    this.wallets = this.wallets.filter(({ manifest }) => manifest.id !== id);
    await this.storage.set("debug-wallets", JSON.stringify(this.wallets.map(({ manifest }) => manifest).filter(({ debug }) => debug)));
    this.events.emit("selector:walletsChanged", {});
  }

  async selectWallet({ features = {} } = {}) {
    await this.whenManifestLoaded;
    const wallets = this.availableWallets.map(({ manifest }) => manifest);
    return chooseFromList(
      wallets.filter((each) => Object.entries(features).every(([name, wanted]) => !wanted || each.features[name])), this.footerBranding);
  }

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
    const bare = signMessageParams ? accounts.map(({ accountId, publicKey }) => ({ accountId, publicKey })) : accounts;
    this.events.emit("wallet:signIn", { wallet, accounts: bare, success: true, source: signMessageParams ? "signInAndSignMessage" : "signIn" });
    return wallet;
  }

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

  async switchNetwork(network, params) {
    if (network === this.network) return undefined;
    await this.disconnect().catch(() => {});
    this.network = network;
    return this.connect(params);
  }
}
