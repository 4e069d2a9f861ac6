// SPDX-License-Identifier: MIT
// A wallet whose code runs in a sandboxed frame.

import { nearActionsToConnectorActions } from "../actions.js";
import { unlessAborted } from "../errors.js";
import { codeAtHand, executorCode } from "../sandbox/code.js";
import { outdated } from "../sandbox/frames.js";
import { WalletStorage } from "../storage.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { delegateAction, transaction } from "./transactions.js";

/** @typedef {{accountId: string, publicKey?: string}} Account */

export class SandboxWallet {
  /**
   * @param {import("../connector.js").NearConnector} connector
   * @param {object} manifest
   */
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
  }

  /** Runs one method of the executor in a frame of its own. */
  async #call(method, { signal, ...params } = {}) {
    params.network ??= this.connector.network;
    const { connector: { db, frames }, manifest } = this;
    const code = codeAtHand(manifest) ?? await unlessAborted(executorCode(manifest, db), signal);
    if (!frames.isLoaded) await frames.load();
    while (true) {
      const frame = frames.take(manifest, code);
      const result = await frame.call(method, params, signal);
      if (result === outdated) continue;
      if (!frame.storage.isRevoked) frames.prepare(manifest, code);
      return result;
    }
  }

  /**
   * @param {{network?: string, addFunctionCallKey?: object, signal?: AbortSignal}} [params]
   * @returns {Promise<Account[]>}
   */
  async signIn(params = {}) {
    return this.#call("signIn", withGasAllowance(params));
  }

  /**
   * @param {{network?: string, addFunctionCallKey?: object, messageParams: object, signal?: AbortSignal}} params
   * @returns {Promise<(Account & {signedMessage: object})[]>}
   */
  async signInAndSignMessage(params) {
    return this.#call("signInAndSignMessage", withGasAllowance(params));
  }

  /**
   * Signs out, and forgets what the wallet stored here. That is forgotten too when the wallet itself fails: a broken wallet
   * must not keep a person signed in. Nor is it kept when the person closes the wallet's sheet: who asked to be signed out has left, and
   * would leave keys behind.
   *
   * @param {{network?: string, signal?: AbortSignal}} [params]
   */
  async signOut(params = {}) {
    await signOutAnyway(this, this.#call("signOut", params), params.signal);
    this.connector.frames.drop();
    new WalletStorage(this.manifest.id).clear();
  }

  /**
   * @param {{network?: string, signal?: AbortSignal}} [params]
   * @returns {Promise<Account[]>}
   */
  async getAccounts(params = {}) {
    return this.#call("getAccounts", params);
  }

  /** @param {{receiverId: string, actions: object[], signerId?: string, network?: string, signal?: AbortSignal}} params */
  async signAndSendTransaction(params) {
    return this.#call("signAndSendTransaction", { ...params, actions: nearActionsToConnectorActions(params.actions) });
  }

  /** @param {{transactions: {receiverId: string, actions: object[]}[], signerId?: string, network?: string, signal?: AbortSignal}} params */
  async signAndSendTransactions(params) {
    return this.#call("signAndSendTransactions", { ...params, transactions: params.transactions.map(transaction) });
  }

  /** @param {{message: string, recipient: string, nonce: Uint8Array, signerId?: string, network?: string, signal?: AbortSignal}} params */
  async signMessage(params) {
    return this.#call("signMessage", params);
  }

  /** @param {{delegateActions: {receiverId: string, actions: object[]}[], signerId?: string, network?: string, signal?: AbortSignal}} params */
  async signDelegateActions(params) {
    return this.#call("signDelegateActions", { ...params, delegateActions: params.delegateActions.map(delegateAction) });
  }
}
