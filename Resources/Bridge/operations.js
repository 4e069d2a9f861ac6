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

const walletIdOf = (params) => check.optionalText(params.walletId, "walletId");

/** The connected wallet: the one that the host names, since it is the host that knows who is signed in. */
async function connectedWallet(params, context) {
  const { connector, session } = context;
  const named = walletIdOf(params);
  await connector.whenManifestLoaded;
  if (session.walletId !== null && (named === undefined || named === session.walletId)) {
    const known = connector.wallets.find((wallet) => wallet.manifest.id === session.walletId);
    if (known !== undefined) return known;
    session.walletId = null;
  }
  if (named !== undefined) return namedWallet(named, context);
  const { wallet } = await connector.getConnectedWallet(withSignal(context, {}));
  session.walletId = wallet.manifest.id;
  return wallet;
}

/** A wallet that this load of the page has not heard of as connected, or that isn't the selected one: it is asked. */
async function namedWallet(id, context) {
  const { connector, session, signal } = context;
  const wallet = connector.wallets.find((each) => each.manifest.id === id);
  const accounts = await wallet?.getAccounts(withSignal(context, { network: connector.network }));
  if (check.namedAccounts(accounts).length === 0) {
    throw new BridgeError("noWalletConnected", `The wallet "${id}" is not connected`);
  }
  if (signal.aborted) throw signal.reason;
  session.walletId = id;
  selectWallet(id);
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
    if (context.signal.aborted) throw context.signal.reason;
    const accounts = message === undefined ? check.accounts(seen.accounts) : check.signedAccounts(seen.accounts);
    session.walletId = wallet.manifest.id;
    return { accounts, walletId: wallet.manifest.id };
  } catch (error) {
    // Connectors leave the wallet selected that was tried; who was connected before still is.
    selectWallet(context.signal.aborted ? session.walletId ?? before : before);
    throw error;
  } finally {
    connector.off(name, note);
  }
}

async function sign(method, asked, params, context) {
  const wallet = await connectedWallet(asked, context);
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
    return reply("signedInAndSignedMessage", await connect(params, context, messageParams(params)));
  },

  async signOut(params, context) {
    const { connector, session, signal, takesSignals } = context;
    const named = walletIdOf(params);
    await connector.whenManifestLoaded;
    const leaving = named ?? session.walletId ?? selectedWallet();
    session.walletId = null;
    const wallet = connector.wallets.find((each) => each.manifest.id === leaving);
    if (wallet !== undefined) await connector.disconnect(wallet, ...(takesSignals ? [{ signal }] : []));
    // A connector without signals has just deselected whoever signed in while a wallet was late.
    if (signal.aborted && session.walletId !== null) selectWallet(session.walletId);
    return reply("signedOut", {});
  },

  async signAndSendTransaction(params, context) {
    const request = { ...transactionOf(params), ...signer(params) };
    return reply("transactionResult", { outcome: check.outcome(await sign("signAndSendTransaction", params, request, context)) });
  },

  async signAndSendTransactions(params, context) {
    const transactions = check.list(params.transactions, "transactions").map(transactionOf);
    const outcomes = await sign("signAndSendTransactions", params, { transactions, ...signer(params) }, context);
    return reply("transactionsResult", { outcomes: check.outcomes(outcomes) });
  },

  async signMessage(params, context) {
    const request = { ...messageParams(params), ...signer(params) };
    return reply("messageResult", { signedMessage: check.signedMessage(await sign("signMessage", params, request, context)) });
  },

  async signDelegateActions(params, context) {
    const delegateActions = check.list(params.delegateActions, "delegateActions").map(transactionOf);
    const signed = await sign("signDelegateActions", params, { delegateActions, ...signer(params) }, context);
    return reply("delegateActionResult", { signedDelegateActions: check.delegateActions(signed) });
  },

  /** Puts back what was selected before a sign-in that the host didn't accept. */
  async select(params, { session }) {
    const walletId = walletIdOf(params) ?? null;
    session.walletId = walletId;
    selectWallet(walletId);
    return reply("walletSelected", { walletId: walletId ?? "" });
  },

  async wallets(_params, { connector }) {
    await connector.whenManifestLoaded;
    return reply("walletList", { wallets: connector.availableWallets.map(describe) });
  },

  async accounts(params, context) {
    const { connector } = context;
    const named = walletIdOf(params);
    await connector.whenManifestLoaded;
    const selected = named ?? selectedWallet();
    const wallet = connector.wallets.find((each) => each.manifest.id === selected);
    if (wallet === undefined) return reply("accountList", { accounts: [], walletId: null });
    const accounts = check.namedAccounts(await wallet.getAccounts(withSignal(context, { network: connector.network })));
    return reply("accountList", { accounts, walletId: selected });
  },
};
