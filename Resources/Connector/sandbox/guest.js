// SPDX-License-Identifier: MIT
// The script that runs in a wallet's frame before the wallet's own code. It makes `window.selector` and
// `window.sandboxedLocalStorage`.

/** @import { FailureDetails, GuestStart } from "../../Types/connector.d.ts" */
/** @import { Executor, ProxyWindow, ReturnedLink, Selector } from "../../Types/wallets.d.ts" */

/** @typedef {{resolve: (result: any) => void, reject: (error: unknown) => void}} PendingCall */
/** @typedef {{id: unknown, status: unknown, result: unknown, code?: string | number, details?: FailureDetails}} Reply */
/** @typedef {{id: unknown, method: string, params: unknown, returnUrl?: string | null}} HostRequest */
/** @typedef {{code: string, isModule: boolean, storage?: [string, string][]}} CodeMessage */

/**
 * Runs as the frame's first script. It is inlined as text into the frame's document, so it must use nothing from
 * outside its own body. Comments in it stand on lines of their own, and are one line long, so that `document.js` can
 * remove them.
 *
 * @param {GuestStart} start
 * @param {typeof import("./guest-storage.js").guestStorage} makeStorage
 * @param {string} bodyTaker the property of `window` through which the wallet's code hands itself over, or reports that
 *   it has run; it exists until then
 */
export function guest(start, makeStorage, bodyTaker) {
  const host = window.parent;
  const origin = start.uuid;
  // Taken from this window: each look-up in a window of another origin makes a new function.
  const { postMessage } = window;
  const { apply } = Reflect;
  /** @type {(message: {[field: string]: unknown}) => void} */
  const post = (message) => apply(/** @type {(message: unknown, target: string) => void} */ (postMessage), host, [Object.assign(message, { origin }), "*"]);

  // Calls to the host, by id.
  /** @type {Map<unknown, PendingCall>} */
  const pending = new Map();
  /** @type {(method: string, params?: unknown) => Promise<any>} */
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
  /** @type {(method: string, params?: unknown) => Promise<void>} */
  const quietCall = async (method, params) => { await call(method, params); };

  /** @param {Reply} reply a reply to a pending call */
  const settle = ({ id, status, result, code, details }) => {
    const { resolve, reject } = /** @type {PendingCall} */ (pending.get(id));
    pending.delete(id);
    if (status === "success") {
      resolve(result);
      return;
    }
    if (code !== undefined && result instanceof Error) Object.assign(result, { code }, details);
    reject(result);
  };

  // Windows that the host opened for the wallet.
  /** @type {Set<ProxyWindow>} */
  const panels = new Set();
  class ProxyWindow {
    /** @param {string} url @param {string} [features] */
    constructor(url, features) {
      /** @type {string | null | undefined} */
      this.windowId;
      this.closed = false;
      /** @type {Promise<string | null>} */
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

    /** @param {unknown} data */
    async postMessage(data) {
      await this.#tell("panel.postMessage", { data });
    }

    async close() {
      await this.#tell("panel.close");
    }

    /** @param {string} method @param {{data: unknown}} [params] */
    async #tell(method, params) {
      const windowId = await this.windowIdPromise;
      if (windowId !== null) await call(method, { windowId, ...params });
    }
  }
  /** @param {string} windowId */
  const panelClosed = (windowId) => {
    for (const panel of panels) {
      if (panel.windowId === windowId) {
        panel.closed = true;
        panels.delete(panel);
      }
    }
  };

  const { copy: sandboxedLocalStorage, picture, isStale } = makeStorage({ post, quietCall, quota: start.quota });

  // Links by which the wallet's app, or its page in a browser, comes back. Links that come before there is a listener
  // are held.
  /** @type {Set<(link: ReturnedLink) => void>} */
  const returnListeners = new Set();
  /** @type {ReturnedLink[]} */
  const returned = [];
  /** @type {Selector["onReturn"]} */
  const onReturn = (listener) => {
    returnListeners.add(listener);
    for (const each of returned.splice(0)) queueMicrotask(() => listener(each));
    return () => returnListeners.delete(listener);
  };
  /** @param {ReturnedLink} link */
  const comeBack = (link) => {
    if (returnListeners.size === 0) returned.push(link);
    for (const listener of [...returnListeners]) listener(link);
  };

  // Shows a button before the wallet opens a window: popups need a user's gesture.
  /** @type {Selector["ui"]["whenApprove"]} */
  const whenApprove = async ({ title = "", button = "" } = {}) => {
    const { manifest } = start;
    /** @type {<K extends "img" | "button" | "div" | "h1" | "p">(name: K, text: string) => HTMLElementTagNameMap[K]} */
    const element = (name, text) => Object.assign(document.createElement(name), { textContent: text, className: `prompt-${name}` });
    const icon = Object.assign(element("img", ""), { src: String(manifest.icon ?? ""), alt: "", hidden: !manifest.icon });
    const approve = Object.assign(element("button", String(button)), { type: "button" });
    const container = Object.assign(element("div", ""), { className: "prompt-container" });
    container.append(icon, element("h1", String(manifest.name ?? "")), element("p", String(title)), approve);
    const root = /** @type {HTMLElement} */ (document.getElementById("root"));
    root.replaceChildren(container);
    root.style.display = "flex";
    await selector.ui.showIframe();
    // WebKit lets no script focus a button of a frame that the user hasn't touched. Until then, Enter and Space press
    // the button.
    /** @param {KeyboardEvent} event */
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

  /** @type {Selector} */
  const selector = {
    ...start.screen,
    wallet: null,
    location: start.location,
    nearConnectVersion: start.version,
    manifest: start.manifest,
    network: start.network,
    providers: start.providers,
    returnUrl: null,
    onReturn,
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

  // What an error says beside its code: of transactions that were sent before it. A copy through JSON can be posted in
  // any case.
  /** @param {unknown} error */
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

  /** @param {unknown} error */
  const codeOf = (error) => {
    // A DOMException's code says no more than its name.
    if (error instanceof DOMException) return undefined;
    const code = /** @type {{code?: unknown} | null | undefined} */ (error)?.code;
    return typeof code === "string" || typeof code === "number" ? code : undefined;
  };

  // The host's calls of the wallet's methods. No-op calls come before the first one and don't reach the wallet: they
  // warm these handlers. Their answers keep the prefix, so that no listener in the page takes them for a wallet's.
  /** @type {Executor} */
  const stage = { rehearse: async (params) => params };
  /** @param {HostRequest} request */
  const answer = async ({ id, method, params, returnUrl }) => {
    if (isStale()) {
      post({ method: "frame:stale" });
      return;
    }
    const isRehearsal = method === "frame:rehearse";
    const name = method.slice(method.indexOf(":") + 1);
    selector.returnUrl = returnUrl ?? null;
    /** @param {{[field: string]: unknown}} rest */
    const reply = (rest) => {
      post({ id, method: isRehearsal ? method : name, ...rest });
      // From now on the frame may go, which WebKit does faster without a listener.
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
        reply({ status: "failed", result: new Error(String(/** @type {Error | undefined} */ (error)?.message ?? error)), code, details });
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

  // Tells the host that the wallet can't start, or that this document goes away by the wallet's own doing. Where the
  // page's policy has refused code, that is the reason of what fails after it, or just before: the event comes late.
  /** @type {string | null} */
  let refused = null;
  /** @type {unknown} */
  let failure;
  /** @param {unknown} reason @param {boolean} fatal */
  const startFailed = (reason, fatal) => {
    if (selector.wallet !== null) return;
    failure = reason;
    if (/** @type {Error | undefined} */ (reason)?.name === "EvalError") refused ??= "eval";
    const message = String(/** @type {Error | undefined} */ (reason)?.message ?? reason);
    post({ method: "frame:error", params: { message, fatal, refused } });
  };
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    if (!effectiveDirective.startsWith("script-src")) return;
    refused = blockedURI;
    if (failure !== undefined) startFailed(failure, false);
  });
  window.addEventListener("error", (event) => {
    if (isParsing) event.preventDefault();
    else startFailed(event.error ?? event.message, isEvaluating);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => startFailed(reason ?? "", false));
  // The keyboard is here while the wallet is shown: the page around it doesn't see the key that closes it.
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.isTrusted && !event.defaultPrevented) post({ method: "frame:escape" });
  });
  const gone = () => post({ method: "frame:gone" });
  // Before any listener of the wallet, which could stop the event.
  window.addEventListener("pagehide", gone, { once: true, capture: true });
  // A document that is written again loses its listeners, that one too.
  const refuse = () => {
    gone();
    throw new DOMException("A wallet's document can't be written anew", "InvalidStateError");
  };
  for (const name of ["open", "write", "writeln"]) Object.defineProperty(Document.prototype, name, { value: refuse });

  Object.defineProperty(window, "selector", { value: selector, writable: true, configurable: true, enumerable: true });
  Object.defineProperty(window, "sandboxedLocalStorage", { value: sandboxedLocalStorage, writable: true, configurable: true });

  // The wallet's own code, once: an ES module without imports, given as text so that nothing in it can be taken for
  // markup. As a script it hands over a function, whose call is what the module's evaluation would be; one that can't
  // be parsed so is asked for as a module.
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const nonce = script.nonce;
  script.previousElementSibling?.remove();
  script.remove();
  let isRunning = false;
  let isParsing = false;
  // True while a module runs: its own failure is an event, like those of callbacks that it has set up.
  let isEvaluating = false;
  /** @param {string} text @param {string} type */
  const insert = (text, type) => {
    const script = Object.assign(document.createElement("script"), { type, nonce, textContent: text });
    document.body.append(script);
  };
  /** @param {(given: () => Promise<void>) => void} value */
  const take = (value) => Object.defineProperty(window, bodyTaker, { value, configurable: true });
  /** @param {CodeMessage} message */
  const run = ({ code, isModule, storage }) => {
    if (isRunning) return;
    isRunning = true;
    if (storage !== undefined) picture(storage);
    if (isModule) {
      isEvaluating = true;
      take(() => {
        isEvaluating = false;
        delete /** @type {any} */ (window)[bodyTaker];
      });
      insert(`${code}\n;window[${JSON.stringify(bodyTaker)}]?.();`, "module");
      return;
    }
    /** @type {(() => Promise<void>) | undefined} */
    let body;
    take((given) => { body ??= given; });
    isParsing = true;
    insert(code, "");
    isParsing = false;
    delete /** @type {any} */ (window)[bodyTaker];
    if (body === undefined) {
      isRunning = false;
      post({ method: "frame:unparsed" });
      return;
    }
    /** @type {() => Promise<void>} */ (body).call(undefined).catch((error) => {
      reportError(error);
      // The event of an error that was reported this way has no text.
      startFailed(error ?? "", true);
    });
  };
  post({ method: "frame:begin" });
}
