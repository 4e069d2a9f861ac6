// SPDX-License-Identifier: MIT
// NearConnector: the list of wallets, the one that is connected, and the events about both.

import { DebugWallets } from "./debug-wallets.js";
import { ConnectorError, throwIfAborted, unlessAborted } from "./errors.js";
import { EventEmitter } from "./events.js";
import { hasFeatures, loadManifest, requireComplete, requireSandbox, worksOn } from "./manifest.js";
import { withPlugins } from "./plugins.js";
import { CodeStore } from "./sandbox/code-store.js";
import { Frames } from "./sandbox/frames.js";
import { LocalStorage } from "./storage.js";
import { noteUse } from "./ui/recent.js";
import { setLanguage, setTheme } from "./ui/theme.js";
import { walletConnectService } from "./wallet-connect.js";
import { namedAccounts } from "./wallets/accounts.js";
import { withGasAllowance } from "./wallets/defaults.js";
import { InjectedWallet } from "./wallets/injected.js";
import { announceToParent, listenToParent } from "./wallets/parent-frame.js";
import { SandboxWallet } from "./wallets/sandbox.js";

const selectedKey = "selected-wallet";

/**
 * @typedef {object} NearConnectorOptions
 * @property {string} [network] "mainnet" by default
 * @property {Record<string, boolean>} [features] wallets that lack one of them are not offered
 * @property {string[]} [excludedWallets]
 * @property {boolean} [autoConnect] connect when a parent page brings its wallet; true by default
 * @property {string | object} [manifest]
 * @property {object | Promise<object>} [walletConnect] a WalletConnect sign client; see `walletConnectService` for what may stand in its place
 * @property {Record<string, string[]>} [providers] RPC addresses by network
 * @property {{get: Function, set: Function, remove: Function}} [storage]
 * @property {EventEmitter} [events]
 * @property {{log: Function}} [logger]
 * @property {object | null} [footerBranding] null hides the list's foot
 * @property {string} [cspNonce]
 * @property {"light" | "dark"} [theme] beyond upstream: the system's by default
 * @property {string} [language] beyond upstream: a tag such as "de"; the browser's languages by default
 * @property {string} [appName] beyond upstream: said in the list's title
 * @property {Record<string, string>} [hints] beyond upstream: a word or two beside a wallet in the list, or the name of a text of `ui/texts.js`,
 *   by the wallet's id
 * @property {number} [readyTimeout] beyond upstream: milliseconds that a wallet has to get ready, 30,000 by default
 * @property {(visible: boolean) => void} [onUIVisible] beyond upstream
 * @property {(manifest: object, context: {signal?: AbortSignal}) => void} [onCall] beyond upstream: a wallet's code is asked for something
 * @property {() => void} [onAttention] beyond upstream: a wallet wants its window before the person
 * @property {(manifest: object, context: {signal?: AbortSignal}) => Record<string, object>} [hostEntities] beyond upstream: what
 *   one wallet alone may reach by `external`
 * @property {(url: string, manifest: object, context: {signal?: AbortSignal}) => void} [openLink] beyond upstream: opens an app's link that
 *   the manifest names; a new window by default
 * @property {(signal?: AbortSignal) => {url: string, onReturn: Function} | null} [returnOf] beyond upstream: where the wallet may come
 *   back to during a call, and how it hears of that
 * @property {import("./sandbox/ledger.js").LedgerService} [ledger] beyond upstream: speaks to a Ledger for its executor
 */

/** What the list is told of a wallet. */
const entryOf = (wallet) => (wallet instanceof SandboxWallet ? wallet.manifest : { ...wallet.manifest, injected: true });

export class NearConnector {
  /** Methods take a `signal` among their parameters; upstream's don't. */
  static takesSignals = true;
  wallets = [];
  manifest = { version: "0", wallets: [] };
  #options;
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
    this.db = new CodeStore();
    this.frames = new Frames(() => this.#surroundings());
    setTheme(this.theme);
    setLanguage(options.language);
    this.#listenToInjected();
    listenToParent(this, (wallet) => this.#place(wallet, { first: true }));
    this.whenManifestLoaded = this.#load(options.manifest);
    window.dispatchEvent(new CustomEvent("near-selector-ready"));
  }

  #surroundings() {
    const { cspNonce, hostEntities, ledger, openLink, returnOf, onCall, onAttention } = this.#options;
    return {
      network: this.network, providers: this.providers, cspNonce, theme: this.theme, readyTimeout: this.readyTimeout,
      hostEntities: hostEntities ?? (() => ({})),
      walletConnect: (manifest, context) => walletConnectService(this.walletConnect, manifest, context),
      ledger, openLink, returnOf: returnOf ?? (() => null), onUIVisible: this.#onVisible, onCall, onAttention,
    };
  }

  #listenToInjected() {
    window.addEventListener("near-wallet-injected", (event) => {
      const wallet = event.detail;
      if (typeof wallet?.manifest?.id !== "string") return;
      this.#place(new InjectedWallet(this, wallet), { first: true });
    });
  }

  async #load(source) {
    const manifest = await loadManifest(source, this.logger);
    const wallets = manifest.wallets.filter(({ id, permissions }) =>
      !this.excludedWallets.includes(id) && !(permissions?.walletConnect && this.walletConnect === undefined));
    this.manifest = { ...manifest, wallets };
    await this.#debugWallets.load();
    this.#placeMissing(wallets.filter(({ type }) => type === "sandbox"), { first: false });
    this.#placeMissing([...this.#debugWallets.entries].reverse(), { first: true });
    this.#changed();
    announceToParent();
    this.frames.load().catch(() => {}); // what calls need comes after what the page waits for; they try again
  }

  /** Puts entries into the list, one by one, unless a wallet with the same id is there: one that was injected came first. */
  #placeMissing(entries, { first }) {
    for (const entry of entries) {
      const isThere = this.wallets.some((wallet) => wallet.manifest.id === entry.id);
      if (!isThere) this.#place(new SandboxWallet(this, entry), { first, announce: false });
    }
  }

  /** Puts a wallet into the list in the place of one with the same id. */
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

  on(name, listener) { this.events.on(name, listener); }

  once(name, listener) { this.events.once(name, listener); }

  off(name, listener) { this.events.off(name, listener); }

  removeAllListeners(name) { this.events.removeAllListeners(name); }

  /**
   * Adds functions around the wallets' methods: each is named like a method and called with the method's arguments and, last,
   * `next`, which calls what it stands before with those same arguments. The one that was added last is asked first.
   *
   * @param {Record<string, Function>} plugin
   */
  async use(plugin) {
    this.#plugins.push(plugin);
  }

  /** @param {object} manifest one wallet's entry of type "sandbox" */
  async registerWallet(manifest) {
    requireSandbox(manifest);
    if (this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) return;
    this.#place(new SandboxWallet(this, manifest));
  }

  /**
   * @param {string | object} manifest an entry, or its JSON text
   * @returns {Promise<object>} the entry
   */
  async registerDebugWallet(manifest) {
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
   * Asks the person which wallet to use.
   *
   * @param {{features?: Record<string, boolean>, signal?: AbortSignal}} [options]
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
   * Signs in, after the person has chosen a wallet unless one is named.
   *
   * @param {{walletId?: string, signMessageParams?: object, addFunctionCallKey?: object, signal?: AbortSignal}} [params]
   * @returns {Promise<object>} the wallet
   */
  async connect({ walletId, signMessageParams, addFunctionCallKey, signal } = {}) {
    await unlessAborted(this.whenManifestLoaded, signal);
    throwIfAborted(signal);
    const features = {};
    if (signMessageParams) features.signInAndSignMessage = true;
    if (addFunctionCallKey) features.signInWithFunctionCallKey = true;
    let id = walletId ?? (await this.selectWallet({ features, signal }));
    while (true) {
      const wallet = this.#named(id);
      try {
        return await this.#signIn(wallet, { signMessageParams, addFunctionCallKey, signal });
      } catch (error) {
        if (walletId !== undefined || error?.code !== "walletUnavailable" || signal?.aborted) throw error;
        const { message } = error;
        const { askAfterFailure } = await import("./ui/failure.js");
        const answer = await askAfterFailure({ manifest: wallet.manifest, message, signal, onVisible: this.#onVisible });
        if (answer === "close") throw error;
        if (answer === "choose") id = await this.selectWallet({ features, signal });
      }
    }
  }

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
    // Who listens for a sign-in alone isn't given what was signed.
    const bare = signMessageParams ? accounts.map(({ accountId, publicKey }) => ({ accountId, publicKey })) : accounts;
    this.events.emit("wallet:signIn", { wallet, accounts: bare, success: true, source });
    return wallet;
  }

  #onVisible = (visible) => this.#options.onUIVisible?.(visible);

  /**
   * @param {object} [wallet] the connected one by default
   * @param {{signal?: AbortSignal}} [options]
   */
  async disconnect(wallet, { signal } = {}) {
    const leaving = wallet ?? (await this.wallet(undefined, { signal }));
    await leaving.signOut({ network: this.network, ...(signal && { signal }) });
    // An answer that comes after the request's end must not sign out whoever is connected by then.
    throwIfAborted(signal);
    await this.storage.remove(selectedKey);
    this.events.emit("wallet:signOut", { success: true });
  }

  /**
   * @param {string} [id] without it: the connected wallet
   * @param {{signal?: AbortSignal}} [options]
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
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<{wallet: object, accounts: object[]}>}
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

  #named(id) {
    const wallet = this.wallets.find((each) => each.manifest.id === id);
    if (wallet === undefined) throw new ConnectorError("unknownWallet", "Wallet not found");
    return wallet;
  }

  /**
   * Leaves the connected wallet, if there is one, and connects on another network.
   *
   * @param {string} network
   * @param {object} [params] as `connect` takes them
   */
  async switchNetwork(network, params) {
    if (network === this.network) return undefined;
    await this.disconnect(undefined, params).catch((error) => {
      if (params?.signal?.aborted) throw error;
    });
    this.network = network;
    this.frames.drop();
    return this.connect(params);
  }

  /** @param {"light" | "dark" | undefined} theme */
  setTheme(theme) {
    this.theme = theme;
    this.frames.drop();
    setTheme(theme);
  }
}
