// SPDX-License-Identifier: MIT
// What runs in a wallet's frame before the wallet's own code: `window.selector` and `window.sandboxedLocalStorage`.

/**
 * The frame's first script. It is inlined as text into the frame's document, so it must use nothing from outside its own body.
 *
 * @param {object} start
 * @param {string} start.uuid names this frame in every message, both ways
 * @param {object} start.manifest
 * @param {string} start.location the page's address
 * @param {string} start.version
 * @param {string} start.network
 * @param {Record<string, string[]>} start.providers
 * @param {{outerHeight: number, outerWidth: number, screenX: number, screenY: number}} start.screen
 * @param {string} bodyTaker the property of `window` by which the wallet's code is handed over, or says that it has run; it is there
 *   until then
 */
export function guest(start, bodyTaker) {
  const host = window.parent;
  const origin = start.uuid;
  const { postMessage } = window; // windows of another origin make the function anew each time that it is looked up in them
  const { apply } = Reflect;
  const post = (message) => apply(postMessage, host, [Object.assign(message, { origin }), "*"]);

  // Calls to the host, by id.
  const pending = new Map();
  const call = (method, params) => new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    pending.set(id, { resolve, reject });
    try {
      post({ method, params, id });
    } catch (error) {
      pending.delete(id);
      reject(error);
    }
  });
  const quietCall = async (method, params) => { await call(method, params); };

  const settle = ({ id, status, result, code, details }) => {
    const { resolve, reject } = pending.get(id);
    pending.delete(id);
    if (status === "success") {
      resolve(result);
      return;
    }
    if (code !== undefined && result instanceof Error) Object.assign(result, { code }, details);
    reject(result);
  };

  // Windows that the host opened for the wallet.
  const panels = new Set();
  class ProxyWindow {
    constructor(url, features) {
      this.closed = false;
      this.windowIdPromise = call("open", { url, features });
      this.windowIdPromise.then(
        (id) => {
          this.windowId = id;
          if (id === null) this.closed = true;
          else panels.add(this);
        },
        () => { this.closed = true; },
      );
    }

    id() {
      return this.windowIdPromise;
    }

    async focus() {
      await this.#tell("panel.focus");
    }

    async postMessage(data) {
      await this.#tell("panel.postMessage", { data });
    }

    async close() {
      await this.#tell("panel.close");
    }

    async #tell(method, params) {
      const windowId = await this.windowIdPromise;
      if (windowId !== null) await call(method, { windowId, ...params });
    }
  }
  const panelClosed = (windowId) => {
    for (const panel of panels) {
      if (panel.windowId === windowId) {
        panel.closed = true;
        panels.delete(panel);
      }
    }
  };

  // Storage: a synchronous picture for code that was written for localStorage, and the asynchronous original.
  const pairs = new Map();
  let touched = false; // the host refreshes the picture of a frame that waits for use, unless it was looked at
  let isStale = false; // it did before it knew
  const picture = (storage) => {
    isStale = touched;
    pairs.clear();
    for (const [key, value] of storage) pairs.set(key, value);
  };
  const touch = () => {
    if (!touched) post({ method: "frame:touched" });
    touched = true;
  };
  const sandboxedLocalStorage = {
    getItem: (key) => {
      touch();
      return pairs.get(String(key)) ?? null;
    },
    setItem: (key, value) => {
      touch();
      pairs.set(String(key), String(value || ""));
      quietCall("storage.set", { key: String(key), value: String(value || "") }).catch(() => {});
    },
    removeItem: (key) => {
      touch();
      pairs.delete(String(key));
      quietCall("storage.remove", { key: String(key) }).catch(() => {});
    },
    key: (index) => {
      touch();
      return [...pairs.keys()][index] ?? null;
    },
    clear: () => {
      for (const key of [...pairs.keys()]) sandboxedLocalStorage.removeItem(key);
    },
    get length() {
      touch();
      return pairs.size;
    },
  };

  // Links by which the wallet's app, or its page in a browser, comes back. What came before anybody listened is kept.
  const returnListeners = new Set();
  const returned = [];
  const onReturn = (listener) => {
    returnListeners.add(listener);
    for (const each of returned.splice(0)) queueMicrotask(() => listener(each));
    return () => returnListeners.delete(listener);
  };
  const comeBack = (link) => {
    if (returnListeners.size === 0) returned.push(link);
    for (const listener of [...returnListeners]) listener(link);
  };

  // A button that the wallet asks for before it opens a window: popups want a gesture.
  const whenApprove = async ({ title = "", button = "" } = {}) => {
    const { manifest } = start;
    const element = (name, text) => Object.assign(document.createElement(name), { textContent: text, className: `prompt-${name}` });
    const icon = Object.assign(element("img", ""), { src: String(manifest.icon ?? ""), alt: "", hidden: !manifest.icon });
    const approve = Object.assign(element("button", String(button)), { type: "button" });
    const container = Object.assign(element("div", ""), { className: "prompt-container" });
    container.append(icon, element("h1", String(manifest.name ?? "")), element("p", String(title)), approve);
    const root = document.getElementById("root");
    root.replaceChildren(container);
    root.style.display = "flex";
    await selector.ui.showIframe();
    // WebKit lets no script move the keyboard to a button of a frame that the person hasn't touched: until then, the key is the button's.
    const onKey = (event) => {
      if (!event.isTrusted || !["Enter", " "].includes(event.key) || document.activeElement !== document.body) return;
      event.preventDefault();
      approve.click();
    };
    window.addEventListener("keydown", onKey);
    approve.focus();
    await new Promise((resolve) => { approve.addEventListener("click", resolve, { once: true }); });
    window.removeEventListener("keydown", onKey);
    root.style.display = "none";
    root.replaceChildren();
    await selector.ui.hideIframe();
  };

  const selector = {
    ...start.screen,
    wallet: null,
    location: start.location,
    nearConnectVersion: start.version,
    manifest: start.manifest,
    network: start.network,
    providers: start.providers,
    returnUrl: null, // during a call: where the wallet may come back to by a link; null when the program takes none
    onReturn, // (listener: ({url, query, fragment}) => void) => () => void
    uuid: () => crypto.randomUUID(),
    call,
    panelClosed,
    ready(wallet) {
      wallet.manifest = start.manifest;
      post({ method: "wallet-ready" });
      selector.wallet = wallet;
      return Promise.resolve();
    },
    open: (url, _target, features) => new ProxyWindow(url, features),
    external: (entity, key, ...args) => call("external", { entity, key, args }),
    openNativeApp: (url) => quietCall("open.nativeApp", { url }),
    ui: {
      whenApprove,
      showIframe: () => quietCall("ui.showIframe"),
      hideIframe: () => quietCall("ui.hideIframe"),
    },
    storage: {
      set: (key, value) => quietCall("storage.set", { key, value }),
      get: (key) => call("storage.get", { key }),
      remove: (key) => quietCall("storage.remove", { key }),
      keys: () => call("storage.keys", {}),
    },
    walletConnect: {
      connect: (params) => call("walletConnect.connect", params),
      disconnect: (params) => call("walletConnect.disconnect", params),
      request: (params) => call("walletConnect.request", params),
      getProjectId: () => call("walletConnect.getProjectId", {}),
      getSession: () => call("walletConnect.getSession", {}),
    },
  };

  // What an error says beside its code: of transactions that were sent before it. A copy through JSON can be posted in any case.
  const detailsOf = (error) => {
    try {
      const { hash, outcomes } = Object(error);
      return {
        ...(typeof hash === "string" && { hash }),
        ...(Array.isArray(outcomes) && { outcomes: JSON.parse(JSON.stringify(outcomes)) }),
      };
    } catch {
      return undefined;
    }
  };

  const codeOf = (error) => {
    if (error instanceof DOMException) return undefined; // its code says no more than its name does
    const code = error?.code;
    return typeof code === "string" || typeof code === "number" ? code : undefined;
  };

  // The host's calls of the wallet's methods. Before the first one come calls for nothing, which don't reach the wallet: what answers the
  // others has run by then. Their answers keep the prefix, so that nobody who listens in the page takes them for a wallet's.
  const stage = { rehearse: async (params) => params };
  const answer = async ({ id, method, params, returnUrl }) => {
    if (isStale) {
      post({ method: "frame:stale" });
      return;
    }
    const isRehearsal = method === "frame:rehearse";
    const name = method.slice(method.indexOf(":") + 1);
    selector.returnUrl = returnUrl ?? null;
    const reply = (rest) => {
      post({ id, method: isRehearsal ? method : name, ...rest });
      // From now on the frame may go, which WebKit does faster when nobody listens.
      if (!isRehearsal) window.removeEventListener("pagehide", gone, true);
    };
    try {
      const wallet = isRehearsal ? stage : selector.wallet;
      if (typeof wallet?.[name] !== "function") throw "Method not found";
      const result = await wallet[name](params);
      reply({ status: "success", result });
    } catch (error) {
      const code = codeOf(error);
      const details = detailsOf(error);
      try {
        reply({ status: "failed", result: error, code, details });
      } catch {
        reply({ status: "failed", result: new Error(String(error?.message ?? error)), code, details });
      }
    }
  };

  window.addEventListener("message", (event) => {
    const message = event.data;
    if (!event.isTrusted || event.source !== host || message?.origin !== origin) return;
    if (message.method === "frame:code") run(message);
    else if (message.method === "proxy-window:closed") panelClosed(message.windowId);
    else if (message.method === "frame:return") comeBack(message.returned);
    else if (message.method === "frame:storage") picture(message.storage);
    else if (message.status !== undefined && pending.has(message.id)) settle(message);
    else if (message.method === "frame:rehearse" || (typeof message.method === "string" && message.method.startsWith("wallet:"))) answer(message);
  });

  // The host has to hear of it when the wallet can't start, and when this document goes away under the wallet's own hand.
  const startFailed = (message, fatal) => {
    if (selector.wallet === null) post({ method: "frame:error", params: { message: String(message), fatal } });
  };
  window.addEventListener("error", (event) => {
    if (isParsing) event.preventDefault();
    else startFailed(event.message, isEvaluating);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => startFailed(reason?.message ?? reason, false));
  // The keyboard is here while the wallet is shown: the page around it doesn't see the key that closes it.
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.isTrusted && !event.defaultPrevented) post({ method: "frame:escape" });
  });
  const gone = () => post({ method: "frame:gone" });
  window.addEventListener("pagehide", gone, { once: true, capture: true }); // before any listener of the wallet, which could stop the event
  // A document that is written anew loses its listeners, that one too.
  const refuse = () => {
    gone();
    throw new DOMException("A wallet's document can't be written anew", "InvalidStateError");
  };
  for (const name of ["open", "write", "writeln"]) Object.defineProperty(Document.prototype, name, { value: refuse });

  Object.defineProperty(window, "selector", { value: selector, writable: true, configurable: true, enumerable: true });
  Object.defineProperty(window, "sandboxedLocalStorage", { value: sandboxedLocalStorage, writable: true, configurable: true });

  // The wallet's own code, once: an ES module without imports, given as text so that nothing in it can be taken for markup. As a script it
  // hands over a function, whose call is what the module's evaluation would be; one that can't be parsed so is asked for as a module.
  const nonce = document.currentScript.nonce;
  document.currentScript.previousElementSibling.remove();
  document.currentScript.remove();
  let isRunning = false;
  let isParsing = false;
  let isEvaluating = false; // a module: its own failure is an event, like those of what it has set going
  const insert = (text, type) => {
    const script = Object.assign(document.createElement("script"), { type, nonce, textContent: text });
    document.body.append(script);
  };
  const take = (value) => Object.defineProperty(window, bodyTaker, { value, configurable: true });
  const run = ({ code, isModule, storage }) => {
    if (isRunning) return;
    isRunning = true;
    if (storage !== undefined) picture(storage);
    if (isModule) {
      isEvaluating = true;
      take(() => {
        isEvaluating = false;
        delete window[bodyTaker];
      });
      insert(`${code}\n;window[${JSON.stringify(bodyTaker)}]?.();`, "module");
      return;
    }
    let body;
    take((given) => { body ??= given; });
    isParsing = true;
    insert(code, "");
    isParsing = false;
    delete window[bodyTaker];
    if (body === undefined) {
      isRunning = false;
      post({ method: "frame:unparsed" });
      return;
    }
    body.call(undefined).catch((error) => {
      reportError(error);
      startFailed(error?.message ?? error, true); // the event of an error that was reported so has no text
    });
  };
  post({ method: "frame:begin" });
}
