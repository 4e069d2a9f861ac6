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
const withAllowance = (params) => (!params?.addFunctionCallKey ? params : {
  ...params,
  addFunctionCallKey: { gasAllowance: { kind: "limited", amount: "250000000000000000000000" }, ...params.addFunctionCallKey },
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
    return this.#call("signAndSendTransaction", { ...params, actions: nearActionsToConnectorActions(params.actions) });
  }

  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", { ...params, transactions: params.transactions.map(plain) });
  }

  async signDelegateActions(params) {
    return this.#call("signDelegateActions", { ...params, delegateActions: params.delegateActions.map(plain) });
  }
}

export class InjectedWallet {
  constructor(connector, wallet) {
    this.connector = connector;
    this.wallet = wallet;
    for (const method of ["signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signDelegateActions"]) {
      this[method] = async (params) => wallet[method]({ ...params, network: params?.network ?? connector.network });
    }
  }

  get manifest() { return this.wallet.manifest; }

  async #send(method, params) {
    const result = await this.wallet[method]({ ...params, network: params?.network ?? this.connector.network });
    if (!result) throw new Error("No result from wallet");
    return result.transactions;
  }

  async signAndSendTransaction(params) { return (await this.#send("signAndSendTransaction", params))[0]; }

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
      const whole = { ...params, network: params?.network ?? connector.network };
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
  #plugins = [];

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
    window.addEventListener("message", async ({ data }) => {
      if (data?.type !== "near-wallet-injected") return;
      this.#place(new ParentFrameWallet(this, data.manifest), true);
      if (this.autoConnect) await this.connect({ walletId: data.manifest.id });
    });
    window.parent.postMessage({ type: "near-selector-ready" }, "*");
  }

  async #register() {
    for (const entry of this.manifest.wallets) {
      if (this.excludedWallets.includes(entry.id) || (entry.permissions.walletConnect && !this.walletConnect)) continue;
      if (!this.wallets.some(({ manifest }) => manifest.id === entry.id)) this.#place(new SandboxWallet(this, entry));
    }
    for (const entry of JSON.parse(await this.storage.get("debug-wallets") ?? "[]")) this.#place(new SandboxWallet(this, entry), true);
  }

  #place(wallet, first = false) {
    const others = this.wallets.filter(({ manifest }) => manifest.id !== wallet.manifest.id);
    const around = new Proxy(wallet, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function" || name === "constructor") return value;
        return this.#plugins.filter((plugin) => plugin[name]).reduceRight(
          (next, plugin) => (...args) => plugin[name](...args, () => next(...args)), value.bind(target));
      },
    });
    this.wallets = first ? [around, ...others] : [...others, around];
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

  use(plugin) { this.#plugins.push(plugin); }

  async registerWallet(manifest) {
    if (manifest.type !== "sandbox") throw new Error("Only sandbox wallets are supported");
    this.#place(new SandboxWallet(this, manifest));
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
    return chooseFromList(wallets.filter((each) => Object.entries(features).every(([name, wanted]) => !wanted || each.features[name])));
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
    this.events.emit("wallet:signIn", { wallet, accounts, success: true, source: signMessageParams ? "signInAndSignMessage" : "signIn" });
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
    await this.disconnect().catch(() => {});
    this.network = network;
    return this.connect(params);
  }
}
