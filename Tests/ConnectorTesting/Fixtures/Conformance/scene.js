// SPDX-License-Identifier: MIT
// The means of a rule: connectors with wallets whose executors are functions in the rule itself, a server for them,
// windows, and a user who closes and clicks.

import * as tested from "@hot-labs/near-connect";
import { linkSchemes } from "../link-schemes.js";

/** @import { KeyValueStorage, NearConnectorOptions } from "#types/connector.d.ts" */
/** @import { SandboxManifest, Selector, Wallet } from "#types/wallets.d.ts" */

/** @typedef {Selector & {wallet: {manifest: SandboxManifest}}} ReadySelector after the wallet has called `ready` */

/**
 * An executor as a function of a rule. Its text runs in the wallet's frame. There `window.open` and its kind are
 * rewritten.
 *
 * @typedef {(selector: ReadySelector, data: any) => unknown} ExecutorFunction
 */

/**
 * @typedef {Partial<SandboxManifest> & {data?: unknown}} EntryFields of a manifest entry; `data` goes to the executor
 */
/**
 * @typedef {{manifest?: unknown, wallets?: unknown[], walletConnect?: unknown}} LooseOptions what rules give on purpose may be anything
 */
/** @typedef {Omit<NearConnectorOptions, keyof LooseOptions> & LooseOptions} ConnectorOptions */
/** @typedef {KeyValueStorage & {stored: Map<string, string>}} MapStorage */
/**
 * @typedef {{[method: string]: (params?: any) => Promise<any>} & {manifest: SandboxManifest}} AnyWallet whose executor may answer anything
 */
/**
 * @typedef {{wallet: (id?: string) => Promise<AnyWallet>, storage: MapStorage, wallets: AnyWallet[]} & tested.NearConnector} AnyConnector
 */

/** The server of executors and manifests. Nothing of it is in any network: `fetch` of this page knows it. */
const server = "https://wallets.test";
const realFetch = window.fetch;

/** The nonce of this page, which the frames of wallets need. */
const cspNonce = /** @type {HTMLScriptElement} */ (document.querySelector("script[nonce]")).nonce;

/** @param {unknown} value */
const json = (value) => JSON.stringify(value, (_key, each) => (each === undefined ? "undefined" : each));

/** Copies a value with each object's names in one order: in which order a connector writes them says nothing. */
/** @param {any} value @returns {any} */
const ordered = (value) => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, ordered(value[name])]));
};

export class Scene {
  /** The connector's module. */
  tested = tested;
  /** A name that no other rule has. */
  #name;
  #count = 0;
  /** @type {(() => void)[]} */
  #ends = [];
  /** The server's bodies by address. @type {Map<string, {status: number, body: string, type: string}>} */
  #files = new Map();
  /** The addresses that were fetched, in order, without their queries. @type {string[]} */
  fetched = [];
  /** The messages that frames and windows sent to the page. @type {{data: any, source: Window, origin: string}[]} */
  heard = [];

  /**
   * @param {string} name
   * @param {string} site
   */
  constructor(name, site) {
    this.#name = name.replace(/[^a-z0-9]+/gi, "-");
    this.site = site;
    /** The same server under another origin. */
    this.otherSite = site.replace("127.0.0.1", "localhost");
    this.listen(window, "message", ({ data, source, origin }) => this.heard.push({ data, source, origin }));
    window.fetch = (resource, init) => this.#fetch(resource, init);
    this.atEnd(() => { window.fetch = realFetch; });
  }

  /**
   * Finds a message that was heard.
   *
   * @param {(data: any) => unknown} isIt
   */
  message(isIt) {
    const found = this.heard.find(({ data }) => isIt(data));
    if (found === undefined) throw new Error("the message was not heard");
    return found;
  }

  /** @param {() => void} action */
  atEnd(action) {
    this.#ends.push(action);
  }

  /**
   * @param {EventTarget} target
   * @param {string} type
   * @param {(event: any) => unknown} listener
   */
  listen(target, type, listener) {
    target.addEventListener(type, listener);
    this.atEnd(() => target.removeEventListener(type, listener));
  }

  end() {
    for (const action of this.#ends.reverse()) action();
    for (const sheet of document.querySelectorAll("dialog, .hot-connector-popup")) sheet.remove();
  }

  // Expectations.

  /** @param {unknown} condition @param {string} what */
  holds(condition, what) {
    if (!condition) throw new Error(what);
  }

  /** @param {unknown} actual @param {unknown} expected @param {string} [what] */
  equal(actual, expected, what = "the value") {
    const [got, wanted] = [json(ordered(actual)), json(ordered(expected))];
    if (got !== wanted) throw new Error(`${what} is ${got}, not ${wanted}`);
  }

  /**
   * @param {Promise<unknown>} promise
   * @param {string | RegExp} [text] what the error says
   * @returns {Promise<any>} the error
   */
  async rejects(promise, text) {
    let value;
    try {
      value = await promise;
    } catch (error) {
      const said = typeof error === "string" ? error : String(/** @type {Error | undefined} */ (error)?.message);
      if (typeof text === "string" ? said !== text : text !== undefined && !text.test(said)) {
        throw new Error(`it failed with "${said}", not with "${text}"`);
      }
      return error;
    }
    throw new Error(`it did not fail, but gave ${json(value)}`);
  }

  /**
   * Waits until a condition gives something.
   *
   * @template T
   * @param {() => T} condition
   * @param {string} what
   * @returns {Promise<NonNullable<T>>}
   */
  async until(condition, what) {
    const end = performance.now() + 20_000;
    while (true) {
      const value = condition();
      if (value) return value;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await this.turn();
    }
  }

  /** A turn of the page's event loop, not by a timer's clock. @returns {Promise<void>} */
  turn() {
    return new Promise((resolve) => { setTimeout(resolve, 1); });
  }

  // Executors and wallets.

  /** @param {RequestInfo | URL} resource @param {RequestInit} [init] */
  async #fetch(resource, init) {
    const url = new URL(resource instanceof Request ? resource.url : String(resource), location.href);
    const address = url.origin + url.pathname;
    this.fetched.push(address);
    const file = this.#files.get(address);
    if (file === undefined) return address.startsWith(server) ? new Response("none", { status: 404 }) : realFetch(resource, init);
    return new Response(file.body, { status: file.status, headers: { "content-type": file.type } });
  }

  /**
   * Puts a text under an address.
   *
   * @param {string} address
   * @param {string} body
   * @param {{status?: number, type?: string}} [options]
   */
  serve(address, body, { status = 200, type = "text/javascript" } = {}) {
    this.#files.set(address, { body, status, type });
  }

  /** A name that nobody has yet. */
  id(prefix = "wallet") {
    this.#count += 1;
    return `${prefix}-${this.#name}-${this.#count}`;
  }

  /**
   * Makes a manifest entry whose executor is a function of `selector` and `data`, served as text.
   *
   * @param {ExecutorFunction | string} executor
   * @param {EntryFields} [fields]
   * @returns {SandboxManifest}
   */
  entry(executor, { data, ...fields } = {}) {
    const id = fields.id ?? this.id();
    const address = fields.executor ?? `${server}/${encodeURIComponent(id)}.js`;
    const text = typeof executor === "string" ? executor : `(${executor})(window.selector, ${json(data) ?? "undefined"});`;
    this.serve(URL.canParse(address) ? address : location.origin + address, text);
    return {
      id, name: `Wallet ${id}`, icon: "", description: "", website: "https://wallets.test/", version: "1.0.0", executor: address,
      type: "sandbox", platform: {}, features: { mainnet: true, testnet: true }, permissions: {}, ...fields,
    };
  }

  /**
   * Makes a connector and waits for its wallet list.
   *
   * @param {ConnectorOptions} [options]
   * @returns {Promise<AnyConnector>}
   */
  async connector({ wallets = [], ...options } = {}) {
    /** @type {Map<string, string>} */
    const stored = new Map();
    /** @type {MapStorage} */
    const storage = {
      stored, get: async (/** @type {string} */ key) => stored.get(key) ?? null, set: async (/** @type {string} */ key, /** @type {string} */ value) => { stored.set(key, value); },
      remove: async (/** @type {string} */ key) => { stored.delete(key); },
    };
    const connector = new tested.NearConnector(/** @type {NearConnectorOptions} */ ({
      network: "mainnet", manifest: { version: "1", wallets }, storage, cspNonce, linkSchemes, autoConnect: false, ...options,
    }));
    await connector.whenManifestLoaded;
    await this.turn(); // upstream puts the wallets into the list just after it says that it has them
    return /** @type {AnyConnector} */ (connector);
  }

  /**
   * Makes a connector with one wallet.
   *
   * @param {ExecutorFunction | string} executor
   * @param {EntryFields} [fields]
   * @param {ConnectorOptions} [options]
   */
  async wallet(executor, fields = {}, options = {}) {
    const entry = this.entry(executor, fields);
    const connector = await this.connector({ wallets: [entry], ...options });
    return { wallet: await connector.wallet(entry.id), connector, entry };
  }

  /**
   * Runs a function in a wallet's frame, as its `getAccounts`, and gives what it returns.
   *
   * @param {string | ((selector: ReadySelector, data: any, params: any) => unknown)} body
   * @param {EntryFields} [fields]
   * @param {ConnectorOptions} [options]
   * @returns {Promise<any>}
   */
  async inside(body, fields = {}, options = {}) {
    const { data, ...rest } = fields;
    const { wallet } = await this.wallet(`window.selector.ready({
      getAccounts: (params) => (${body})(window.selector, ${json(data) ?? "undefined"}, params), signOut: async () => {},
    });`, rest, options);
    return wallet.getAccounts();
  }

  // Windows and users.

  /** Gives the address of a page that runs `script`. @param {string | (() => unknown)} script @param {string} [site] */
  page(script, site = this.site) {
    return `${site}/puppet.html?${encodeURIComponent(`(${script})()`)}`;
  }

  /** Frames of wallets that a user sees. */
  shownFrames() {
    return [...document.querySelectorAll("iframe")].filter((frame) => frame.checkVisibility() && frame.getClientRects().length > 0);
  }

  /** All that the open sheets say. */
  sheetText() {
    const texts = [...document.querySelectorAll("dialog[open], .hot-connector-popup")].map((sheet) => sheet.textContent);
    return texts.join("\n");
  }

  /** Closes the open sheet as a user does: by its button, or by a click outside. */
  closeSheet() {
    /** @type {HTMLElement | null} */
    const outside = document.querySelector(".hot-connector-popup .modal-container");
    /** @type {HTMLElement | null} */
    const button = document.querySelector("dialog[open] .nc-close");
    (outside ?? button)?.click();
  }

  /** Chooses the wallet of that name in the list, whatever the list is made of. @param {string} name */
  async choose(name) {
    const find = () => {
      for (const sheet of document.querySelectorAll("dialog[open], .hot-connector-popup")) {
        const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) if (/** @type {Text} */ (texts.currentNode).data.trim() === name) return texts.currentNode.parentElement;
      }
      return null;
    };
    (await this.until(find, "the wallet in the list")).click();
  }

  /**
   * Runs `script` in another frame of this page, a stranger to every wallet.
   *
   * @param {(data: any) => unknown} script
   * @param {unknown} [data]
   */
  stranger(script, data) {
    const frame = document.createElement("iframe");
    frame.sandbox.value = "allow-scripts";
    frame.srcdoc = `<!DOCTYPE html><script nonce="${cspNonce}">(${script})(${JSON.stringify(data)})</scr` + "ipt>";
    document.body.append(frame);
    this.atEnd(() => frame.remove());
  }

  get cspNonce() {
    return cspNonce;
  }
}
