// SPDX-License-Identifier: MIT
// A wallet whose code runs in a sandboxed frame.

import { unlessAborted } from "../errors.js";
import { cachedCode, executorCode } from "../sandbox/executor-source.js";
import { WalletStorage } from "../storage.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { withActions, withDelegateActions, withTransactions } from "./transactions.js";

/** @import { NearConnector } from "../connector.js" */
/**
 * @import {
 *   Account, CallOptions, DelegateActionsParams, SandboxManifest, SignedAccount, SignInAndSignMessageParams,
 *   SignInParams, SignMessageParams, TransactionParams, TransactionsParams,
 * } from "../../Types/wallets.d.ts"
 */

export class SandboxWallet {
  /**
   * @param {NearConnector} connector
   * @param {SandboxManifest} manifest
   */
  constructor(connector, manifest) {
    this.connector = connector;
    this.manifest = manifest;
  }

  /**
   * Runs one method of the executor in a frame of its own.
   *
   * @param {string} method
   * @param {CallOptions} [params]
   * @param {{isFollowed?: boolean}} [options] what the frame pool is told
   * @returns {Promise<any>} whatever the executor returns
   */
  async #call(method, { signal, ...params } = {}, options) {
    params.network ??= this.connector.network;
    const { connector: { db, framePool }, manifest } = this;
    const code = cachedCode(manifest) ?? await unlessAborted(executorCode(manifest, db), signal);
    if (!framePool.isLoaded) await framePool.load();
    while (true) {
      const frame = framePool.take(manifest, code, options);
      const result = await frame.call(method, params, signal);
      if (frame.isStale) continue;
      if (!frame.storage.isRevoked) framePool.prepare(manifest, code);
      return result;
    }
  }

  /**
   * @param {SignInParams} [params]
   * @returns {Promise<Account[]>}
   */
  async signIn(params = {}) {
    return this.#call("signIn", withGasAllowance(params));
  }

  /**
   * @param {SignInAndSignMessageParams} params
   * @returns {Promise<SignedAccount[]>}
   */
  async signInAndSignMessage(params) {
    return this.#call("signInAndSignMessage", withGasAllowance(params));
  }

  /**
   * Signs out and removes the wallet's storage, also if the wallet fails, the user closes its sheet, or the call is
   * aborted, as it is by a deadline. A broken wallet must not keep a user signed in, and keys must not stay behind.
   *
   * @param {CallOptions} [params]
   */
  async signOut(params = {}) {
    try {
      await signOutAnyway(this, this.#call("signOut", params), params.signal);
    } finally {
      this.connector.framePool.drop();
      new WalletStorage(this.manifest.id).clear();
    }
  }

  /**
   * @param {CallOptions} [params]
   * @returns {Promise<Account[]>}
   */
  async getAccounts(params = {}) {
    // Whoever asks for the accounts is about to have one of them sign.
    return this.#call("getAccounts", params, { isFollowed: true });
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
