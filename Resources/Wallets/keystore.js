// SPDX-License-Identifier: MIT
// The packaged wallet. Keys stay in the host: it shows what is to be signed, signs, and hands over signatures. This executor
// sends what was signed and reads the outcome.

const host = (method, params) => window.selector.external("nearConnectKeystore", method, params);

/** How long one RPC request may take, and how long an outcome is waited for in all, in milliseconds. */
const requestDeadline = 30_000;
const outcomeDeadline = 120_000;
const firstPause = 250;
const longestPause = 3_000;

/** After how many lookups that don't know the transaction the same bytes are sent again. */
const lookupsBeforeResend = 3;

class RPCFailure extends Error {
  /** @param {object} error the JSON-RPC error object */
  constructor(error) {
    const cause = error?.cause?.name ?? error?.name ?? "";
    super([error?.message, cause, detail(error)].filter(Boolean).join(": "));
    this.cause = cause;
    this.text = JSON.stringify(error) ?? "";
  }
}

function detail(error) {
  const data = error?.data ?? error?.cause?.info;
  if (data === undefined) return "";
  return (typeof data === "string" ? data : JSON.stringify(data)).slice(0, 500);
}

/** The reply was lost or can't be read: whether the request was done is unknown. */
class NoAnswer extends Error {}

const pause = (duration) => new Promise((resolve) => { setTimeout(resolve, duration); });

async function rpc(network, method, params) {
  const url = window.selector.providers?.[network]?.[0];
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
    throw new NoAnswer(error.message);
  }
  if (answer?.error !== undefined && answer.error !== null) throw new RPCFailure(answer.error);
  if (answer?.result === undefined) throw new NoAnswer("The RPC server's answer has no result");
  return answer.result;
}

function refusal(code, message, more) {
  return Object.assign(new Error(message), { code }, more);
}

const isUnknown = (failure) => /UNKNOWN_TRANSACTION|doesn't exist/.test(failure.text);
const isTimeout = (failure) => /TIMEOUT_ERROR|Timeout/.test(failure.text);
const isOverload = (failure) => /INTERNAL_ERROR|Too Many Requests|NOT_SYNCED|NO_SYNCED|UNAVAILABLE/i.test(failure.text);
const isSpentNonce = (failure) => /InvalidNonce|NonceTooSmall/.test(failure.text);

/** Whether the transaction may still be done, or may have been: a nonce of ours that is spent can be this very transaction's. */
const isOpen = (error, sent) =>
  error instanceof NoAnswer || isTimeout(error) || isOverload(error) || (sent > 1 && isSpentNonce(error));

/**
 * Sends one signed transaction and returns its outcome. When a reply is lost the transaction is looked up by its hash, and the same bytes are
 * sent again only while the chain doesn't know it: they can't be executed twice, they have one nonce.
 *
 * @param {string} network
 * @param {{hash: string, base64: string}} signed
 */
async function sendToEnd(network, { hash, base64 }) {
  const end = Date.now() + outcomeDeadline;
  let sent = 0;
  let lookups = 0;
  let wait = firstPause;
  const send = () => {
    sent += 1;
    lookups = 0;
    return rpc(network, "send_tx", { signed_tx_base64: base64, wait_until: "FINAL" });
  };
  const lookUp = () => {
    lookups += 1;
    return rpc(network, "tx", { tx_hash: hash, sender_account_id: signerOf(base64), wait_until: "FINAL" });
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
      if (next === send && !isOpen(error, sent)) {
        throw refusal("walletRejected", `The network refused the transaction: ${error.message}`);
      }
      const unknown = error instanceof RPCFailure && isUnknown(error);
      next = unknown && lookups >= lookupsBeforeResend ? send : lookUp;
    }
    if (Date.now() + wait > end) {
      throw refusal("transactionUnknown", `What became of transaction ${hash} could not be learnt`, { hash });
    }
    await pause(wait);
    wait = Math.min(wait * 2, longestPause);
  }
}

/** A status query answers with less than an outcome while the transaction is under way. */
const isFinal = ({ status, transaction_outcome: outcome }) =>
  outcome !== undefined && typeof status === "object" && status !== null && ("SuccessValue" in status || "Failure" in status);

/** The signer's id, the first field of a Borsh transaction; version 1 has one byte before it. */
function signerOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  const start = bytes[0] === 1 && bytes[1] !== 0 ? 1 : 0;
  const length = new DataView(bytes.buffer).getUint32(start, true);
  return new TextDecoder().decode(bytes.subarray(start + 4, start + 4 + length));
}

/**
 * Signs all at once, so that the person is asked once, and sends one after the other. Stops at the first that fails on chain, with the
 * outcomes up to that one, and at the first that isn't taken or gets lost: by then those before it are done, and the error says so.
 */
async function signAndSend({ network, transactions, signerId }) {
  const { signedTransactions } = await host("signTransactions", { network, transactions, ...(signerId && { signerId }) });
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

function partiallySent(error, hash, outcomes, count) {
  const message = `${outcomes.length} of ${count} transactions were executed. Then: ${error.message}`;
  return refusal("partiallySent", message, { hash, outcomes });
}

const messageOf = ({ message, recipient, nonce }) => ({ message, recipient, nonce });

window.selector.ready({
  async signIn({ network, addFunctionCallKey }) {
    const { accounts } = await host("signIn", { network, ...(addFunctionCallKey && { addFunctionCallKey }) });
    return accounts;
  },

  async signInAndSignMessage({ network, messageParams, addFunctionCallKey }) {
    const { accounts, signedMessage } = await host("signInAndSignMessage", {
      network, ...messageOf(messageParams), ...(addFunctionCallKey && { addFunctionCallKey }),
    });
    return accounts.map((account) => (account.accountId === signedMessage.accountId ? { ...account, signedMessage } : account))
      .filter((account) => account.signedMessage !== undefined);
  },

  async signOut({ network }) {
    await host("signOut", { network });
  },

  async getAccounts({ network }) {
    return (await host("accounts", { network })).accounts;
  },

  async signAndSendTransaction({ network, receiverId, actions, signerId }) {
    const [outcome] = await signAndSend({ network, transactions: [{ receiverId, actions }], signerId });
    return outcome;
  },

  async signAndSendTransactions(params) {
    return signAndSend(params);
  },

  async signMessage({ network, signerId, ...params }) {
    const { signedMessage } = await host("signMessage", { network, ...messageOf(params), ...(signerId && { signerId }) });
    return signedMessage;
  },

  async signDelegateActions({ network, delegateActions, signerId }) {
    const { signedDelegateActions } = await host("signDelegateActions", { network, delegateActions, ...(signerId && { signerId }) });
    return { signedDelegateActions };
  },
});
