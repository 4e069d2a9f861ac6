// SPDX-License-Identifier: MIT
// One function a kind of request: takes the host's parameters and gives a message for the host. Only this file calls
// the connector's API.

import { WalletStorage } from "../Connector/storage.js";
import * as check from "./checks.js";
import { BridgeError } from "./failures.js";
import { selectedWallet, selectWallet } from "./selection.js";
import { actionsFromWire } from "./wire.js";

/** @import { NearConnector } from "../Connector/connector.js" */
/** @import { Replies, Reply } from "../Types/bridge.d.ts" */
/** @import { Account, FunctionCallKey, JSONObject, MessageParams, Transaction, Wallet } from "../Types/wallets.d.ts" */
/**
 * @typedef {"signAndSendTransaction" | "signAndSendTransactions" | "signMessage" | "signDelegateActions"} SigningMethod
 */

/**
 * @typedef {object} Context
 * @property {NearConnector} connector
 * @property {boolean} takesSignals
 * @property {AbortSignal} signal
 * @property {Session} session
 */

/** Remembers what is known of wallets in this load of the page. */
export class Session {
  /** The wallet that is connected. @type {string | null} */
  walletId = null;
  /** The questions for accounts that are open. @type {Map<Wallet, Promise<Account[]>>} */
  asking = new Map();
}

/** @type {<Type extends keyof Replies>(type: Type, payload: Replies[Type]) => Reply} */
const reply = (type, payload) => /** @type {Reply} */ ({ type, payload });

/**
 * Adds the signal for connectors that take one; others would try to clone it into the wallet's frame.
 *
 * @template T
 * @param {Context} context
 * @param {T} params
 * @returns {T & {signal?: AbortSignal}}
 */
const withSignal = ({ takesSignals, signal }, params) => (takesSignals ? { ...params, signal } : /** @type {T & {signal?: undefined}} */ (params));

/** @param {JSONObject} params */
const walletIdOf = (params) => check.optionalText(params.walletId, "walletId");

/**
 * Finds the connected wallet: the one that the host names, since the host knows who is signed in.
 *
 * @param {JSONObject} params
 * @param {Context} context
 * @returns {Promise<Wallet>}
 */
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

/**
 * Selects a wallet, in which somebody has to be signed in.
 *
 * @param {string} id
 * @param {Context} context
 * @returns {Promise<Wallet>}
 */
async function namedWallet(id, context) {
  const { connector, session, signal } = context;
  const wallet = connector.wallets.find((each) => each.manifest.id === id);
  if (wallet === undefined || (await accountsOf(wallet, context)).length === 0) {
    throw new BridgeError("noWalletConnected", `The wallet "${id}" is not connected`);
  }
  if (signal.aborted) throw signal.reason;
  session.walletId = id;
  selectWallet(id);
  return wallet;
}

/**
 * Asks a wallet for its accounts. A request that comes while another one asks takes that one's answer: a program that
 * sends as soon as it has started would have the wallet's code run twice. It asks by itself where that one failed or
 * found nobody, since somebody may have signed in meanwhile, and with connectors that take no signals: their questions
 * may never end.
 *
 * @param {Wallet} wallet
 * @param {Context} context
 * @returns {Promise<Account[]>}
 */
async function accountsOf(wallet, context) {
  const { connector, takesSignals, session: { asking } } = context;
  const shared = takesSignals ? await asking.get(wallet)?.catch(() => []) : undefined;
  if (shared !== undefined && shared.length > 0) return shared;
  const ask = async () => check.namedAccounts(await wallet.getAccounts(withSignal(context, { network: connector.network })));
  const answer = ask();
  asking.set(wallet, answer);
  try {
    return await answer;
  } finally {
    if (asking.get(wallet) === answer) asking.delete(wallet);
  }
}

/** @param {unknown} value @returns {Transaction} */
function transactionOf(value) {
  const { receiverId, actions } = /** @type {JSONObject} */ (value ?? {});
  return {
    receiverId: check.filled(receiverId, "receiverId"),
    actions: readActions(actions),
  };
}

/** @param {unknown} value */
function readActions(value) {
  const actions = check.actions(value);
  try {
    return actionsFromWire(actions);
  } catch (error) {
    throw new BridgeError("invalidRequest", /** @type {Error} */ (error).message);
  }
}

/** @param {JSONObject} params @returns {{signerId?: string}} */
function signer(params) {
  const signerId = check.optionalText(params.signerId, "signerId");
  return signerId === undefined ? {} : { signerId };
}

/** @param {JSONObject} params @returns {MessageParams} */
function messageParams(params) {
  return {
    message: check.text(params.message, "message"),
    recipient: check.filled(params.recipient, "recipient"),
    nonce: check.nonce(params.nonce),
  };
}

/**
 * Signs in.
 *
 * @param {JSONObject} params
 * @param {Context} context
 * @param {MessageParams} [message] to be signed with the sign-in
 * @returns {Promise<{accounts: Account[], walletId: string}>}
 */
async function connect(params, context, message) {
  const { connector, session } = context;
  const walletId = check.optionalText(params.walletId, "walletId");
  await connector.whenManifestLoaded;
  if (walletId !== undefined && !connector.wallets.some((wallet) => wallet.manifest.id === walletId)) {
    throw new BridgeError("unknownWallet", `There is no wallet "${walletId}"`);
  }
  /** @type {{accounts?: Account[]}} */
  const seen = {};
  /** @param {{accounts: Account[]}} event */
  const note = (event) => { seen.accounts = event.accounts; };
  const name = message === undefined ? "wallet:signIn" : "wallet:signInAndSignMessage";
  connector.on(name, note);
  const before = selectedWallet();
  try {
    const wallet = await connector.connect(withSignal(context, {
      walletId,
      ...(message === undefined ? {} : { signMessageParams: message }),
      ...(params.addFunctionCallKey == null ? {} : { addFunctionCallKey: /** @type {FunctionCallKey} */ (params.addFunctionCallKey) }),
    }));
    if (context.signal.aborted) throw context.signal.reason;
    const accounts = message === undefined ? check.accounts(seen.accounts) : check.signedAccounts(seen.accounts);
    session.walletId = wallet.manifest.id;
    return { accounts, walletId: wallet.manifest.id };
  } catch (error) {
    // Connectors leave the wallet selected whose sign-in failed, but the wallet that was connected before still is.
    selectWallet(context.signal.aborted ? session.walletId ?? before : before);
    throw error;
  } finally {
    connector.off(name, note);
  }
}

/**
 * Has the connected wallet sign something.
 *
 * @template {SigningMethod} Method
 * @param {Method} method the wallet's method
 * @param {JSONObject} asked the host's parameters
 * @param {Parameters<Wallet[Method]>[0]} params the wallet's
 * @param {Context} context
 * @returns {Promise<unknown>}
 */
async function sign(method, asked, params, context) {
  /** @type {{[name in SigningMethod]: (params: any) => Promise<unknown>}} */
  const wallet = await connectedWallet(asked, context);
  if (typeof wallet[method] !== "function") throw new BridgeError("walletRejected", `The wallet has no "${method}"`);
  return wallet[method](withSignal(context, { ...params, network: context.connector.network }));
}

/** @param {Wallet} wallet */
function describe(wallet) {
  const { id, name, icon, description, website, type, features } = wallet.manifest;
  return { id, name, icon, description, website, type, features };
}

/** @type {Record<string, (params: JSONObject, context: Context) => Promise<Reply>>} */
export const operations = {
  // @ts-expect-error TypeScript takes the prototype for an entry
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
    // A connector without signals keeps a wallet's pairs if the wallet fails or is late. The host has forgotten it.
    if (!takesSignals && leaving !== null) signal.addEventListener("abort", () => new WalletStorage(leaving).clear(), { once: true });
    if (wallet !== undefined) await connector.disconnect(wallet, ...(takesSignals ? [{ signal }] : []));
    // A connector without signals has just deselected the wallet that signed in while this one was late.
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

  /** Restores the selection from before a sign-in that the host didn't accept. */
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
    return reply("accountList", { accounts: await accountsOf(wallet, context), walletId: selected });
  },
};
