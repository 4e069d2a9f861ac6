// SPDX-License-Identifier: MIT
// Actions of near-api-js as wallets take them.

/** @import { Scene } from "../scene.js" */
/** @import { Rule } from "../suite.js" */

const key = { toString: () => "ed25519:key" };
/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** The shape of near-api-js's enums: each instance owns every name, and says which one it is. */
/** @param {string[]} names */
const enumOf = (...names) => class {
  /** @param {Record<string, unknown>} content */
  constructor(content) {
    this.enum = undefined;
    for (const name of names) /** @type {any} */ (this)[name] = undefined;
    for (const [name, value] of Object.entries(content)) {
      /** @type {any} */ (this)[name] = value;
      this.enum = name;
    }
  }
};
const Action = enumOf("createAccount", "deployContract", "functionCall", "transfer", "stake", "addKey", "deleteKey", "deleteAccount",
  "signedDelegate", "deployGlobalContract", "useGlobalContract");
const Permission = enumOf("functionCall", "fullAccess");
const DeployMode = enumOf("CodeHash", "AccountId");
const ContractIdentifier = enumOf("CodeHash", "AccountId");
/** @param {unknown} deployMode */
const deploying = (deployMode) => ({ deployGlobalContract: { code: Uint8Array.of(1), deployMode } });
/** @param {unknown} contractIdentifier */
const using = (contractIdentifier) => ({ useGlobalContract: { contractIdentifier } });
/** @param {unknown} permission */
const adding = (permission) => ({ addKey: { publicKey: key, accessKey: { nonce: 0n, permission } } });
/** @param {string} args */
const calling = (args) => ({ functionCall: { methodName: "m", args: bytes(args), gas: 3n, deposit: 4n } });

/** @param {string} args @returns {[any, any]} */
const staying = (args) => [calling(args), { type: "FunctionCall", params: { methodName: "m", args: bytes(args), gas: "3", deposit: "4" } }];

/** Actions as given, and as a wallet gets them. */
const table = [
  ["createAccount", { createAccount: {} }, { type: "CreateAccount" }],
  ["deployContract", { deployContract: { code: Uint8Array.of(1) } }, { type: "DeployContract", params: { code: Uint8Array.of(1) } }],
  ["functionCall with JSON", { functionCall: { methodName: "m", args: bytes('{"a":1}'), gas: 3n, deposit: 4n } },
    { type: "FunctionCall", params: { methodName: "m", args: { a: 1 }, gas: "3", deposit: "4" } }],
  ["functionCall with bytes", { functionCall: { methodName: "m", args: Uint8Array.of(255), gas: 3n, deposit: 0n } },
    { type: "FunctionCall", params: { methodName: "m", args: Uint8Array.of(255), gas: "3", deposit: "0" } }],
  ["transfer", { transfer: { deposit: 10n ** 24n } }, { type: "Transfer", params: { deposit: "1000000000000000000000000" } }],
  ["amounts in digits, and gas as a number", { functionCall: { methodName: "m", args: bytes("{}"), gas: 30_000_000_000_000, deposit: "1" } },
    { type: "FunctionCall", params: { methodName: "m", args: {}, gas: "30000000000000", deposit: "1" } }],
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
  ["an Action", new Action({ transfer: { deposit: 1n } }), { type: "Transfer", params: { deposit: "1" } }],
  ["an AccessKeyPermission with full access", adding(new Permission({ fullAccess: {} })),
    { type: "AddKey", params: { publicKey: "ed25519:key", accessKey: { nonce: 0, permission: "FullAccess" } } }],
  ["an AccessKeyPermission for a contract", adding(new Permission({ functionCall: { receiverId: "c", allowance: 7n, methodNames: ["m"] } })),
    { type: "AddKey", params: { publicKey: "ed25519:key", accessKey: { nonce: 0, permission: { receiverId: "c", allowance: "7", methodNames: ["m"] } } } }],
  ["a GlobalContractDeployMode by hash", deploying(new DeployMode({ CodeHash: null })),
    { type: "DeployGlobalContract", params: { code: Uint8Array.of(1), deployMode: "CodeHash" } }],
  ["a GlobalContractIdentifier by account", using(new ContractIdentifier({ AccountId: "g" })),
    { type: "UseGlobalContract", params: { contractIdentifier: { accountId: "g" } } }],
  ["a GlobalContractIdentifier by hash", using(new ContractIdentifier({ CodeHash: new Uint8Array(32).fill(1) })),
    { type: "UseGlobalContract", params: { contractIdentifier: { codeHash: "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi" } } }],
  ["an action with a type", { type: "Anything", params: { odd: true }, more: 1 }, { type: "Anything", params: { odd: true }, more: 1 }],
];

/** Actions that upstream changes into something else. */
/** @type {[string, string, any, any][]} */
const weaknesses = [
  ["updatable contract", "A GlobalContractDeployMode by account, which holds null, is one by account", deploying(new DeployMode({ AccountId: null })),
    { type: "DeployGlobalContract", params: { code: Uint8Array.of(1), deployMode: "AccountId" } }],
  ["updatable contract without a class", "A deploy mode by account may be a plain object", deploying({ AccountId: null }),
    { type: "DeployGlobalContract", params: { code: Uint8Array.of(1), deployMode: "AccountId" } }],
  ["rounded arguments", "Arguments with an integer beyond 2^53 stay bytes, since the wallet would sign another number",
    ...staying('{"amount":9007199254740993}')],
  ["arguments with an exponent", "Arguments with an integer that JavaScript writes with an exponent stay bytes",
    ...staying('{"list":[1000000000000000000000]}')],
  ["infinite arguments", "Arguments with a number that is infinite in JavaScript stay bytes", ...staying('{"amount":1e400}')],
  ["arguments like base64", "Arguments that are a text in JSON stay bytes, since some wallets take a text for base64", ...staying('"AAAA"')],
];

/** Actions that are none, or two. */
const refused = [
  ["permission of another kind", "an access-key permission of an unknown kind", adding({ gasKeyFullAccess: { balance: 1n, numNonces: 1 } })],
  ["permission without a kind", "a permission that doesn't say its kind", adding({ receiverId: "c", methodNames: ["m"] })],
  ["permission of two kinds", "a permission of two kinds", adding({ fullAccess: {}, gasKeyFunctionCall: {} })],
  ["permission in a text", "a permission that is a text other than \"FullAccess\"", adding("functionCall")],
  ["empty permission", "an empty permission", adding(new Permission({}))],
  ["deploy mode of another kind", "a deploy mode of an unknown kind", deploying({ Mutable: null })],
  ["deploy mode of two kinds", "a deploy mode of two kinds", deploying({ CodeHash: null, AccountId: null })],
  ["empty deploy mode", "an empty deploy mode", deploying(new DeployMode({}))],
  ["contract identifier of two kinds", "a contract identifier of two kinds", using({ AccountId: "g", CodeHash: new Uint8Array(32) })],
  ["action of two kinds", "an action of two kinds", { transfer: { deposit: 1n }, ...adding({ fullAccess: {} }) }],
];

/** @param {unknown} value @returns {unknown} */
const sorted = (value) => (value === null || typeof value !== "object" || value instanceof Uint8Array ? value
  : Object.fromEntries(Object.entries(value).sort().map(([each, inner]) => [each, Array.isArray(inner) ? inner : sorted(inner)])));
/** @param {string} id @param {string} says @param {any} given @param {any} wanted @returns {Rule} */
const becoming = (id, says, given, wanted) => ({
  id, says,
  async check(t) {
    const [action] = t.tested.nearActionsToConnectorActions([given]);
    t.equal(sorted(action), sorted(wanted), "the action");
    t.equal(action.params?.args instanceof Uint8Array, wanted.params?.args instanceof Uint8Array, "whether the arguments are bytes");
  },
});

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  ...table.map(([name, given, wanted]) => becoming(`1.10 ${name}`, `${name} becomes what wallets take`, given, wanted)),
  ...weaknesses.map(([name, ...row]) => becoming(`1.11 17 ${name}`, ...row)),
  ...refused.map(([name, what, given]) => ({
    id: `1.11 17 ${name}`, says: `near-api-js: ${what} is refused, and not taken for another`,
    /** @param {Scene} t */
    async check(t) {
      await t.rejects((async () => t.tested.nearActionsToConnectorActions([/** @type {any} */ (given)]))(), /Unsupported action type/);
    },
  })),
  {
    id: "1.10 amounts", says: "An action without its amount is refused, and doesn't become one of nothing",
    async check(t) {
      for (const given of [
        { transfer: {} }, { transfer: { deposit: null } }, { stake: { publicKey: key } },
        { functionCall: { methodName: "m", args: bytes("{}"), deposit: 0n } }, { functionCall: { methodName: "m", args: bytes("{}"), gas: 3n } },
      ]) {
        await t.rejects((async () => t.tested.nearActionsToConnectorActions([given]))());
      }
    },
  },
  {
    id: "1.11 17 amounts", says: "An amount that JavaScript has rounded, or that is no number, is refused",
    async check(t) {
      for (const deposit of [1e24, 2 ** 60, 0.5, -1n, "1 NEAR", ""]) {
        await t.rejects((async () => t.tested.nearActionsToConnectorActions([{ transfer: { deposit } }]))(), /whole number/);
      }
    },
  },
  {
    id: "1.10 unsupported", says: "What wallets can't take, such as a signed delegate, is refused",
    async check(t) {
      await t.rejects((async () => t.tested.nearActionsToConnectorActions([{ signedDelegate: {} }]))(), /Unsupported action type/);
    },
  },
];
