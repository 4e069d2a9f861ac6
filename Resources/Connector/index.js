// SPDX-License-Identifier: MIT
// The embedded connector's public names: those of near-connect 0.11, so that pages and wallets written for it run here.

export { nearActionsToConnectorActions } from "./actions.js";
export { NearConnector } from "./connector.js";
export { LocalStorage } from "./storage.js";
export { name, version } from "./version.js";
export { InjectedWallet } from "./wallets/injected.js";
export { ParentFrameWallet } from "./wallets/parent-frame.js";
export { SandboxWallet } from "./wallets/sandbox.js";
