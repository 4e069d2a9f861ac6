// SPDX-License-Identifier: MIT
// Actions of near-api-js transactions, made into the plain objects that wallets take.

/** @typedef {{type: string, params?: object}} ConnectorAction */

const text = (value) => (value === undefined || value === null ? "0" : value.toString());
const keyText = (key) => (typeof key === "string" ? key : key.toString());

/** Arguments as an object where they are JSON: the one form that every wallet understands. Else the bytes themselves. */
function readableArgs(args) {
  if (!(args instanceof Uint8Array)) return args;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(args));
  } catch {
    return args;
  }
}

function permission({ functionCall }) {
  if (functionCall === undefined || functionCall === null) return "FullAccess";
  const { receiverId, allowance, methodNames } = functionCall;
  return {
    receiverId,
    ...(allowance === undefined || allowance === null ? {} : { allowance: text(allowance) }),
    methodNames,
  };
}

function accessKey({ nonce, permission: allowed }) {
  const plain = typeof allowed === "string" ? allowed : permission(allowed);
  return nonce === undefined || nonce === null ? { permission: plain } : { nonce: Number(nonce), permission: plain };
}

function contractIdentifier(identifier) {
  const accountId = identifier.AccountId ?? identifier.accountId;
  if (accountId !== undefined) return { accountId };
  const codeHash = identifier.CodeHash ?? identifier.codeHash;
  return { codeHash: typeof codeHash === "string" ? codeHash : base58(Uint8Array.from(codeHash)) };
}

const deployMode = (mode) => (typeof mode === "string" ? mode : "AccountId" in mode || "accountId" in mode ? "AccountId" : "CodeHash");

/** @type {Record<string, (action: any) => ConnectorAction>} */
const converters = {
  createAccount: () => ({ type: "CreateAccount" }),
  deployContract: ({ code }) => ({ type: "DeployContract", params: { code } }),
  functionCall: ({ methodName, args, gas, deposit }) => ({
    type: "FunctionCall", params: { methodName, args: readableArgs(args), gas: text(gas), deposit: text(deposit) },
  }),
  transfer: ({ deposit }) => ({ type: "Transfer", params: { deposit: text(deposit) } }),
  stake: ({ stake, publicKey }) => ({ type: "Stake", params: { stake: text(stake), publicKey: keyText(publicKey) } }),
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
 * Actions with a `type` stay as they are; those of near-api-js are converted.
 *
 * @param {object[]} actions
 * @returns {ConnectorAction[]}
 * @throws {Error} "Unsupported action type" for what has no plain form, such as a signed delegate
 */
export function nearActionsToConnectorActions(actions) {
  return actions.map((action) => {
    if ("type" in action) return action;
    const name = Object.keys(converters).find((each) => action[each] !== undefined && action[each] !== null);
    if (name === undefined) throw new Error("Unsupported action type");
    return converters[name](action[name]);
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
