// SPDX-License-Identifier: MIT
// NearConnector: the list of wallets, the one that is connected, and the events about both.

import { DebugWallets } from "./debug-wallets.js";
import { ConnectorError, throwIfAborted, unlessAborted } from "./errors.js";
import { EventEmitter } from "./events.js";
import { hasFeatures, isSandbox, loadManifest, requireComplete, requireSandbox, worksOn } from "./manifest.js";
import { withPlugins } from "./plugins.js";
import { ExecutorCache } from "./sandbox/executor-cache.js";
import { FramePool } from "./sandbox/frame-pool.js";
import { LocalStorage, selectedWalletKey as selectedKey } from "./storage.js";
import { noteUse } from "./ui/recent.js";
import { setLanguage, setTheme } from "./ui/theme.js";
import { walletConnectService } from "./wallet-connect.js";
import { namedAccounts } from "./wallets/accounts.js";
import { withGasAllowance } from "./wallets/defaults.js";
import { InjectedWallet } from "./wallets/injected.js";
import { announceToParent, listenToParent } from "./wallets/parent-frame.js";
import { SandboxWallet } from "./wallets/sandbox.js";

/**
 * @import {
 *   CallContext, ConnectParams, FooterBranding, NearConnectorOptions, Plugin, Surroundings, Theme,
 * } from "../Types/connector.d.ts"
 * @import { Account, Features, ListedWallet, Manifest, SandboxManifest, SignedAccount, Wallet } from "../Types/wallets.d.ts"
 * @import { Listener } from "./events.js"
 */

/** The wallet's entry in the wallet list. @param {Wallet} wallet @returns {ListedWallet} */
const entryOf = (wallet) => (wallet instanceof SandboxWallet ? wallet.manifest : { ...wallet.manifest, injected: true });

export class NearConnector {
  /** Methods take a `signal` among their parameters; upstream's don't. */
  static takesSignals = true;
  /** @type {Wallet[]} */
  wallets = [];
  /** @type {Manifest} */
  manifest = { version: "0", wallets: [] };
  #options;
  /** @type {Plugin[]} */
  #plugins = [];
  #debugWallets;

  /** @param {NearConnectorOptions} [options] */
  constructor(options = {}) {
    this.#options = options;
    this.network = options.network ?? "mainnet";
    this.features = options.features ?? {};
    this.excludedWallets = options.excludedWallets ?? [];
    this.autoConnect = options.autoConnect ?? true;
    this.providers = { mainnet: [], testnet: [], ...options.providers };
    this.storage = options.storage ?? new LocalStorage();
    this.#debugWallets = new DebugWallets(this.storage);
    this.events = options.events ?? new EventEmitter();
    this.logger = options.logger;
    this.walletConnect = options.walletConnect;
    this.readyTimeout = options.readyTimeout ?? 30_000;
    this.footerBranding = options.footerBranding;
    this.theme = options.theme;
    this.appName = options.appName;
    this.hints = options.hints ?? {};
    this.db = new ExecutorCache();
    this.framePool = new FramePool(() => this.#surroundings());
    setTheme(this.theme);
    setLanguage(options.language);
    this.#listenToInjected();
    listenToParent(this, (wallet) => this.#place(wallet, { first: true }));
    this.whenManifestLoaded = this.#load(options.manifest);
    window.dispatchEvent(new CustomEvent("near-selector-ready"));
  }

  /** @returns {Surroundings} */
  #surroundings() {
    const { cspNonce, hostEntities, ledger, linkSchemes, openLink, returnOf, framePolicy, onCall, onAttention } = this.#options;
    return {
      network: this.network, providers: this.providers, cspNonce, theme: this.theme, readyTimeout: this.readyTimeout,
      hostEntities: hostEntities ?? (() => ({})),
      walletConnect: (manifest, context) => walletConnectService(this.walletConnect, manifest, context),
      ledger, linkSchemes, openLink, returnOf: returnOf ?? (() => null), framePolicy, onUIVisible: this.#onVisible, onCall, onAttention,
    };
  }

  #listenToInjected() {
    window.addEventListener("near-wallet-injected", (event) => {
      const wallet = event.detail;
      if (typeof wallet?.manifest?.id !== "string") return;
      this.#place(new InjectedWallet(this, wallet), { first: true });
    });
  }

  /** @param {string | Manifest | undefined} source */
  async #load(source) {
    const manifest = await loadManifest(source, this.logger);
    const wallets = manifest.wallets.filter(({ id, permissions }) =>
      !this.excludedWallets.includes(id) && !(permissions?.walletConnect && this.walletConnect === undefined));
    this.manifest = { ...manifest, wallets };
    await this.#debugWallets.load();
    this.#placeMissing(wallets.filter(isSandbox), { first: false });
    this.#placeMissing([...this.#debugWallets.entries].reverse(), { first: true });
    this.#changed();
    announceToParent();
    this.framePool.load().catch(() => {}); // loaded after all that the page waits for; calls try again
  }

  /**
   * Adds entries to the list, unless a wallet with the same id is there. An injected one may have come first.
   *
   * @param {SandboxManifest[]} entries
   * @param {{first: boolean}} options
   */
  #placeMissing(entries, { first }) {
    for (const entry of entries) {
      const isThere = this.wallets.some((wallet) => wallet.manifest.id === entry.id);
      if (!isThere) this.#place(new SandboxWallet(this, entry), { first, announce: false });
    }
  }

  /**
   * Puts a wallet into the list and removes one with the same id.
   *
   * @param {Wallet} wallet
   * @param {{first?: boolean, announce?: boolean}} [options]
   */
  #place(wallet, { first = false, announce = true } = {}) {
    const plain = this.wallets.filter((each) => each.manifest.id !== wallet.manifest.id);
    const entry = withPlugins(wallet, this.#plugins);
    this.wallets = first ? [entry, ...plain] : [...plain, entry];
    if (announce) this.#changed();
    return entry;
  }

  #changed() {
    this.events.emit("selector:walletsChanged", {});
  }

  /** The wallets that have the features that the page asked for and work on its network. */
  get availableWallets() {
    return this.wallets.filter(({ manifest }) => hasFeatures(manifest, this.features) && worksOn(manifest, this.network));
  }

  /** @param {string} name @param {Listener} listener */
  on(name, listener) { this.events.on(name, listener); }

  /** @param {string} name @param {Listener} listener */
  once(name, listener) { this.events.once(name, listener); }

  /** @param {string} name @param {Listener} listener */
  off(name, listener) { this.events.off(name, listener); }

  /** @param {string} [name] */
  removeAllListeners(name) { this.events.removeAllListeners(name); }

  /**
   * Adds functions around the wallets' methods. Each is named like a method and called with the method's arguments and,
   * last, `next`, which calls the next function or the method with those same arguments. The one that was added last is
   * called first.
   *
   * @param {Plugin} plugin
   */
  async use(plugin) {
    this.#plugins.push(plugin);
  }

  /** @param {SandboxManifest} manifest one wallet's entry of type "sandbox" */
  async registerWallet(manifest) {
    requireSandbox(manifest);
    if (this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) return;
    this.#place(new SandboxWallet(this, manifest));
  }

  /**
   * @param {string | SandboxManifest} manifest an entry, or its JSON text
   * @returns {Promise<SandboxManifest>} the entry
   */
  async registerDebugWallet(manifest) {
    /** @type {SandboxManifest} */
    const entry = { ...(typeof manifest === "string" ? JSON.parse(manifest) : manifest), debug: true };
    requireComplete(entry);
    await this.whenManifestLoaded; // only then is it known which ids are free
    if (this.wallets.some((wallet) => wallet.manifest.id === entry.id)) {
      throw new ConnectorError("invalidRequest", `Wallet "${entry.id}" is registered already`);
    }
    this.#place(new SandboxWallet(this, entry), { first: true });
    await this.#debugWallets.add(entry);
    return entry;
  }

  /** @param {string} id */
  async removeDebugWallet(id) {
    await this.whenManifestLoaded;
    this.wallets = this.wallets.filter((wallet) => wallet.manifest.id !== id || !wallet.manifest.debug);
    this.#changed();
    await this.#debugWallets.remove(id);
  }

  /**
   * Asks the user which wallet to use.
   *
   * @param {{features?: Features, signal?: AbortSignal}} [options]
   * @returns {Promise<string>} the wallet's id; rejects with "User rejected"
   */
  async selectWallet({ features = {}, signal } = {}) {
    await unlessAborted(this.whenManifestLoaded, signal);
    const { chooseWallet } = await unlessAborted(import("./ui/selector.js"), signal);
    return chooseWallet({
      wallets: () => this.availableWallets.filter(({ manifest }) => hasFeatures(manifest, features)).map(entryOf),
      connector: this, signal, onVisible: this.#onVisible,
    });
  }

  /**
   * Signs in. The user chooses a wallet unless one is named.
   *
   * @param {ConnectParams} [params]
   * @returns {Promise<Wallet>}
   */
  async connect({ walletId, signMessageParams, addFunctionCallKey, signal } = {}) {
    await unlessAborted(this.whenManifestLoaded, signal);
    throwIfAborted(signal);
    /** @type {Features} */
    const features = {};
    if (signMessageParams) features.signInAndSignMessage = true;
    if (addFunctionCallKey) features.signInWithFunctionCallKey = true;
    let id = walletId ?? (await this.selectWallet({ features, signal }));
    while (true) {
      const wallet = this.#named(id);
      try {
        return await this.#signIn(wallet, { signMessageParams, addFunctionCallKey, signal });
      } catch (error) {
        const { code, message } = /** @type {Partial<ConnectorError>} */ (error ?? {});
        if (walletId !== undefined || code !== "walletUnavailable" || signal?.aborted) throw error;
        const { askAfterFailure } = await import("./ui/failure.js");
        const answer = await askAfterFailure({ manifest: wallet.manifest, message: /** @type {string} */ (message), signal, onVisible: this.#onVisible });
        if (answer === "close") throw error;
        if (answer === "choose") id = await this.selectWallet({ features, signal });
      }
    }
  }

  /**
   * @param {Wallet} wallet
   * @param {ConnectParams} params
   */
  async #signIn(wallet, { signMessageParams, addFunctionCallKey, signal }) {
    await this.storage.set(selectedKey, wallet.manifest.id);
    const shared = {
      network: this.network,
      ...(addFunctionCallKey && withGasAllowance({ addFunctionCallKey })),
      ...(signal && { signal }),
    };
    const source = signMessageParams ? "signInAndSignMessage" : "signIn";
    const accounts = namedAccounts(signMessageParams
      ? await wallet.signInAndSignMessage({ ...shared, messageParams: signMessageParams })
      : await wallet.signIn(shared));
    if (accounts.length === 0) throw new ConnectorError("walletUnavailable", "Failed to sign in");
    throwIfAborted(signal);
    noteUse(wallet.manifest.id);
    if (signMessageParams) this.events.emit("wallet:signInAndSignMessage", { wallet, accounts, success: true });
    // Listeners for a sign-in alone don't get the signed message.
    const bare = signMessageParams ? accounts.map(({ accountId, publicKey }) => ({ accountId, publicKey })) : accounts;
    this.events.emit("wallet:signIn", { wallet, accounts: bare, success: true, source });
    return wallet;
  }

  /** @param {boolean} visible */
  #onVisible = (visible) => this.#options.onUIVisible?.(visible);

  /**
   * @param {Wallet} [wallet] the connected one by default
   * @param {CallContext} [options]
   */
  async disconnect(wallet, { signal } = {}) {
    const leaving = wallet ?? (await this.wallet(undefined, { signal }));
    await leaving.signOut({ network: this.network, ...(signal && { signal }) });
    // An answer that comes after the request's end must not sign out a wallet that was connected meanwhile.
    throwIfAborted(signal);
    await this.storage.remove(selectedKey);
    this.events.emit("wallet:signOut", { success: true });
  }

  /**
   * @param {string | null} [id] without it: the connected wallet
   * @param {CallContext} [options]
   * @returns {Promise<Wallet>}
   */
  async wallet(id, { signal } = {}) {
    await unlessAborted(this.whenManifestLoaded, signal);
    if (id !== undefined && id !== null) return this.#named(id);
    try {
      return (await this.getConnectedWallet({ signal })).wallet;
    } catch (error) {
      throwIfAborted(signal);
      await this.storage.remove(selectedKey);
      throw new ConnectorError("noWalletConnected", "No accounts found", { cause: error });
    }
  }

  /**
   * @param {CallContext} [options]
   * @returns {Promise<{wallet: Wallet, accounts: Account[]}>}
   */
  async getConnectedWallet({ signal } = {}) {
    await unlessAborted(this.whenManifestLoaded, signal);
    const id = await this.storage.get(selectedKey);
    const wallet = this.wallets.find((each) => each.manifest.id === id);
    if (wallet === undefined) throw new ConnectorError("noWalletConnected", "No wallet selected");
    const accounts = namedAccounts(await wallet.getAccounts({ network: this.network, ...(signal && { signal }) }));
    if (accounts.length === 0) throw new ConnectorError("noWalletConnected", "No accounts found");
    return { wallet, accounts };
  }

  /** @param {string} id */
  #named(id) {
    const wallet = this.wallets.find((each) => each.manifest.id === id);
    if (wallet === undefined) throw new ConnectorError("unknownWallet", "Wallet not found");
    return wallet;
  }

  /**
   * Leaves the connected wallet, if there is one, and connects on another network.
   *
   * @param {string} network
   * @param {ConnectParams} [params]
   */
  async switchNetwork(network, params) {
    if (network === this.network) return undefined;
    await this.disconnect(undefined, params).catch((error) => {
      if (params?.signal?.aborted) throw error;
    });
    this.network = network;
    this.framePool.drop();
    return this.connect(params);
  }

  /** @param {Theme | undefined} theme */
  setTheme(theme) {
    this.theme = theme;
    this.framePool.drop();
    setTheme(theme);
  }
}
