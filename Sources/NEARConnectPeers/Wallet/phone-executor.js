// SPDX-License-Identifier: MIT
// A wallet that speaks as the executors `wallet-connect` and `unity-wallet` of near-connect's list do, written after
// what is known of them and with none of their code: the same calls in the same order, the same forms of bytes (a list
// for one transaction, an indexed object for each of several), a session that is asked for without an end, and keys of
// sign-ins that it leaves out. Only two things differ: the link is shown as a text and no modal of WalletConnect's is
// loaded, and the chain is asked on the network that is in use.

/**
 * @import { CallOptions, ConnectorAction, Executed, SignMessageParams, TransactionParams, TransactionsParams } from "#types/wallets.d.ts"
 */
/** @typedef {{accountId: string, publicKey: string}} PhoneAccount */
/** @typedef {{topic: string, namespaces: Record<string, {accounts: string[]}>}} Session */
/** @typedef {{receiverId: string, actions: unknown[]}} Asked */

const { selector } = window;
const phone = selector.walletConnect;
const methods = ["near_signIn", "near_signOut", "near_getAccounts", "near_signTransaction", "near_signTransactions", "near_signMessage"];
const events = ["chainChanged", "accountsChanged"];

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Borsh and Base58, as far as a transfer needs them.
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** @param {string} value */
function fromBase58(value) {
  const number = [...value].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  return integer(number, 32).toReversed();
}
/** @param {bigint | number | string} value @param {number} size @returns {number[]} */
const integer = (value, size) => Array.from({ length: size }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));
/** @param {string} value */
const string = (value) => {
  const bytes = [...new TextEncoder().encode(value)];
  return [...integer(bytes.length, 4), ...bytes];
};
/** @param {unknown} given */
function transfer(given) {
  const { type, params } = /** @type {ConnectorAction} */ (given);
  if (type !== "Transfer") throw new Error(`This wallet sends no "${type}"`);
  return [3, ...integer(params.deposit, 16)];
}

/** @param {string} network @param {string} method @param {unknown} params @returns {Promise<any>} */
async function rpc(network, method, params) {
  const response = await fetch(selector.providers[network][0], {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: "executor", method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

/** @returns {Promise<Session | null>} */
const session = () => phone.getSession();

/** @param {string} network @param {string} method @param {unknown} params @returns {Promise<any>} */
async function request(network, method, params) {
  const { topic } = /** @type {Session} */ (await session());
  return phone.request({ topic, chainId: `near:${network}`, request: { method, params } });
}

/** @param {string} network @returns {Promise<Session>} */
async function connect(network) {
  selector.ui.showIframe();
  await phone.getProjectId();
  const { uri } = await phone.connect({ requiredNamespaces: { near: { chains: [`near:${network}`], methods, events } } });
  document.body.append(uri);
  for (;;) {
    const found = await session();
    if (found !== null) return found;
    await pause(1000);
  }
}

async function disconnect() {
  const { topic } = /** @type {Session} */ (await session());
  await phone.disconnect({ topic, reason: { code: 5900, message: "User disconnected" } });
}

/** @param {string} network @returns {Promise<PhoneAccount[]>} */
async function accounts(network) {
  const found = await session();
  return (found?.namespaces["near"].accounts ?? []).map((text) => ({ accountId: text.replace(`near:${network}:`, ""), publicKey: "" }));
}

/** @param {string} network */
async function signOut(network) {
  if ((await session()) === null) return;
  await request(network, "near_signOut", { accounts: await accounts(network) });
  await disconnect();
}

/** @param {string} network @param {Asked[]} asked @returns {Promise<number[][]>} */
async function unsigned(network, asked) {
  /** @type {PhoneAccount[]} */
  const [{ accountId, publicKey }] = await request(network, "near_getAccounts", {});
  const key = await rpc(network, "query", {
    request_type: "view_access_key", finality: "optimistic", account_id: accountId, public_key: publicKey,
  });
  return asked.map(({ receiverId, actions }, index) => [
    ...string(accountId), 0, ...fromBase58(publicKey.replace("ed25519:", "")), ...integer(key.nonce + index + 1, 8),
    ...string(receiverId), ...fromBase58(key.block_hash), ...integer(actions.length, 4), ...actions.flatMap(transfer),
  ]);
}

/** @param {unknown} answer @returns {number[]} */
const bytesOf = (answer) => (Array.isArray(answer) ? answer : Object.values(/** @type {Record<string, number>} */ (answer)));

/** @param {string} network @param {unknown} signed */
const send = (network, signed) => rpc(network, "send_tx", { signed_tx_base64: btoa(String.fromCharCode(...bytesOf(signed))), wait_until: "FINAL" });

selector.ready({
  /** @param {Executed<CallOptions>} params */
  async signIn({ network }) {
    try {
      if ((await session()) !== null) await disconnect();
      await connect(network);
      return await accounts(network);
    } catch (error) {
      await signOut(network);
      throw error;
    }
  },
  /** @param {Executed<CallOptions>} params */
  signOut: ({ network }) => signOut(network),
  /** @param {Executed<CallOptions>} params */
  getAccounts: ({ network }) => accounts(network),
  /** @param {Executed<SignMessageParams>} params */
  async signMessage({ message, nonce, recipient, network }) {
    try {
      return await request(network, "near_signMessage", { message, nonce, recipient });
    } catch (error) {
      await disconnect(); // as upstream's does, also where the user has only said no
      throw error;
    }
  },
  /** @param {Executed<TransactionParams>} params */
  async signAndSendTransaction({ receiverId, actions, network }) {
    const [transaction] = await unsigned(network, [{ receiverId, actions }]);
    return send(network, await request(network, "near_signTransaction", { transaction }));
  },
  /** @param {Executed<TransactionsParams>} params */
  async signAndSendTransactions({ transactions, network }) {
    const asked = (await unsigned(network, transactions)).map((bytes) => Uint8Array.from(bytes));
    /** @type {unknown[]} */
    const signed = await request(network, "near_signTransactions", { transactions: asked });
    const outcomes = [];
    for (const each of signed) outcomes.push(await send(network, each));
    return outcomes;
  },
});
