// SPDX-License-Identifier: MIT
// A wallet that lives in the page itself, put there by a browser extension or an in-app browser.

import { nearActionsToConnectorActions } from "../actions.js";
import { ConnectorError } from "../errors.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { delegateAction, transaction } from "./transactions.js";

/** @import { NearConnector } from "../connector.js" */
/**
 * @import {
 *   CallOptions, DelegateActionsParams, Executed, ForeignWallet, SignInAndSignMessageParams, SignInParams,
 *   SignMessageParams, TransactionParams, TransactionsParams,
 * } from "../../Types/wallets.d.ts"
 */

export class InjectedWallet {
  /**
   * @param {NearConnector} connector
   * @param {ForeignWallet} wallet
   */
  constructor(connector, wallet) {
    this.connector = connector;
    this.wallet = wallet;
  }

  get manifest() {
    return this.wallet.manifest;
  }

  /**
   * Fills in the network and takes the signal out, which such wallets don't know.
   *
   * @template {CallOptions} Params
   * @param {Params} [given]
   * @returns {Executed<Params>}
   */
  #params(given = /** @type {Params} */ ({})) {
    const { signal: _, ...params } = given;
    return /** @type {Executed<Params>} */ ({ ...params, network: given.network ?? this.connector.network });
  }

  /** @param {SignInParams} [params] */
  async signIn(params) {
    return this.wallet.signIn(withGasAllowance(this.#params(params)));
  }

  /** @param {SignInAndSignMessageParams} params */
  async signInAndSignMessage(params) {
    return this.wallet.signInAndSignMessage(withGasAllowance(this.#params(params)));
  }

  /** @param {CallOptions} [params] */
  async signOut(params) {
    const leaving = (async () => this.wallet.signOut(this.#params(params)))();
    await signOutAnyway(this, leaving, params?.signal);
  }

  /** @param {CallOptions} [params] */
  async getAccounts(params) {
    return this.wallet.getAccounts(this.#params(params));
  }

  /** @param {TransactionParams} params */
  async signAndSendTransaction(params) {
    const actions = nearActionsToConnectorActions(params.actions);
    const result = await this.wallet.signAndSendTransaction({ ...this.#params(params), actions });
    if (!result) throw noOutcome();
    return Array.isArray(result.transactions) ? result.transactions[0] : result;
  }

  /** @param {TransactionsParams} params */
  async signAndSendTransactions(params) {
    const transactions = params.transactions.map(transaction);
    const result = await this.wallet.signAndSendTransactions({ ...this.#params(params), transactions });
    if (!result) throw noOutcome();
    return result.transactions ?? result;
  }

  /** @param {SignMessageParams} params */
  async signMessage(params) {
    return this.wallet.signMessage(this.#params(params));
  }

  /** @param {DelegateActionsParams} params */
  async signDelegateActions(params) {
    const delegateActions = params.delegateActions.map(delegateAction);
    return this.wallet.signDelegateActions({ ...this.#params(params), delegateActions });
  }
}

const noOutcome = () => new ConnectorError("walletRejected", "No result from wallet");
