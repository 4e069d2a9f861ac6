// SPDX-License-Identifier: MIT
// Converts actions of near-api-js transactions to the plain objects that wallets take.

import { ConnectorError } from "./errors.js";

/** @import { ConnectorAction, JSONObject, JSONReviver, NEARAction } from "../Types/wallets.d.ts" */

/** @param {string} what */
const unsupported = (what) => new ConnectorError("invalidRequest", `Unsupported action type: ${what}`);

/**
 * Reads the name and the content of a near-api-js enum. Its classes own every name that the enum knows, all but one of
 * them undefined, and give the name in `enum`; plain objects have that one name only. An unclear value is refused,
 * never guessed: the difference may be that between a limited key and one that owns the account.
 *
 * @param {unknown} given
 * @param {string} what for people
 * @returns {[string, any]}
 */
function variant(given, what) {
  if (typeof given !== "object" || given === null) throw unsupported(`a ${what} that is ${given}`);
  const value = /** @type {JSONObject} */ (given);
  const names = Object.keys(value).filter((name) => name !== "enum" && value[name] !== undefined);
  const said = value.enum ?? names[0];
  if (typeof said !== "string" || names.some((name) => name !== said)) {
    throw unsupported(names.length === 0 ? `a ${what} that is empty` : `a ${what} that is several at once (${names.join(", ")})`);
  }
  return [said, value[said]];
}

/**
 * Reads an amount as decimal digits. A missing amount is refused, and so is a number that JavaScript may have rounded.
 *
 * @param {unknown} value
 * @param {string} name
 */
function amount(value, name) {
  const isExact = typeof value !== "number" || Number.isSafeInteger(value);
  const digits = isExact ? `${value ?? ""}` : "";
  if (/^\d+$/.test(digits)) return digits;
  throw new ConnectorError("invalidRequest", `The action's "${name}" must be a whole number, as a bigint or in decimal digits, not ${value}`);
}

/** @param {string | {toString(): string}} key */
const keyText = (key) => (typeof key === "string" ? key : key.toString());

/**
 * Decodes arguments that are a JSON object: the one form that every wallet understands. All others stay bytes, and so
 * do objects whose numbers a wallet would change when it prints them again.
 *
 * @param {unknown} args
 * @returns {unknown}
 */
function readableArgs(args) {
  if (!ArrayBuffer.isView(args)) return args;
  let isExact = true;
  /** @type {JSONReviver} */
  const look = (_key, each, context) => {
    if (typeof each === "number") isExact &&= survives(each, context?.source ?? "");
    return each;
  };
  try {
    const bytes = /** @type {ArrayBufferView<ArrayBuffer>} */ (args);
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), look);
    return isExact && typeof value === "object" && value !== null ? value : args;
  } catch {
    return args;
  }
}

/**
 * Returns true if a number equals the one in the text. Whole numbers beyond 2^53 are rounded, and very large ones
 * become infinite.
 *
 * @param {number} number
 * @param {string} source
 */
const survives = (number, source) => (/^-?\d+$/.test(source) ? Number.isSafeInteger(number) : Number.isFinite(number));

/** @param {unknown} given */
function permission(given) {
  if (given === "FullAccess") return given;
  const [name, limits] = variant(given, "permission");
  if (name === "fullAccess") return "FullAccess";
  if (name !== "functionCall") throw unsupported(`the permission "${name}"`);
  const { receiverId, allowance, methodNames } = limits;
  return {
    receiverId,
    ...(allowance === undefined || allowance === null ? {} : { allowance: amount(allowance, "allowance") }),
    methodNames,
  };
}

/** @param {{nonce?: number | bigint | null, permission: unknown}} key */
function accessKey({ nonce, permission: given }) {
  const allowed = permission(given);
  return nonce === undefined || nonce === null ? { permission: allowed } : { nonce: Number(nonce), permission: allowed };
}

/** @param {unknown} given */
function contractIdentifier(given) {
  const [name, content] = variant(given, "contract identifier");
  if (/^accountId$/i.test(name) && typeof content === "string") return { accountId: content };
  if (!/^codeHash$/i.test(name)) throw unsupported(`the contract identifier "${name}"`);
  return { codeHash: typeof content === "string" ? content : base58(Uint8Array.from(content)) };
}

/** @param {unknown} given */
function deployMode(given) {
  const [name] = typeof given === "string" ? [given] : variant(given, "deploy mode");
  if (/^accountId$/i.test(name)) return "AccountId";
  if (/^codeHash$/i.test(name)) return "CodeHash";
  throw unsupported(`the deploy mode "${name}"`);
}

/** @type {Record<string, (action: any) => ConnectorAction>} */
const converters = {
  // @ts-expect-error TypeScript takes the prototype for an entry
  __proto__: null,
  createAccount: () => ({ type: "CreateAccount" }),
  deployContract: ({ code }) => ({ type: "DeployContract", params: { code } }),
  functionCall: ({ methodName, args, gas, deposit }) => ({
    type: "FunctionCall", params: { methodName, args: readableArgs(args), gas: amount(gas, "gas"), deposit: amount(deposit, "deposit") },
  }),
  transfer: ({ deposit }) => ({ type: "Transfer", params: { deposit: amount(deposit, "deposit") } }),
  stake: ({ stake, publicKey }) => ({
    type: "Stake", params: { stake: amount(stake, "stake"), publicKey: keyText(publicKey) },
  }),
  addKey: ({ publicKey, accessKey: key }) => ({
    type: "AddKey", params: { publicKey: keyText(publicKey), accessKey: accessKey(key) },
  }),
  deleteKey: ({ publicKey }) => ({ type: "DeleteKey", params: { publicKey: keyText(publicKey) } }),
  deleteAccount: ({ beneficiaryId }) => ({ type: "DeleteAccount", params: { beneficiaryId } }),
  deployGlobalContract: ({ code, deployMode: mode }) => ({
    type: "DeployGlobalContract", params: { code, deployMode: deployMode(mode) },
  }),
  useGlobalContract: ({ contractIdentifier: identifier }) => ({
    type: "UseGlobalContract", params: { contractIdentifier: contractIdentifier(identifier) },
  }),
};

/**
 * Converts near-api-js actions. Those with a `type` are wallets' actions already and stay unchanged.
 *
 * @param {(ConnectorAction | NEARAction)[]} actions
 * @returns {ConnectorAction[]}
 * @throws {ConnectorError} "Unsupported action type" for what has no plain form, such as a signed delegate, and what an
 *   action lacks
 */
export function nearActionsToConnectorActions(actions) {
  return actions.map((action) => {
    if ("type" in action) return /** @type {ConnectorAction} */ (action);
    const [name, content] = variant(action, "action");
    if (converters[name] === undefined || typeof content !== "object" || content === null) throw unsupported(`"${name}"`);
    return converters[name](content);
  });
}

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @param {Uint8Array} bytes */
function base58(bytes) {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let digits = "";
  for (; number > 0n; number /= 58n) digits = alphabet[Number(number % 58n)] + digits;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return alphabet[0].repeat(zeros === -1 ? bytes.length : zeros) + digits;
}
