// SPDX-License-Identifier: MIT
// The packaged wallet. Keys stay in the host, which shows what is to be signed, signs it and hands over signatures.
// This executor sends what was signed and reads the outcome.

/**
 * @import {
 *   Account, DelegateActionsParams, DelegateActionsResult, Executed, Outcome, SignedMessage,
 *   SignInAndSignMessageParams, SignInParams, SignMessageParams, TransactionParams, TransactionsParams,
 * } from "../Types/wallets.d.ts"
 */
/** @typedef {{hash: string, base64: string}} SignedTransaction */
/**
 * @typedef {{message?: string, name?: string, data?: unknown, cause?: {name?: string, info?: unknown}}} RPCErrorObject
 */

/**
 * The results of the keystore's methods; see `hostEntities` of the bridge.
 *
 * @typedef {object} KeystoreResults
 * @property {{accounts: Account[], signedTransactions?: SignedTransaction[]}} signIn with a transaction for each key that is to be added
 * @property {{accounts: Account[], signedMessage: SignedMessage}} signInAndSignMessage
 * @property {unknown} signOut
 * @property {{accounts: Account[]}} accounts
 * @property {{signedTransactions: SignedTransaction[]}} signTransactions
 * @property {{signedMessage: SignedMessage}} signMessage
 * @property {DelegateActionsResult} signDelegateActions
 */

/**
 * @type {<Method extends keyof KeystoreResults>(method: Method, params: {[name: string]: unknown}) => Promise<KeystoreResults[Method]>}
 */
const host = (method, params) => window.selector.external("nearConnectKeystore", method, params);

/** Limits for one RPC request, and for a whole outcome, in milliseconds. */
const requestDeadline = 30_000;
const outcomeDeadline = 120_000;
const firstPause = 250;
const longestPause = 3_000;

/** The number of lookups that don't know the transaction after which the same bytes are sent again. */
const lookupsBeforeResend = 3;
/** The number of lookups after which a refusal counts although another node may have the transaction: some seconds. */
const lookupsInDoubt = 6;

class RPCFailure extends Error {
  /** @param {RPCErrorObject} error the JSON-RPC error object */
  constructor(error) {
    const cause = error?.cause?.name ?? error?.name ?? "";
    // The chain's reason says it all; who shows it has a sentence for it.
    super(chainError(error) ?? [error?.message, cause, detail(error)].filter(Boolean).join(": "));
    this.cause = cause;
    this.names = [error?.name, error?.cause?.name];
    this.isInvalid = chainError(error)?.includes('"InvalidTxError"') === true;
    this.text = JSON.stringify(error) ?? "";
  }
}

/** The most characters of an error that is handed on as JSON, which is of no use in part. */
const errorLimit = 10_000;

/**
 * Returns the reason for which the chain refused a transaction, as JSON.
 *
 * @param {RPCErrorObject} error
 * @returns {string | undefined}
 */
function chainError(error) {
  const data = error?.data;
  if (typeof data !== "object" || data === null || !("TxExecutionError" in data)) return undefined;
  const text = JSON.stringify(data);
  return text.length <= errorLimit ? text : undefined;
}

/** @param {RPCErrorObject} error */
function detail(error) {
  const data = error?.data ?? error?.cause?.info;
  if (data === undefined) return "";
  return (typeof data === "string" ? data : JSON.stringify(data)).slice(0, 500);
}

/** The reply was lost or can't be read, so the request may have been done or not. */
class NoAnswer extends Error {}

/** @param {number} duration @returns {Promise<void>} */
const pause = (duration) => new Promise((resolve) => { setTimeout(resolve, duration); });

/** @param {string} network @returns {string[]} */
function serversOf(network) {
  const { providers, wallet } = window.selector;
  return providers?.[network] ?? wallet?.manifest?.providers?.[network] ?? [];
}

/**
 * @param {string} network
 * @param {string} method
 * @param {{[name: string]: unknown}} params
 * @param {number} [place] the server's place among the network's, counted round and round
 * @returns {Promise<any>} the result
 */
async function rpc(network, method, params, place = 0) {
  const urls = serversOf(network);
  const url = urls[place % urls.length];
  if (!url) throw refusal("walletUnavailable", `No RPC address is known for the network "${network}"`);
  let answer;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: crypto.randomUUID(), method, params }),
      signal: AbortSignal.timeout(requestDeadline),
    });
    answer = await response.json();
  } catch (error) {
    throw new NoAnswer(/** @type {Error} */ (error).message);
  }
  if (answer?.error !== undefined && answer.error !== null) throw new RPCFailure(answer.error);
  if (answer?.result === undefined) throw new NoAnswer("The RPC server's answer has no result");
  return answer.result;
}

/**
 * @param {string} code
 * @param {string} message
 * @param {{hash?: string, outcomes?: Outcome[]}} [more]
 */
function refusal(code, message, more) {
  return Object.assign(new Error(message), { code }, more);
}

/** @param {RPCFailure} failure */
const isUnknown = (failure) => /UNKNOWN_TRANSACTION|doesn't exist/.test(failure.text);

const refusals = ["INVALID_TRANSACTION", "REQUEST_VALIDATION_ERROR", "PARSE_ERROR", "METHOD_NOT_FOUND"];

/**
 * Returns true if a node says of a transaction that it won't be executed. After every other error it may be.
 *
 * @param {RPCFailure | NoAnswer} error
 * @returns {error is RPCFailure}
 */
const isRefusal = (error) =>
  error instanceof RPCFailure && (error.isInvalid || error.names.some((name) => name !== undefined && refusals.includes(name)));
/** @param {RPCFailure} failure */
const isSpentNonce = (failure) => /InvalidNonce|NonceTooSmall/.test(failure.text);

/**
 * Sends one signed transaction and returns its outcome. When a reply is lost the transaction is looked up by its hash,
 * and the same bytes are sent again only while the chain doesn't know it: they can't be executed twice, as they have
 * one nonce. A refusal is put to each of the network's servers, and counts once none of them knows the transaction.
 *
 * @param {string} network
 * @param {SignedTransaction} signed
 * @returns {Promise<Outcome & {status: object}>}
 */
async function sendToEnd(network, { hash, base64 }) {
  const end = Date.now() + outcomeDeadline;
  const servers = serversOf(network).length;
  let sent = 0;
  let refused = 0;
  let lookups = 0;
  let wait = firstPause;
  /** @type {RPCFailure | undefined} */
  let refusedBy;
  const send = () => {
    sent += 1;
    lookups = 0;
    return rpc(network, "send_tx", { signed_tx_base64: base64, wait_until: "FINAL" }, refused);
  };
  const lookUp = () => {
    lookups += 1;
    return rpc(network, "tx", { tx_hash: hash, sender_account_id: signerOf(base64), wait_until: "FINAL" }, lookups);
  };
  let next = send;
  while (true) {
    try {
      const outcome = await next();
      if (isFinal(outcome)) return outcome;
      next = lookUp;
    } catch (error) {
      const known = error instanceof NoAnswer || error instanceof RPCFailure;
      if (!known) throw error;
      if (next === send && isRefusal(error)) {
        refused += 1;
        refusedBy = error;
        next = refused < servers ? send : lookUp;
        continue;
      }
      // A node that hasn't refused it may have it: it is given time to execute it, and may have used its nonce.
      const isDoubtful = sent > refused;
      if (refusedBy && lookups >= (isDoubtful ? lookupsInDoubt : servers) && !(isDoubtful && isSpentNonce(refusedBy))) {
        throw refusal("walletRejected", `The node refused the transaction: ${refusedBy.message}`);
      }
      const unknown = error instanceof RPCFailure && isUnknown(error);
      next = unknown && !refusedBy && lookups >= lookupsBeforeResend ? send : lookUp;
    }
    if (Date.now() + wait > end) {
      throw refusal("transactionUnknown", `What became of transaction ${hash} could not be learnt`, { hash });
    }
    await pause(wait);
    wait = Math.min(wait * 2, longestPause);
  }
}

/**
 * Tells whether a status is a whole outcome: while the transaction is under way, it is less.
 *
 * @param {Outcome} outcome
 */
const isFinal = ({ status, transaction_outcome: outcome }) =>
  outcome !== undefined && typeof status === "object" && status !== null && ("SuccessValue" in status || "Failure" in status);

/**
 * Reads the signer's id, the first field of a Borsh transaction; version 1 has one byte before it.
 *
 * @param {string} base64
 */
function signerOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  const start = bytes[0] === 1 && bytes[1] !== 0 ? 1 : 0;
  const length = new DataView(bytes.buffer).getUint32(start, true);
  return new TextDecoder().decode(bytes.subarray(start + 4, start + 4 + length));
}

/**
 * Signs all transactions at once, so that the user is asked once, and sends them one after the other. Stops at the
 * first that fails on chain, with the outcomes up to that one, and at the first that is refused or lost; the error then
 * has the outcomes before it.
 *
 * @param {Executed<TransactionsParams>} params
 */
async function signAndSend({ network, transactions, signerId }) {
  const { signedTransactions } = await host("signTransactions", { network, transactions, ...(signerId && { signerId }) });
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const signed of signedTransactions) {
    const outcome = await sendToEnd(network, signed).catch((error) => {
      throw outcomes.length === 0 ? error : partiallySent(error, signed.hash, outcomes, signedTransactions.length);
    });
    outcomes.push(outcome);
    if ("Failure" in outcome.status) break;
  }
  return outcomes;
}

/**
 * @param {Error} error
 * @param {string} hash
 * @param {Outcome[]} outcomes
 * @param {number} count
 */
function partiallySent(error, hash, outcomes, count) {
  const message = `${outcomes.length} of ${count} transactions were executed. Then: ${error.message}`;
  return refusal("partiallySent", message, { hash, outcomes });
}

/** @param {Pick<SignMessageParams, "message" | "recipient" | "nonce">} params */
const messageOf = ({ message, recipient, nonce }) => ({ message, recipient, nonce });

window.selector.ready({
  /** @param {Executed<SignInParams>} params */
  async signIn({ network, addFunctionCallKey }) {
    const { accounts, signedTransactions } = await host("signIn", { network, ...(addFunctionCallKey && { addFunctionCallKey }) });
    for (const signed of signedTransactions ?? []) {
      const { status } = await sendToEnd(network, signed);
      if ("Failure" in status) throw refusal("walletRejected", `The chain added no key: ${JSON.stringify(status.Failure).slice(0, errorLimit)}`);
    }
    return accounts;
  },

  /** @param {Executed<SignInAndSignMessageParams>} params */
  async signInAndSignMessage({ network, messageParams, addFunctionCallKey }) {
    const { accounts, signedMessage } = await host("signInAndSignMessage", {
      network, ...messageOf(messageParams), ...(addFunctionCallKey && { addFunctionCallKey }),
    });
    return accounts.map((account) => (account.accountId === signedMessage.accountId ? { ...account, signedMessage } : account))
      .filter((account) => "signedMessage" in account && account.signedMessage !== undefined);
  },

  async signOut({ network }) {
    await host("signOut", { network });
  },

  async getAccounts({ network }) {
    return (await host("accounts", { network })).accounts;
  },

  /** @param {Executed<TransactionParams>} params */
  async signAndSendTransaction({ network, receiverId, actions, signerId }) {
    const [outcome] = await signAndSend({ network, transactions: [{ receiverId, actions }], signerId });
    return outcome;
  },

  /** @param {Executed<TransactionsParams>} params */
  async signAndSendTransactions(params) {
    return signAndSend(params);
  },

  /** @param {Executed<SignMessageParams>} params */
  async signMessage({ network, signerId, ...params }) {
    const { signedMessage } = await host("signMessage", { network, ...messageOf(params), ...(signerId && { signerId }) });
    return signedMessage;
  },

  /** @param {Executed<DelegateActionsParams>} params */
  async signDelegateActions({ network, delegateActions, signerId }) {
    const { signedDelegateActions } = await host("signDelegateActions", { network, delegateActions, ...(signerId && { signerId }) });
    return { signedDelegateActions };
  },
});
