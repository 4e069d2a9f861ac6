// SPDX-License-Identifier: MIT
// A wallet in whose own window this page is a frame: the parent page signs.

import { nearActionsToConnectorActions } from "../actions.js";
import { ConnectorError, unlessAborted, walletFailure } from "../errors.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { delegateAction, transaction } from "./transactions.js";

export class ParentFrameWallet {
  /**
   * @param {import("../connector.js").NearConnector} connector
   * @param {object} manifest
   * @param {string} [parentOrigin] who brought the wallet; only that origin is told and heard
   */
  constructor(connector, manifest, parentOrigin = "*") {
    this.connector = connector;
    this.manifest = manifest;
    this.parentOrigin = parentOrigin;
  }

  /** Asks the parent, which may take as long as its person does; where no person is asked, as long as a wallet has to get ready. */
  async #call(method, { signal, ...params } = {}, limit = undefined) {
    const id = crypto.randomUUID();
    const whole = { ...params, network: params.network ?? this.connector.network };
    let listener;
    let timer;
    const answer = new Promise((resolve, reject) => {
      listener = ({ source, origin, data }) => {
        if (source !== window.parent || (this.parentOrigin !== "*" && origin !== this.parentOrigin)) return;
        if (data?.type !== "near-wallet-injected-response" || data.id !== id) return;
        if (data.success) resolve(data.result);
        else reject(walletFailure(data.error));
      };
      if (limit !== undefined) timer = setTimeout(() => reject(this.#silence()), limit);
      window.addEventListener("message", listener);
      window.parent.postMessage({ type: "near-wallet-injected-request", id, method: `near:${method}`, params: whole }, this.parentOrigin);
    });
    try {
      return await unlessAborted(answer, signal);
    } finally {
      clearTimeout(timer);
      window.removeEventListener("message", listener);
    }
  }

  #silence() {
    return new ConnectorError("walletUnavailable", `${this.manifest.name ?? this.manifest.id} doesn't answer`);
  }

  async signIn(params) {
    const result = await this.#call("signIn", withGasAllowance(params ?? {}));
    return Array.isArray(result) ? result : [result];
  }

  async signInAndSignMessage(params) {
    const result = await this.#call("signInAndSignMessage", withGasAllowance(params));
    return Array.isArray(result) ? result : [result];
  }

  async signOut(params) {
    await signOutAnyway(this, this.#call("signOut", params, this.connector.readyTimeout), params?.signal);
  }

  async getAccounts(params) {
    return this.#call("getAccounts", params, this.connector.readyTimeout);
  }

  async signAndSendTransaction(params) {
    return this.#call("signAndSendTransaction", { ...params, actions: nearActionsToConnectorActions(params.actions) });
  }

  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", { ...params, transactions: params.transactions.map(transaction) });
  }

  async signMessage(params) {
    return this.#call("signMessage", params);
  }

  async signDelegateActions(params) {
    return this.#call("signDelegateActions", { ...params, delegateActions: params.delegateActions.map(delegateAction) });
  }
}

/**
 * Takes the wallet that the parent page brings, as soon as the list is there to put it into. A parent may speak before it is told that a
 * connector is here.
 *
 * @param {import("../connector.js").NearConnector} connector
 * @param {(wallet: ParentFrameWallet) => object} place
 */
export function listenToParent(connector, place) {
  if (window.parent === window) return;
  window.addEventListener("message", async ({ source, origin, data }) => {
    if (source !== window.parent || data?.type !== "near-wallet-injected" || typeof data.manifest?.id !== "string") return;
    await connector.whenManifestLoaded;
    place(new ParentFrameWallet(connector, data.manifest, origin === "null" ? "*" : origin));
    if (connector.autoConnect) {
      await connector.connect({ walletId: data.manifest.id }).catch((error) => connector.logger?.log?.("autoConnect", error));
    }
  });
}

/** Tells the parent page that a connector is here, with its list. A page without a parent has nobody to tell. */
export function announceToParent() {
  if (window.parent !== window) window.parent.postMessage({ type: "near-selector-ready" }, "*");
}
