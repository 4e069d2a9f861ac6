// SPDX-License-Identifier: MIT
// A connector of the outer shape that the published ones have, for tests: it takes the documented options and no others, knows no
// signals, shows wallets in sheets of class `hot-connector-popup`, fetches executors with a nonce in the query, and finds `external` objects in the page.

class Executor {
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
  }

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
    frame.sandbox = "allow-scripts";
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
      window.removeEventListener("message", this.listener);
      sheet.remove();
    }
  }

  async answer(data, { origin, frame, sheet, method, params, resolve, reject }) {
    if (data?.origin !== origin) return;
    const post = (message) => frame.contentWindow.postMessage({ ...message, origin }, "*");
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

  async serve({ method, params }, sheet) {
    const { id, permissions } = this.manifest;
    switch (method) {
      case "ui.showIframe": sheet.style.display = "block"; return null;
      case "ui.hideIframe": sheet.style.display = "none"; return null;
      case "storage.set": localStorage.setItem(`${id}:${params.key}`, params.value); return null;
      case "storage.get": return localStorage.getItem(`${id}:${params.key}`);
      case "storage.remove": localStorage.removeItem(`${id}:${params.key}`); return null;
      case "external": {
        if (!permissions.external?.includes(params.entity)) throw new Error("Permission denied");
        const entity = params.entity.split(".").reduce((object, key) => object?.[key], window);
        const value = entity[params.key];
        return typeof value === "function" ? value.apply(entity, params.args) : value;
      }
      default: throw new Error("Method not found");
    }
  }

  document(code, origin) {
    const { cspNonce } = this.connector.options;
    const start = JSON.stringify({ origin, manifest: this.manifest, providers: this.connector.providers }).replaceAll("<", "\\u003c");
    return `<!DOCTYPE html><script nonce="${cspNonce}">(${guest})(${start})</script>`
      + `<script type="module" nonce="${cspNonce}">${code}</script>`;
  }
}

/** What runs in the frame before the executor. */
function guest({ origin, manifest, providers }) {
  const waiting = new Map();
  const post = (message) => window.parent.postMessage({ ...message, origin }, "*");
  const call = (method, params) => new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    waiting.set(id, { resolve, reject });
    post({ method, params, id });
  });
  window.selector = {
    providers,
    location: "",
    call,
    ready(wallet) {
      wallet.manifest = manifest;
      this.wallet = wallet;
      post({ method: "wallet-ready" });
    },
    external: (entity, key, ...args) => call("external", { entity, key, args }),
    ui: { showIframe: () => call("ui.showIframe"), hideIframe: () => call("ui.hideIframe") },
    storage: {
      set: (key, value) => call("storage.set", { key, value }),
      get: (key) => call("storage.get", { key }),
      remove: (key) => call("storage.remove", { key }),
    },
  };
  window.addEventListener("message", async ({ data }) => {
    if (data?.origin !== origin) return;
    if (waiting.has(data.id)) {
      const { resolve, reject } = waiting.get(data.id);
      if (data.status === "success") resolve(data.result);
      else reject(data.result);
      return;
    }
    const method = /^wallet:(.+)$/.exec(data.method)?.[1];
    if (method === undefined) return;
    const answer = { id: data.id, method };
    try {
      const work = window.selector.wallet[method];
      if (work === undefined) throw "Method not found";
      post({ ...answer, status: "success", result: await work.call(window.selector.wallet, data.params) });
    } catch (error) {
      post({ ...answer, status: "failed", result: error });
    }
  });
}

for (const method of [
  "signIn", "signInAndSignMessage", "signOut", "getAccounts", "signMessage", "signAndSendTransaction",
  "signAndSendTransactions", "signDelegateActions",
]) {
  Executor.prototype[method] = function work(params = {}) {
    return this.call(method, params);
  };
}

export class NearConnector {
  constructor(options = {}) {
    this.options = options;
    this.network = options.network ?? "mainnet";
    this.providers = options.providers;
    this.listeners = {};
    this.wallets = options.manifest.wallets.map((manifest) => new Executor(this, manifest));
    this.whenManifestLoaded = new Promise((resolve) => { setTimeout(resolve, 100); });
  }

  get availableWallets() {
    return this.wallets;
  }

  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }

  off(name, listener) {
    this.listeners[name] = this.listeners[name]?.filter((each) => each !== listener);
  }

  emit(name, payload) {
    for (const listener of this.listeners[name] ?? []) listener(payload);
  }

  async registerWallet(manifest) {
    this.wallets.push(new Executor(this, manifest));
    this.emit("selector:walletsChanged", {});
  }

  async connect({ walletId, signMessageParams }) {
    const wallet = await this.wallet(walletId);
    await this.options.storage.set("selected-wallet", walletId);
    const accounts = signMessageParams
      ? await wallet.signInAndSignMessage({ messageParams: signMessageParams })
      : await wallet.signIn({});
    if (signMessageParams) this.emit("wallet:signInAndSignMessage", { wallet, accounts, success: true });
    this.emit("wallet:signIn", { wallet, accounts, success: true });
    return wallet;
  }

  async wallet(id) {
    const wallet = this.wallets.find((each) => each.manifest.id === id);
    if (wallet === undefined) throw new Error("Wallet not found");
    return wallet;
  }

  async getConnectedWallet() {
    const wallet = await this.wallet(await this.options.storage.get("selected-wallet"));
    return { wallet, accounts: await wallet.getAccounts() };
  }

  async disconnect(wallet) {
    const leaving = wallet ?? (await this.getConnectedWallet()).wallet;
    await leaving.signOut();
    await this.options.storage.remove("selected-wallet");
    this.emit("wallet:signOut", { success: true });
  }
}
