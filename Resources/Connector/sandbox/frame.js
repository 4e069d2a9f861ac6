// SPDX-License-Identifier: MIT
// One executor in one sandboxed frame, for one call. It ends by the wallet's reply, a failure, the person closing its window, an
// abort or a deadline; whichever comes first settles the call, and the frame is taken away.

import { ConnectorError, walletClosed, walletFailure } from "../errors.js";
import { WalletStorage } from "../storage.js";
import { protocolVersion } from "../version.js";
import { WalletView } from "../ui/wallet-view.js";
import { isWithin } from "./ancestry.js";
import { pageChores } from "./chores.js";
import { frameDocument, frameElement } from "./document.js";
import { outdated } from "./frames.js";
import { isLedgerRequest } from "./ledger.js";
import { Panels } from "./panels.js";
import { Requests } from "./requests.js";
import { windowPlace } from "./screen.js";

/** How long a frame stays after its reply: the wallet's last storage writes and window closings may still be under way. */
const grace = 200;
/** How long a wallet whose script failed may still take to announce itself. */
const graceAfterError = 2_000;

/** Windows of another origin make the function anew each time that it is looked up in them. */
const { postMessage } = window;

/** What a frame may still ask in its grace time. */
const lateMethods = new Set(["storage.set", "storage.remove", "panel.close", "panel.postMessage"]);
/** What a frame that waits for use may ask; the rest waits with it. */
const earlyMethods = new Set(["storage.get", "storage.keys"]);

/**
 * What a frame needs of its connector.
 *
 * @typedef {object} Surroundings
 * @property {string} network
 * @property {Record<string, string[]>} providers
 * @property {string} [cspNonce]
 * @property {"light" | "dark"} [theme]
 * @property {number} readyTimeout milliseconds until a wallet must have called `ready`
 * @property {(manifest: object, context: {signal?: AbortSignal}) => Record<string, object>} hostEntities
 * @property {(manifest: object, context: {signal?: AbortSignal}) => object} walletConnect
 * @property {import("./ledger.js").LedgerService} [ledger]
 * @property {(url: string, manifest: object, context: {signal?: AbortSignal}) => void} [openLink]
 * @property {(signal?: AbortSignal) => {url: string, onReturn: Function} | null} returnOf
 * @property {(visible: boolean) => void} onUIVisible
 * @property {(manifest: object, context: {signal?: AbortSignal}) => void} [onCall] told when a wallet's code is asked for something
 * @property {() => void} [onAttention] told when a wallet wants its window before the person
 */

export class ExecutorFrame {
  uuid = crypto.randomUUID();
  manifest;
  storage;
  panels;
  #surroundings;
  #element;
  #view;
  #ready = Promise.withResolvers();
  #call = null;
  #state = "waiting"; // waiting (for use) → calling → ended
  #loads = 0;
  #code;
  #isUnparsed = false;
  #requests;
  #timers = new Set();
  #stored = null; // what the executor's picture of its storage shows; null until its code begins
  #touched = false;
  #isReady = false;
  #scriptError = null;
  #isGivenUp = false;

  /**
   * @param {object} manifest
   * @param {import("./executor-text.js").ExecutorText} code
   * @param {Surroundings} surroundings
   */
  constructor(manifest, code, surroundings) {
    this.manifest = manifest;
    this.storage = new WalletStorage(manifest.id);
    this.#surroundings = surroundings;
    this.panels = new Panels({
      uuid: this.uuid, manifest, post: (message) => this.#post(message), onFocus: () => surroundings.onAttention?.(),
    });
    this.#requests = new Requests(this, {
      post: (message) => this.#post(message),
      onFlood: () => this.fail(new ConnectorError("walletUnavailable", `${manifest.name} asked for too much at once`)),
    });
    this.#ready.promise.catch(() => {});
    window.addEventListener("message", this.#onMessage);
    this.#code = code;
    this.#element = frameElement(manifest, frameDocument(this.#start(), {
      cspNonce: surroundings.cspNonce, scheme: surroundings.theme,
    }));
    this.#element.addEventListener("load", this.#onLoad);
    this.#view = new WalletView(this.#element, manifest, {
      onDismiss: () => this.fail(walletClosed()),
      onVisible: surroundings.onUIVisible,
    });
  }

  #start() {
    const { network, providers } = this.#surroundings;
    return {
      uuid: this.uuid, manifest: this.manifest, location: location.href, version: protocolVersion, network, providers, screen: windowPlace(),
    };
  }

  get permissions() {
    return this.manifest.permissions ?? {};
  }

  /**
   * Whether the frame can still be used for a call: nothing that it has read or acted upon has changed since.
   *
   * @param {string} stored what is stored now, as `WalletStorage` says it
   */
  isFresh(stored) {
    if (this.#state !== "waiting" || this.storage.isRevoked) return false;
    return this.#stored === stored || !(this.#touched || this.#requests.isHolding);
  }

  /**
   * Whether the frame, if fresh, can be used right now. Between the beginning of the executor's code and its `ready` nobody knows yet
   * whether that has looked at a picture which is old by now.
   *
   * @param {string} stored as for `isFresh`
   */
  isUsable(stored) {
    return this.#isReady || this.#stored === null || this.#stored === stored;
  }

  /**
   * Gives the frame, which is about to be used, what is stored now. Code that has not begun yet gets that when it begins.
   *
   * @param {string} stored as for `isFresh`
   */
  refresh(stored) {
    if (this.#stored === stored || this.#stored === null) return;
    this.#post({ method: "frame:storage", storage: this.storage.snapshot(), origin: this.uuid });
    this.#stored = stored;
  }

  /** Whether the wallet has announced itself. */
  get isReady() {
    return this.#isReady;
  }

  /** Settled when the wallet has announced itself; rejected when the frame ends before that. @type {Promise<void>} */
  get prepared() {
    return this.#ready.promise;
  }

  hostEntities() {
    return this.#surroundings.hostEntities(this.manifest, { signal: this.signal });
  }

  get ledger() {
    return this.#surroundings.ledger;
  }

  get signal() {
    return this.#call?.signal;
  }

  walletConnect() {
    return this.#surroundings.walletConnect(this.manifest, { signal: this.signal });
  }

  show() {
    if (this.#state === "calling") this.#view.show();
  }

  hide() {
    this.#view.hide();
  }

  /** @param {URL} url a link for the wallet's app, which may be on the person's phone */
  offerLink(url) {
    if (this.#state === "calling") this.#view.offerLink(url.href);
  }

  /**
   * Has a link opened by the wallet's app on this computer.
   *
   * @param {URL} url
   * @param {string} text the same as the wallet wrote it
   */
  openLink(url, text) {
    if (this.#state !== "calling") return;
    const { openLink } = this.#surroundings;
    // What a browser would write in another way, it writes in its own way; everything else stays as the wallet wrote it.
    if (openLink !== undefined) openLink(/^[\x21-\x7e]+$/.test(text) ? text : url.href, this.manifest, { signal: this.signal });
    else window.open(url.href, "_blank");
  }

  /**
   * Calls a method of the wallet. A frame serves one call. That resolves with `outdated` when the wallet turns out to have looked at its
   * storage before it changed: then it was not asked, and another frame has to be.
   *
   * @param {string} method
   * @param {object} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<unknown>}
   */
  call(method, params, signal) {
    if (this.#state !== "waiting") return Promise.reject(new ConnectorError("internal", "The wallet's frame was used already"));
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#call = { resolve, reject, signal };
    this.#state = "calling";
    if (signal?.aborted) {
      this.#onAbort();
      return promise;
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#surroundings.onCall?.(this.manifest, { signal });
    this.#requests.release();
    const back = this.#surroundings.returnOf(signal);
    back?.onReturn((returned) => {
      if (this.#state === "calling") this.#post({ method: "frame:return", returned, origin: this.uuid });
    });
    // A frame has one call: its name will do for the call.
    const request = { method: `wallet:${method}`, params, id: this.uuid, returnUrl: back?.url ?? null, origin: this.uuid };
    if (this.#isReady) {
      this.#tell(request);
    } else {
      this.#timers.add(setTimeout(() => this.#failIfNotReady(), this.#surroundings.readyTimeout));
      this.#ready.promise.then(() => this.#tell(request), () => {});
    }
    return promise;
  }

  /** Asks for nothing, so that what answers calls has run when one comes: three times, which is 4 % faster than once, and more is no better. */
  rehearse() {
    if (this.#state !== "waiting") return;
    const request = { method: "frame:rehearse", params: { nonce: new Uint8Array(1) }, id: null, returnUrl: null, origin: this.uuid };
    for (let count = 0; count < 3; count += 1) this.#post(request);
  }

  /** Hands the call over; what can't be cloned can't be asked for. */
  #tell(request) {
    try {
      this.#post(request);
    } catch (error) {
      this.fail(error);
    }
  }

  #failIfNotReady() {
    if (this.#isReady) return;
    const { name } = this.manifest;
    const why = this.#scriptError === null ? "it did not get ready in time" : this.#scriptError;
    this.fail(new ConnectorError("walletUnavailable", `${name} could not start: ${why}`));
  }

  /**
   * Ends the frame with an error; windows that it opened are closed.
   *
   * @param {unknown} error
   */
  fail(error) {
    if (this.#state === "ended") return;
    this.panels.closeAll();
    this.#call?.reject(error);
    this.#ready.reject(error);
    this.#end(0);
  }

  /** Takes away a frame that is not needed. */
  dispose() {
    this.fail(new ConnectorError("internal", "The wallet's frame was taken away"));
  }

  #onAbort = () => this.fail(this.#call.signal.reason);

  /** The frame's work is done. Who asked gets the answer first; what isn't seen is put away later. */
  #end(delay) {
    this.#state = "ended";
    if (this.#view.isOpen) this.#view.hide();
    if (delay === 0) this.#remove();
    else pageChores.add(() => this.#remove(), delay);
  }

  #remove() {
    this.#call?.signal?.removeEventListener("abort", this.#onAbort);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#element.removeEventListener("load", this.#onLoad);
    window.removeEventListener("message", this.#onMessage);
    this.#view.remove();
  }

  #post(message) {
    const frameWindow = this.#element.contentWindow;
    if (frameWindow !== null) Reflect.apply(postMessage, frameWindow, [message, "*"]);
  }

  #onLoad = () => {
    this.#loads += 1;
    if (this.#loads > 1) this.#left();
  };

  /** The executor's document went away; what is in the frame now is not the wallet that was asked for. */
  #left() {
    this.fail(new ConnectorError("walletUnavailable", `${this.manifest.name} left its page before it answered`));
  }

  #onMessage = (event) => {
    const message = event.data;
    if (message === null || typeof message !== "object") return;
    const isLedger = isLedgerRequest(message);
    if (message.origin !== this.uuid && !isLedger) return;
    const { source } = event;
    if (!isWithin(source, this.#element.contentWindow)) return;
    const nested = source !== this.#element.contentWindow;
    if (this.#state === "ended") {
      if (!isLedger && lateMethods.has(message.method)) this.#requests.serve({ data: message, source, nested });
      return;
    }
    if (!nested && !isLedger && this.#own(message)) return;
    if (isLedger || (typeof message.method === "string" && message.id !== undefined)) this.#request({ data: message, source, nested }, isLedger);
  };

  #request(request, isLedger) {
    if (this.#state === "calling") {
      this.#requests.serve(request);
    } else if (isLedger || !earlyMethods.has(request.data.method)) {
      this.#requests.hold(request);
    } else {
      this.#touched = true;
      this.#requests.serve(request);
    }
  }

  /** Messages that only the executor's own document sends. Returns whether this was one. */
  #own(message) {
    switch (message.method) {
      case "frame:begin":
        this.#begin();
        return true;
      case "frame:unparsed":
        if (!this.#isUnparsed) this.#post({ method: "frame:code", ...this.#code.asModule, origin: this.uuid });
        this.#isUnparsed = true;
        return true;
      case "wallet-ready":
        this.#isReady = true;
        this.#ready.resolve();
        return true;
      case "frame:touched":
        this.#touched = true;
        return true;
      case "frame:stale":
        if (this.#state === "calling") this.#giveBack();
        return true;
      case "frame:escape":
        if (this.#view.isOpen) this.fail(walletClosed());
        return true;
      case "frame:gone":
        this.#left();
        return true;
      case "frame:error":
        this.#scriptError = reasonOf(message.params?.message);
        if (message.params?.fatal && !this.#isGivenUp) {
          this.#isGivenUp = true;
          this.#timers.add(setTimeout(() => this.#failIfNotReady(), graceAfterError));
        }
        return true;
      default:
    }
    if (message.status === undefined) return false;
    if (this.#state === "calling" && message.id === this.uuid) this.#settle(message);
    return true;
  }

  /** Has the executor's code run, with what is stored now. A document begins once: whatever begins again in the frame is another one. */
  #begin() {
    if (this.#stored !== null) return this.#left();
    const storage = this.storage.snapshot();
    this.#stored = this.storage.fingerprint(storage);
    return this.#post({ method: "frame:code", ...this.#code.form, storage, origin: this.uuid });
  }

  #settle({ status, result, code, details }) {
    if (status === "success") this.#call.resolve(result);
    else this.#call.reject(walletFailure(result, code, details));
    this.#end(grace);
  }

  #giveBack() {
    this.panels.closeAll();
    this.#call.resolve(outdated);
    this.#end(0);
  }
}

/** What a frame's error event says. Browsers hide the text of some errors, and then it says nothing. */
function reasonOf(text) {
  return typeof text === "string" && text !== "" && text !== "Script error." ? text.slice(0, 500) : "its code failed";
}
