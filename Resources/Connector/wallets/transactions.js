// SPDX-License-Identifier: MIT
// Makes a request's transactions into those that wallets get.

import { nearActionsToConnectorActions } from "../actions.js";

/**
 * @import { DelegateActionsParams, Transaction, TransactionParams, TransactionsParams } from "../../Types/wallets.d.ts"
 */

/** Of several transactions wallets get receiver and actions, and nothing else. @param {Transaction} each */
export const transaction = ({ receiverId, actions }) => ({ receiverId, actions: nearActionsToConnectorActions(actions) });

/** Of delegate actions wallets get all fields, such as how long they are to last. @param {Transaction} each */
export const delegateAction = (each) => ({ ...each, actions: nearActionsToConnectorActions(each.actions) });

/** @param {TransactionParams} params */
export const withActions = (params) => ({ ...params, actions: nearActionsToConnectorActions(params.actions) });

/** @param {TransactionsParams} params */
export const withTransactions = (params) => ({ ...params, transactions: params.transactions.map(transaction) });

/** @param {DelegateActionsParams} params */
export const withDelegateActions = (params) => ({ ...params, delegateActions: params.delegateActions.map(delegateAction) });
