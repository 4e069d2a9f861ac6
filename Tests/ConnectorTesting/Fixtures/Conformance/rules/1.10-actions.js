// SPDX-License-Identifier: MIT
// Actions of near-api-js as wallets take them.

const key = { toString: () => "ed25519:key" };
const bytes = (text) => new TextEncoder().encode(text);

/** What is given, and what a wallet gets. */
const table = [
  ["createAccount", { createAccount: {} }, { type: "CreateAccount" }],
  ["deployContract", { deployContract: { code: Uint8Array.of(1) } }, { type: "DeployContract", params: { code: Uint8Array.of(1) } }],
  ["functionCall with JSON", { functionCall: { methodName: "m", args: bytes('{"a":1}'), gas: 3n, deposit: 4n } },
    { type: "FunctionCall", params: { methodName: "m", args: { a: 1 }, gas: "3", deposit: "4" } }],
  ["functionCall with bytes", { functionCall: { methodName: "m", args: Uint8Array.of(255), gas: 3n, deposit: 0n } },
    { type: "FunctionCall", params: { methodName: "m", args: Uint8Array.of(255), gas: "3", deposit: "0" } }],
  ["transfer", { transfer: { deposit: 10n ** 24n } }, { type: "Transfer", params: { deposit: "1000000000000000000000000" } }],
  ["stake", { stake: { stake: 1n, publicKey: key } }, { type: "Stake", params: { stake: "1", publicKey: "ed25519:key" } }],
  ["addKey with full access", { addKey: { publicKey: key, accessKey: { nonce: 2n, permission: { fullAccess: {} } } } },
    { type: "AddKey", params: { publicKey: "ed25519:key", accessKey: { nonce: 2, permission: "FullAccess" } } }],
  ["addKey for a contract", { addKey: { publicKey: key, accessKey: { nonce: 0n, permission: { functionCall: { receiverId: "c", allowance: 7n, methodNames: ["m"] } } } } },
    { type: "AddKey", params: { publicKey: "ed25519:key", accessKey: { nonce: 0, permission: { receiverId: "c", allowance: "7", methodNames: ["m"] } } } }],
  ["deleteKey", { deleteKey: { publicKey: key } }, { type: "DeleteKey", params: { publicKey: "ed25519:key" } }],
  ["deleteAccount", { deleteAccount: { beneficiaryId: "b" } }, { type: "DeleteAccount", params: { beneficiaryId: "b" } }],
  ["useGlobalContract by account", { useGlobalContract: { contractIdentifier: { AccountId: "g" } } },
    { type: "UseGlobalContract", params: { contractIdentifier: { accountId: "g" } } }],
  ["useGlobalContract by hash", { useGlobalContract: { contractIdentifier: { CodeHash: new Uint8Array(32).fill(1) } } },
    { type: "UseGlobalContract", params: { contractIdentifier: { codeHash: "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi" } } }],
  ["deployGlobalContract", { deployGlobalContract: { code: Uint8Array.of(1), deployMode: { CodeHash: {} } } },
    { type: "DeployGlobalContract", params: { code: Uint8Array.of(1), deployMode: "CodeHash" } }],
  ["an action with a type", { type: "Anything", params: { odd: true }, more: 1 }, { type: "Anything", params: { odd: true }, more: 1 }],
];

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  ...table.map(([name, given, wanted]) => ({
    id: `1.10 ${name}`, says: `${name} becomes what wallets take`,
    async check(t) {
      const [action] = t.tested.nearActionsToConnectorActions([given]);
      const sorted = (value) => (value === null || typeof value !== "object" || value instanceof Uint8Array ? value
        : Object.fromEntries(Object.entries(value).sort().map(([each, inner]) => [each, Array.isArray(inner) ? inner : sorted(inner)])));
      t.equal(sorted(action), sorted(wanted), "the action");
    },
  })),
  {
    id: "1.10 unsupported", says: "What wallets can't take, such as a signed delegate, is refused",
    async check(t) {
      await t.rejects((async () => t.tested.nearActionsToConnectorActions([{ signedDelegate: {} }]))(), /Unsupported action type/);
    },
  },
];
