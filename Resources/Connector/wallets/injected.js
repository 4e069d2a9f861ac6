// SPDX-License-Identifier: MIT
// A wallet that lives in the page itself, put there by a browser extension or an in-app browser.

import { nearActionsToConnectorActions } from "../actions.js";
import { ConnectorError } from "../errors.js";
import { withGasAllowance } from "./defaults.js";
import { signOutAnyway } from "./sign-out.js";
import { delegateAction, transaction } from "./transactions.js";

export class InjectedWallet {
  /**
   * @param {import("../connector.js").NearConnector} connector
   * @param {object} wallet
   */
  constructor(connector, wallet) {
    this.connector = connector;
    this.wallet = wallet;
  }

  get manifest() {
    return this.wallet.manifest;
  }

  #params({ signal, ...params } = {}) {
    return { ...params, network: params.network ?? this.connector.network };
  }

  async signIn(params) {
    return this.wallet.signIn(withGasAllowance(this.#params(params)));
  }

  async signInAndSignMessage(params) {
    return this.wallet.signInAndSignMessage(withGasAllowance(this.#params(params)));
  }

  async signOut(params) {
    const leaving = (async () => this.wallet.signOut(this.#params(params)))();
    await signOutAnyway(this, leaving, params?.signal);
  }

  async getAccounts(params) {
    return this.wallet.getAccounts(this.#params(params));
  }

  async signAndSendTransaction(params) {
    const actions = nearActionsToConnectorActions(params.actions);
    const result = await this.wallet.signAndSendTransaction({ ...this.#params(params), actions });
    if (!result) throw noOutcome();
    return Array.isArray(result.transactions) ? result.transactions[0] : result;
  }

  async signAndSendTransactions(params) {
    const transactions = params.transactions.map(transaction);
    const result = await this.wallet.signAndSendTransactions({ ...this.#params(params), transactions });
    if (!result) throw noOutcome();
    return result.transactions ?? result;
  }

  async signMessage(params) {
    return this.wallet.signMessage(this.#params(params));
  }

  async signDelegateActions(params) {
    const delegateActions = params.delegateActions.map(delegateAction);
    return this.wallet.signDelegateActions({ ...this.#params(params), delegateActions });
  }
}

const noOutcome = () => new ConnectorError("walletRejected", "No result from wallet");
