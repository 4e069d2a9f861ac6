// SPDX-License-Identifier: MIT
// One function a kind of request: the host's parameters in, a message for the host out. All that touches the connector's API is here.

import * as check from "./checks.js";
import { BridgeError } from "./failures.js";
import { selectedWallet, selectWallet } from "./selection.js";
import { actionsFromWire } from "./wire.js";

/**
 * @typedef {object} Context
 * @property {import("../Connector/index.js").NearConnector} connector
 * @property {boolean} takesSignals
 * @property {AbortSignal} signal
 * @property {Session} session
 */

/** The wallet that is known to be connected in this load of the page. */
export class Session {
  /** @type {string | null} */
  walletId = null;
}

const reply = (type, payload) => ({ type, payload });

/** Adds the signal for connectors that take one; others would try to clone it into the wallet's frame. */
const withSignal = ({ takesSignals, signal }, params) => (takesSignals ? { ...params, signal } : params);

async function connectedWallet(context, walletId) {
  const { connector, session } = context;
  if (walletId !== undefined) {
    await connector.whenManifestLoaded;
    const named = connector.wallets.find((wallet) => wallet.manifest.id === walletId);
    if (named === undefined || (session.walletId ?? selectedWallet()) !== walletId) {
      throw new BridgeError("noWalletConnected", `The wallet "${walletId}" is not connected`);
    }
    session.walletId = walletId;
    return named;
  }
  if (session.walletId !== null) {
    const known = connector.wallets.find((wallet) => wallet.manifest.id === session.walletId);
    if (known !== undefined) return known;
    session.walletId = null;
  }
  const { wallet } = await connector.getConnectedWallet(withSignal(context, {}));
  session.walletId = wallet.manifest.id;
  return wallet;
}

function transactionOf(value) {
  return {
    receiverId: check.filled(value?.receiverId, "receiverId"),
    actions: readActions(value?.actions),
  };
}

function readActions(value) {
  check.actions(value);
  try {
    return actionsFromWire(value);
  } catch (error) {
    throw new BridgeError("invalidRequest", error.message);
  }
}

function signer(params) {
  const signerId = check.optionalText(params.signerId, "signerId");
  return signerId === undefined ? {} : { signerId };
}

function messageParams(params) {
  return {
    message: check.text(params.message, "message"),
    recipient: check.filled(params.recipient, "recipient"),
    nonce: check.nonce(params.nonce),
  };
}

async function connect(params, context, message) {
  const { connector, session } = context;
  const walletId = check.optionalText(params.walletId, "walletId");
  await connector.whenManifestLoaded;
  if (walletId !== undefined && !connector.wallets.some((wallet) => wallet.manifest.id === walletId)) {
    throw new BridgeError("unknownWallet", `There is no wallet "${walletId}"`);
  }
  const seen = {};
  const note = (event) => { seen.accounts = event.accounts; };
  const name = message === undefined ? "wallet:signIn" : "wallet:signInAndSignMessage";
  connector.on(name, note);
  const before = selectedWallet();
  try {
    const wallet = await connector.connect(withSignal(context, {
      walletId,
      ...(message === undefined ? {} : { signMessageParams: message }),
      ...(params.addFunctionCallKey == null ? {} : { addFunctionCallKey: params.addFunctionCallKey }),
    }));
    const accounts = check.accounts(seen.accounts);
    session.walletId = wallet.manifest.id;
    return { accounts, walletId: wallet.manifest.id };
  } catch (error) {
    // Connectors leave the wallet selected that was tried; who was connected before still is.
    selectWallet(before);
    throw error;
  } finally {
    connector.off(name, note);
  }
}

/** Calls the wallet that the host named, not whichever the page holds for the connected one. */
async function sign(method, params, context, { walletId }) {
  const wallet = await connectedWallet(context, check.optionalText(walletId, "walletId"));
  if (typeof wallet[method] !== "function") throw new BridgeError("walletRejected", `The wallet has no "${method}"`);
  return wallet[method](withSignal(context, { ...params, network: context.connector.network }));
}

function describe(wallet) {
  const { id, name, icon, description, website, type, features } = wallet.manifest;
  return { id, name, icon, description, website, type, features };
}

/** @type {Record<string, (params: object, context: Context) => Promise<{type: string, payload: object}>>} */
export const operations = {
  __proto__: null,

  async signIn(params, context) {
    return reply("signedIn", await connect(params, context));
  },

  async signInAndSignMessage(params, context) {
    const result = await connect(params, context, messageParams(params));
    for (const account of result.accounts) account.signedMessage = check.signedMessage(account.signedMessage);
    return reply("signedInAndSignedMessage", result);
  },

  async signOut(_params, context) {
    const { connector, session } = context;
    await connector.whenManifestLoaded;
    const selected = session.walletId ?? selectedWallet();
    session.walletId = null;
    const wallet = connector.wallets.find((each) => each.manifest.id === selected);
    if (wallet !== undefined) await connector.disconnect(wallet, withSignal(context, {}));
    return reply("signedOut", {});
  },

  async signAndSendTransaction(params, context) {
    const request = { ...transactionOf(params), ...signer(params) };
    return reply("transactionResult", { outcome: check.outcome(await sign("signAndSendTransaction", request, context, params)) });
  },

  async signAndSendTransactions(params, context) {
    const transactions = check.list(params.transactions, "transactions").map(transactionOf);
    const outcomes = await sign("signAndSendTransactions", { transactions, ...signer(params) }, context, params);
    return reply("transactionsResult", { outcomes: check.outcomes(outcomes) });
  },

  async signMessage(params, context) {
    const request = { ...messageParams(params), ...signer(params) };
    return reply("messageResult", { signedMessage: check.signedMessage(await sign("signMessage", request, context, params)) });
  },

  async signDelegateActions(params, context) {
    const delegateActions = check.list(params.delegateActions, "delegateActions").map(transactionOf);
    const signed = await sign("signDelegateActions", { delegateActions, ...signer(params) }, context, params);
    return reply("delegateActionResult", { signedDelegateActions: check.delegateActions(signed) });
  },

  /** The host has refused a sign-in: who was connected before is again. */
  async select(params, { session }) {
    const walletId = check.optionalText(params.walletId ?? undefined, "walletId") ?? null;
    session.walletId = walletId;
    selectWallet(walletId);
    return reply("walletSelected", { walletId: walletId ?? "" });
  },

  async wallets(_params, { connector }) {
    await connector.whenManifestLoaded;
    return reply("walletList", { wallets: connector.availableWallets.map(describe) });
  },

  async accounts(_params, context) {
    const { connector } = context;
    await connector.whenManifestLoaded;
    const selected = selectedWallet();
    const wallet = connector.wallets.find((each) => each.manifest.id === selected);
    if (wallet === undefined) return reply("accountList", { accounts: [], walletId: null });
    const found = await wallet.getAccounts(withSignal(context, { network: connector.network }));
    const accounts = Array.isArray(found) && found.length > 0 ? check.accounts(found) : [];
    return reply("accountList", { accounts, walletId: selected });
  },
};
