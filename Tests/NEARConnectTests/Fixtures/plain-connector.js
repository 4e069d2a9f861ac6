// SPDX-License-Identifier: MIT
// A connector of the outer shape that the published ones have, for tests, as strict as they are: it takes documented
// options only, knows no signals, shows wallets in sheets of class `hot-connector-popup`, fetches executors with a
// nonce in the query, finds `external` objects in the page, gives frames the RPC addresses of mainnet and testnet only,
// and wallets nothing that their permissions don't name.

/** @import { NearConnectorOptions } from "#types/connector.d.ts" */
/** @import { Account, MessageParams, Permissions, SandboxManifest, SignedAccount } from "#types/wallets.d.ts" */
/** @typedef {(payload: any) => void} Listener */

/**
 * A message of a wallet's frame.
 *
 * @typedef {{origin?: string, method?: string, id?: unknown, params?: any, status?: string, result?: unknown}} Message
 */

/**
 * A call that is under way.
 *
 * @typedef {object} Call
 * @property {string} origin
 * @property {HTMLIFrameElement} frame
 * @property {HTMLElement} sheet
 * @property {string} method
 * @property {{network?: string}} params
 * @property {(result: unknown) => void} resolve
 * @property {(error: unknown) => void} reject
 */

class Executor {
  /** @type {((event: MessageEvent) => void) | undefined} */
  listener;

  /** @param {NearConnector} connector @param {SandboxManifest} manifest */
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
  }

  /** @param {string} method @param {{network?: string}} params @returns {Promise<any>} */
  async call(method, params) {
    const response = await fetch(`${this.manifest.executor}?nonce=${crypto.randomUUID()}`);
    const code = (await response.text()).replaceAll(".localStorage", ".sandboxedLocalStorage")
      .replaceAll("window.top", "window.selector").replaceAll("window.open", "window.selector.open");
    const origin = crypto.randomUUID();
    const sheet = document.createElement("div");
    sheet.className = "hot-connector-popup";
    sheet.style.display = "none";
    const container = document.createElement("div");
    container.className = "modal-container";
    const frame = document.createElement("iframe");
    frame.sandbox.value = "allow-scripts";
    frame.srcdoc = this.document(code, origin);
    container.append(frame);
    sheet.append(container);
    try {
      return await new Promise((resolve, reject) => {
        container.addEventListener("click", () => reject(new Error("Wallet closed")));
        this.listener = ({ data }) => this.answer(data, { origin, frame, sheet, method, params, resolve, reject });
        window.addEventListener("message", this.listener);
        document.body.append(sheet);
      });
    } finally {
      window.removeEventListener("message", /** @type {(event: MessageEvent) => void} */ (this.listener));
      sheet.remove();
    }
  }

  /** @param {Message} data @param {Call} call */
  async answer(data, { origin, frame, sheet, method, params, resolve, reject }) {
    if (data?.origin !== origin) return;
    /** @param {Message} message */
    const post = (message) => frame.contentWindow?.postMessage({ ...message, origin }, "*");
    if (data.method === "wallet-ready") {
      const whole = { ...params, network: params.network ?? this.connector.network };
      post({ method: `wallet:${method}`, params: whole, id: "call" });
      return;
    }
    if (data.id === "call") {
      if (data.status === "success") resolve(data.result);
      else reject(data.result);
      return;
    }
    try {
      post({ ...data, status: "success", result: await this.serve(data, sheet) });
    } catch (error) {
      post({ ...data, status: "failed", result: error });
    }
  }

  /** @param {Message} message @param {HTMLElement} sheet @returns {Promise<unknown>} */
  async serve({ method, params }, sheet) {
    const { id } = this.manifest;
    const permissions = /** @type {Permissions} */ (this.manifest.permissions);
    if (method?.startsWith("storage.") && !permissions.storage) throw "Permission denied";
    switch (method) {
      case "ui.showIframe": sheet.style.display = "block"; return null;
      case "ui.hideIframe": sheet.style.display = "none"; return null;
      case "storage.set": localStorage.setItem(`${id}:${params.key}`, params.value); return null;
      case "storage.get": return localStorage.getItem(`${id}:${params.key}`);
      case "storage.remove": localStorage.removeItem(`${id}:${params.key}`); return null;
      case "external": {
        if (!permissions.external?.includes(params.entity)) throw "Permission denied";
        const entity = params.entity.split(".").reduce((/** @type {any} */ object, /** @type {string} */ key) => object?.[key], window);
        const value = entity[params.key];
        return typeof value === "function" ? value.apply(entity, params.args) : value;
      }
      default: throw new Error("Method not found");
    }
  }

  /** @param {string} code @param {string} origin */
  document(code, origin) {
    const { cspNonce } = this.connector.options;
    const { mainnet, testnet } = this.connector.providers;
    const start = JSON.stringify({ origin, manifest: this.manifest, providers: { mainnet, testnet } }).replaceAll("<", "\\u003c");
    return `<!DOCTYPE html><script nonce="${cspNonce}">(${guest})(${start})</script>`
      + `<script type="module" nonce="${cspNonce}">${code}</script>`;
  }
}

/**
 * Runs in the frame before the executor.
 *
 * @param {{origin: string, manifest: SandboxManifest, providers: Record<string, string[]>}} start
 */
function guest({ origin, manifest, providers }) {
  /** @type {Map<unknown, {resolve: (value: any) => void, reject: (error: unknown) => void}>} */
  const waiting = new Map();
  /** @param {object} message */
  const post = (message) => window.parent.postMessage({ ...message, origin }, "*");
  /** @type {(method: string, params?: unknown) => Promise<any>} */
  const call = (method, params) => new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    waiting.set(id, { resolve, reject });
    post({ method, params, id });
  });
  /** The few members that the wallets of the tests use. @type {any} */
  const selector = {
    providers,
    location: "",
    call,
    /** @param {any} wallet */
    ready(wallet) {
      wallet.manifest = manifest;
      this.wallet = wallet;
      post({ method: "wallet-ready" });
    },
    external: (/** @type {string} */ entity, /** @type {string} */ key, /** @type {unknown[]} */ ...args) => call("external", { entity, key, args }),
    ui: { showIframe: () => call("ui.showIframe"), hideIframe: () => call("ui.hideIframe") },
    storage: {
      set: (/** @type {string} */ key, /** @type {unknown} */ value) => call("storage.set", { key, value }),
      get: (/** @type {string} */ key) => call("storage.get", { key }),
      remove: (/** @type {string} */ key) => call("storage.remove", { key }),
    },
  };
  window.selector = selector;
  window.addEventListener("message", async ({ data }) => {
    if (data?.origin !== origin) return;
    if (waiting.has(data.id)) {
      const { resolve, reject } = /** @type {{resolve: (value: any) => void, reject: (error: unknown) => void}} */ (waiting.get(data.id));
      if (data.status === "success") resolve(data.result);
      else reject(data.result);
      return;
    }
    const method = /^wallet:(.+)$/.exec(data.method)?.[1];
    if (method === undefined) return;
    const answer = { id: data.id, method };
    try {
      const work = selector.wallet[method];
      if (work === undefined) throw "Method not found";
      post({ ...answer, status: "success", result: await work.call(selector.wallet, data.params) });
    } catch (error) {
      post({ ...answer, status: "failed", result: error });
    }
  });
}

/** A wallet, whose methods all go to its executor. @typedef {Executor & {[method: string]: any}} Wallet */

for (const method of [
  "signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signAndSendTransaction",
  "signAndSendTransactions", "signDelegateActions",
]) {
  /** @type {(this: Executor, params?: {network?: string}) => Promise<unknown>} */
  const work = function (params = {}) {
    return this.call(method, params);
  };
  /** @type {Wallet} */ (Executor.prototype)[method] = work;
}

export class NearConnector {
  /** @param {any} [options] those of `NearConnectorOptions` that connectors of this shape have */
  constructor(options = {}) {
    this.options = /** @type {Required<NearConnectorOptions> & {manifest: {wallets: SandboxManifest[]}}} */ (options);
    this.network = options.network ?? "mainnet";
    this.providers = options.providers;
    /** @type {Record<string, Listener[] | undefined>} */
    this.listeners = {};
    /** @type {Wallet[]} */
    this.wallets = this.options.manifest.wallets.map((manifest) => new Executor(this, manifest));
    /** @type {Promise<void>} */
    this.whenManifestLoaded = new Promise((resolve) => { setTimeout(resolve, 100); });
  }

  get availableWallets() {
    const needed = Object.entries(this.options.features ?? {}).filter(([, isNeeded]) => isNeeded);
    return this.wallets.filter(({ manifest }) => needed.every(([name]) => manifest.features?.[name]));
  }

  /** @param {string} name @param {Listener} listener */
  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }

  /** @param {string} name @param {Listener} listener */
  off(name, listener) {
    this.listeners[name] = this.listeners[name]?.filter((each) => each !== listener);
  }

  /** @param {string} name @param {unknown} payload */
  emit(name, payload) {
    for (const listener of this.listeners[name] ?? []) listener(payload);
  }

  /** @param {SandboxManifest} manifest */
  async registerWallet(manifest) {
    if (manifest.type !== "sandbox") throw new Error("Only sandbox wallets are supported");
    if (this.wallets.some((wallet) => wallet.manifest.id === manifest.id)) return;
    this.wallets.push(new Executor(this, manifest));
    this.emit("selector:walletsChanged", {});
  }

  /** @param {{walletId: string, signMessageParams?: MessageParams}} params */
  async connect({ walletId, signMessageParams }) {
    const wallet = await this.wallet(walletId);
    await this.options.storage.set("selected-wallet", walletId);
    /** @type {Account[] | SignedAccount[]} */
    const accounts = signMessageParams
      ? await wallet.signInAndSignMessage({ messageParams: signMessageParams })
      : await wallet.signIn({});
    if (signMessageParams) this.emit("wallet:signInAndSignMessage", { wallet, accounts, success: true });
    this.emit("wallet:signIn", { wallet, accounts, success: true });
    return wallet;
  }

  /** @param {string | null} id */
  async wallet(id) {
    const wallet = this.wallets.find((each) => each.manifest.id === id);
    if (wallet === undefined) throw new Error("Wallet not found");
    return wallet;
  }

  async getConnectedWallet() {
    const wallet = await this.wallet(await this.options.storage.get("selected-wallet"));
    return { wallet, accounts: await wallet.getAccounts() };
  }

  /** @param {Wallet} [wallet] */
  async disconnect(wallet) {
    const leaving = wallet ?? (await this.getConnectedWallet()).wallet;
    await leaving.signOut();
    await this.options.storage.remove("selected-wallet");
    this.emit("wallet:signOut", { success: true });
  }
}
