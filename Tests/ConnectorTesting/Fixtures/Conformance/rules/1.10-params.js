// SPDX-License-Identifier: MIT
// What wallets are given.

/** @import { Selector } from "#types/wallets.d.ts" */

/** A wallet that gives back what each of its methods was given. */
/** @param {Selector} selector */
const echo = (selector) => {
  /** @type {import("#types/wallets.d.ts").Executor} */
  const wallet = {};
  for (const name of ["signIn", "signInAndSignMessage", "getAccounts", "signMessage", "signAndSendTransaction", "signAndSendTransactions", "signDelegateActions"]) {
    wallet[name] = async (params) => (name.startsWith("signIn") ? [params] : params);
  }
  selector.ready(wallet);
};
const transfer = { type: "Transfer", params: { deposit: "1" } };

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.10 network", says: "Every call carries the connector's network, or the caller's own",
    async check(t) {
      const { wallet } = await t.wallet(echo, {}, { network: "testnet" });
      const nonce = new Uint8Array(32);
      const given = await Promise.all([
        wallet.signIn({}).then(([params]) => params), wallet.getAccounts(), wallet.signMessage({ message: "m", recipient: "r", nonce }),
        wallet.signAndSendTransaction({ receiverId: "r", actions: [] }), wallet.signAndSendTransactions({ transactions: [] }),
        wallet.signDelegateActions({ delegateActions: [] }), wallet.getAccounts({ network: "mainnet" }),
      ]);
      t.equal(given.map(({ network }) => network), [...Array(6).fill("testnet"), "mainnet"]);
    },
  },
  {
    id: "1.10 signIn", says: "A sign-in brings the function-call key, with an allowance in any case",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const key = { contractId: "c", publicKey: "k", allowMethods: { anyMethod: false, methodNames: ["m"] }, gasAllowance: { kind: "unlimited" } };
      const [whole] = await wallet.signIn({ addFunctionCallKey: key });
      t.equal(whole.addFunctionCallKey, key);
      const { gasAllowance: _none, ...bare } = key;
      const [filled] = await wallet.signIn({ addFunctionCallKey: bare });
      t.equal(filled.addFunctionCallKey.gasAllowance, { kind: "limited", amount: "250000000000000000000000" });
    },
  },
  {
    id: "1.10 signInAndSignMessage", says: "A sign-in with a message brings `messageParams`, the nonce as bytes",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const [params] = await wallet.signInAndSignMessage({ messageParams: { message: "m", recipient: "r", nonce: new Uint8Array(32).fill(7) } });
      t.holds(params.messageParams.nonce instanceof Uint8Array && params.messageParams.nonce[31] === 7, "the nonce is no bytes");
    },
  },
  {
    id: "1.10 signMessage", says: "A message's nonce stays 32 bytes; message, recipient and signer arrive",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const { nonce, ...params } = await wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32).fill(9), signerId: "a.near" });
      t.holds(nonce instanceof Uint8Array && nonce.length === 32 && nonce[0] === 9, "the nonce is no bytes");
      t.equal([params.message, params.recipient, params.signerId], ["m", "r", "a.near"]);
    },
  },
  {
    id: "1.10 transaction", says: "A transaction brings receiver, actions and signer",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const { receiverId, actions, signerId } = await wallet.signAndSendTransaction({ receiverId: "r", actions: [transfer], signerId: "a.near" });
      t.equal([receiverId, actions, signerId], ["r", [transfer], "a.near"]);
    },
  },
  {
    id: "1.10 transactions", says: "Of each of several transactions receiver and actions arrive, and nothing else",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const { transactions } = await wallet.signAndSendTransactions({ transactions: [{ receiverId: "r", actions: [transfer], signerId: "x.near" }] });
      t.equal(transactions, [{ actions: [transfer], receiverId: "r" }]);
    },
  },
  {
    id: "1.10 delegates", says: "Delegate actions arrive as {receiverId, actions}; what the wallet signs comes back as it is",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        signDelegateActions: async ({ delegateActions }) => ({ signedDelegateActions: [JSON.stringify(delegateActions)] }),
      }));
      const { signedDelegateActions } = await wallet.signDelegateActions({ delegateActions: [{ receiverId: "r", actions: [transfer] }] });
      t.equal(JSON.parse(signedDelegateActions[0]), [{ receiverId: "r", actions: [transfer] }]);
    },
  },
  {
    id: "1.10 delegate extras", says: "Of a delegate action all that the page said arrives",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const { delegateActions } = await wallet.signDelegateActions({ delegateActions: [{ receiverId: "r", blockHeightTtl: 60, actions: [{ transfer: { deposit: 5n } }] }] });
      t.equal(delegateActions.map((/** @type {any} */ { blockHeightTtl, actions }) => [blockHeightTtl, actions]), [[60, [{ type: "Transfer", params: { deposit: "5" } }]]]);
    },
  },
  {
    id: "1.10 converted", says: "near-api-js actions are converted on their way to the wallet",
    async check(t) {
      const { wallet } = await t.wallet(echo);
      const { actions } = await wallet.signAndSendTransaction({ receiverId: "r", actions: [{ transfer: { deposit: 5n } }] });
      t.equal(actions, [{ type: "Transfer", params: { deposit: "5" } }]);
    },
  },
];
