// SPDX-License-Identifier: MIT
// One executor in one sandboxed frame, for one call. The wallet's reply, a failure, the user closing its window, an
// abort or a deadline ends it; whichever comes first settles the call, and the frame is removed.

import { ConnectorError, walletClosed, walletFailure } from "../errors.js";
import { WalletStorage } from "../storage.js";
import { WalletView } from "../ui/wallet-view.js";
import { isWithin } from "./frame-ancestry.js";
import { pageTasks } from "./deferred-tasks.js";
import { frameDocument, frameElement, guestStart } from "./document.js";
import { isLedgerRequest } from "./ledger.js";
import { Panels } from "./panels.js";
import { Requests } from "./requests.js";
import { reasonOf, refusalOf } from "./start-failure.js";

/**
 * The milliseconds that a frame stays after its reply. The wallet's last storage writes and window closings may still
 * be under way.
 */
const grace = 200;
/** The milliseconds that a wallet whose script failed may still take to announce itself. */
const graceAfterError = 2_000;
/** The same after the page's policy has refused code: that doesn't change. */
const graceAfterRefusal = 250;

/** Taken from this window: each look-up in a window of another origin makes a new function. */
const { postMessage } = window;

/** Methods that a frame may still ask for in its grace time. @type {Set<unknown>} */
const lateMethods = new Set(["storage.set", "storage.remove", "panel.close", "panel.postMessage"]);
/** Methods that a frame that waits for use may ask for; other requests wait with it. @type {Set<unknown>} */
const earlyMethods = new Set(["storage.get", "storage.keys"]);

/** @import { FrameMessage, FrameRequest, Surroundings } from "../../Types/connector.d.ts" */
/** @import { SandboxManifest } from "../../Types/wallets.d.ts" */
/** @import { ExecutorText } from "./executor-text.js" */

/** @typedef {{resolve: (result: unknown) => void, reject: (error: unknown) => void, signal: AbortSignal | undefined}} Call */

export class ExecutorFrame {
  uuid = crypto.randomUUID();
  manifest;
  storage;
  panels;
  #surroundings;
  #element;
  #view;
  /** True if the wallet has read storage that has changed since. It was not asked, and another frame is needed. */
  isStale = false;
  /** @type {PromiseWithResolvers<void>} */
  #ready = Promise.withResolvers();
  /** @type {Call | null} */
  #call = null;
  /** @type {"waiting" | "calling" | "ended"} */
  #state = "waiting"; // for use
  #loads = 0;
  #code;
  #isUnparsed = false;
  #requests;
  /** @type {Set<number>} */
  #timers = new Set();
  /** The fingerprint of the executor's copy of its storage; null until its code begins. @type {string | null} */
  #stored = null;
  #touched = false;
  #isReady = false;
  /** @type {string | null} */
  #scriptError = null;
  /** The shortest grace in which a wallet that failed has to get ready. */
  #givenUpAfter = Infinity;

  /**
   * @param {SandboxManifest} manifest
   * @param {ExecutorText} code
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
    this.#element = frameElement(manifest, frameDocument(guestStart(this.uuid, manifest, surroundings), surroundings));
    this.#element.addEventListener("load", this.#onLoad);
    this.#view = new WalletView(this.#element, manifest, {
      onDismiss: () => this.fail(walletClosed()),
      onVisible: surroundings.onUIVisible,
    });
  }

  get permissions() {
    return this.manifest.permissions ?? {};
  }

  /**
   * Returns true if the frame can still be used for a call. Nothing that it has read has changed since; what it asked
   * for waits.
   *
   * @param {string | undefined} stored the storage's fingerprint now
   */
  isFresh(stored) {
    if (this.#state !== "waiting" || this.storage.isRevoked) return false;
    return this.#stored === stored || !this.#touched;
  }

  /**
   * Returns true if the frame, if fresh, can be used right now. Between the beginning of the executor's code and its
   * `ready` it isn't known whether the code has read a copy of the storage that is old by now, unless it waits for an
   * answer.
   *
   * @param {string} stored as for `isFresh`
   */
  isUsable(stored) {
    return this.#isReady || this.#stored === null || this.#stored === stored || this.#requests.isHolding;
  }

  /**
   * Sends the frame, which is about to be used, the storage as it is now. Code that has not begun yet gets it when it
   * begins.
   *
   * @param {string} stored as for `isFresh`
   */
  refresh(stored) {
    if (this.#stored === stored || this.#stored === null) return;
    this.#post({ method: "frame:storage", storage: this.storage.snapshot(), origin: this.uuid });
    this.#stored = stored;
  }

  /** True when the wallet has called `ready`. */
  get isReady() {
    return this.#isReady;
  }

  /** Settled when the wallet has called `ready`; rejected when the frame ends before that. @type {Promise<void>} */
  get prepared() {
    return this.#ready.promise;
  }

  hostEntities() {
    return this.#surroundings.hostEntities(this.manifest, { signal: this.signal });
  }

  get ledger() {
    return this.#surroundings.ledger;
  }

  get linkSchemes() {
    return this.#surroundings.linkSchemes;
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

  /** @param {string} link a link for the wallet's app, which may be on the user's phone */
  offerLink(link) {
    if (this.#state === "calling") this.#view.offerLink(link);
  }

  /** Has a link opened by the wallet's app on this computer. @param {string} link */
  openLink(link) {
    if (this.#state !== "calling") return;
    const { openLink } = this.#surroundings;
    if (openLink !== undefined) openLink(link, this.manifest, { signal: this.signal });
    else window.open(link, "_blank");
  }

  /**
   * Calls a method of the wallet. A frame serves one call. If the frame `isStale` afterwards, the result means nothing:
   * the wallet was not asked.
   *
   * @param {string} method
   * @param {{[name: string]: unknown}} params
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
    // A frame serves one call, so its uuid names the call too.
    const request = { method: `wallet:${method}`, params, id: this.uuid, returnUrl: back?.url ?? null, origin: this.uuid };
    if (this.#isReady) {
      this.#tell(request);
    } else {
      this.#timers.add(setTimeout(() => this.#failIfNotReady(), this.#surroundings.readyTimeout));
      this.#ready.promise.then(() => this.#tell(request), () => {});
    }
    return promise;
  }

  /** Warms the frame's handlers with three no-op calls. Three measured 4 % faster than one; more made no difference. */
  rehearse() {
    if (this.#state !== "waiting") return;
    const request = { method: "frame:rehearse", params: { nonce: new Uint8Array(1) }, id: null, returnUrl: null, origin: this.uuid };
    for (let count = 0; count < 3; count += 1) this.#post(request);
  }

  /** Sends the call; one that can't be cloned fails. @param {FrameMessage} request */
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

  /** Removes a frame that is not needed. */
  dispose() {
    this.fail(new ConnectorError("internal", "The wallet's frame was taken away"));
  }

  #onAbort = () => this.fail(this.#call?.signal?.reason);

  /** Ends the frame. The caller gets its answer first; the frame, which nobody sees any more, is removed later. @param {number} delay */
  #end(delay) {
    this.#state = "ended";
    if (this.#view.isOpen) this.#view.hide();
    if (delay === 0) this.#remove();
    else pageTasks.add(() => this.#remove(), delay);
  }

  #remove() {
    this.#call?.signal?.removeEventListener("abort", this.#onAbort);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#element.removeEventListener("load", this.#onLoad);
    window.removeEventListener("message", this.#onMessage);
    this.#view.remove();
  }

  /** @param {{[field: string]: unknown}} message */
  #post(message) {
    const frameWindow = this.#element.contentWindow;
    if (frameWindow !== null) Reflect.apply(/** @type {(message: unknown, target: string) => void} */ (postMessage), frameWindow, [message, "*"]);
  }

  #onLoad = () => {
    this.#loads += 1;
    if (this.#loads > 1) this.#left();
  };

  /** Fails because the executor's document went away: the frame's new document is not the wallet that was asked for. */
  #left() {
    this.fail(new ConnectorError("walletUnavailable", `${this.manifest.name} left its page before it answered`));
  }

  /** @param {MessageEvent} event */
  #onMessage = (event) => {
    if (event.data === null || typeof event.data !== "object") return;
    /** @type {FrameMessage} */
    const message = event.data;
    const isLedger = isLedgerRequest(message);
    if (message.origin !== this.uuid && !isLedger) return;
    const source = /** @type {MessageEventSource} */ (event.source);
    if (!isWithin(source, this.#element.contentWindow)) return;
    const nested = source !== this.#element.contentWindow;
    if (this.#state === "ended") {
      if (!isLedger && lateMethods.has(message.method)) this.#requests.serve({ data: message, source, nested });
      return;
    }
    if (!nested && !isLedger && this.#own(message)) return;
    if (isLedger || (typeof message.method === "string" && message.id !== undefined)) this.#request({ data: message, source, nested }, isLedger);
  };

  /** @param {FrameRequest} request @param {boolean} isLedger */
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

  /** Handles messages that only the executor's own document sends. @param {FrameMessage} message @returns {boolean} true if this is one */
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
        this.#noteError(message.params ?? {});
        return true;
      default:
    }
    if (message.status === undefined) return false;
    if (this.#state === "calling" && message.id === this.uuid) this.#settle(message);
    return true;
  }

  /** @param {{message?: unknown, fatal?: unknown, refused?: unknown}} failure of a wallet that isn't ready */
  #noteError({ message, fatal, refused }) {
    this.#scriptError = typeof refused === "string" ? refusalOf(refused) : reasonOf(message);
    const grace = typeof refused === "string" ? graceAfterRefusal : fatal ? graceAfterError : Infinity;
    if (grace >= this.#givenUpAfter) return;
    this.#givenUpAfter = grace;
    this.#timers.add(setTimeout(() => this.#failIfNotReady(), grace));
  }

  /** Sends the executor's code and the storage as it is now. A document begins once, so a second beginning is another document's. */
  #begin() {
    if (this.#stored !== null) return this.#left();
    const storage = this.storage.snapshot();
    this.#stored = this.storage.fingerprint(storage);
    return this.#post({ method: "frame:code", ...this.#code.form, storage, origin: this.uuid });
  }

  /** @param {FrameMessage} reply */
  #settle({ status, result, code, details }) {
    if (status === "success") this.#call?.resolve(result);
    else this.#call?.reject(walletFailure(result, code, details));
    this.#end(grace);
  }

  #giveBack() {
    this.panels.closeAll();
    this.isStale = true;
    this.#call?.resolve(undefined);
    this.#end(0);
  }
}
