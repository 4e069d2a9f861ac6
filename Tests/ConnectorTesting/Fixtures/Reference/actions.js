// SPDX-License-Identifier: MIT
// Actions of near-api-js as wallets take them. The conversion has no weakness to show, so it is the embedded connector's.

export { nearActionsToConnectorActions } from "near-connect://bridge/Connector/actions.js";
