// SPDX-License-Identifier: MIT
// What of a request's transactions reaches a wallet.

import { nearActionsToConnectorActions } from "../actions.js";

/** Of several transactions wallets get receiver and actions, and nothing else. */
export const transaction = ({ receiverId, actions }) => ({ receiverId, actions: nearActionsToConnectorActions(actions) });

/** Of delegate actions all that the page said, such as how long they are to last. */
export const delegateAction = (each) => ({ ...each, actions: nearActionsToConnectorActions(each.actions) });
