// SPDX-License-Identifier: MIT
// A wallet whose own page embeds this one: the parent page signs.

import { ConnectorError, unlessAborted, walletFailure } from "../errors.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { withActions, withDelegateActions, withTransactions } from "./transactions.js";

/** @import { NearConnector } from "../connector.js" */
/**
 * @import {
 *   CallOptions, DelegateActionsParams, SignInAndSignMessageParams, SignInParams, SignMessageParams,
 *   TransactionParams, TransactionsParams, Wallet, WalletManifest,
 * } from "../../Types/wallets.d.ts"
 */

export class ParentFrameWallet {
  /**
   * @param {NearConnector} connector
   * @param {WalletManifest} manifest
   * @param {string} [parentOrigin] the origin that brought the wallet; messages go to it and are taken from it only
   */
  constructor(connector, manifest, parentOrigin = "*") {
    this.connector = connector;
    this.manifest = manifest;
    this.parentOrigin = parentOrigin;
  }

  /**
   * Asks the parent. There is no limit of time where the parent asks its user.
   *
   * @param {string} method
   * @param {CallOptions} [params]
   * @param {number} [limit] milliseconds
   * @returns {Promise<any>} whatever the parent answers
   */
  async #call(method, { signal, ...params } = {}, limit = undefined) {
    const id = crypto.randomUUID();
    const whole = { ...params, network: params.network ?? this.connector.network };
    /** @type {(event: MessageEvent) => void} */
    let listener = () => {};
    /** @type {number | undefined} */
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

  /** @param {SignInParams} [params] */
  async signIn(params) {
    const result = await this.#call("signIn", withGasAllowance(params ?? {}));
    return Array.isArray(result) ? result : [result];
  }

  /** @param {SignInAndSignMessageParams} params */
  async signInAndSignMessage(params) {
    const result = await this.#call("signInAndSignMessage", withGasAllowance(params));
    return Array.isArray(result) ? result : [result];
  }

  /** @param {CallOptions} [params] */
  async signOut(params) {
    await signOutAnyway(this, this.#call("signOut", params, this.connector.readyTimeout), params?.signal);
  }

  /** @param {CallOptions} [params] */
  async getAccounts(params) {
    return this.#call("getAccounts", params, this.connector.readyTimeout);
  }

  /** @param {TransactionParams} params */
  async signAndSendTransaction(params) {
    return this.#call("signAndSendTransaction", withActions(params));
  }

  /** @param {TransactionsParams} params */
  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", withTransactions(params));
  }

  /** @param {SignMessageParams} params */
  async signMessage(params) {
    return this.#call("signMessage", params);
  }

  /** @param {DelegateActionsParams} params */
  async signDelegateActions(params) {
    return this.#call("signDelegateActions", withDelegateActions(params));
  }
}

/**
 * Takes the wallet that the parent page brings, as soon as the wallet list is there. A parent may speak before it is
 * told that a connector is here.
 *
 * @param {NearConnector} connector
 * @param {(wallet: ParentFrameWallet) => Wallet} place
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

/** Tells the parent page, if there is one, that a connector is here. */
export function announceToParent() {
  if (window.parent !== window) window.parent.postMessage({ type: "near-selector-ready" }, "*");
}
