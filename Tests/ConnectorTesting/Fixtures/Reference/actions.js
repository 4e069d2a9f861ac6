// SPDX-License-Identifier: MIT
// Actions of near-api-js as upstream is known to make them what wallets take: the first member that holds something
// counts, numbers in arguments are JavaScript's, and what is no function-call permission is full access.

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @param {Uint8Array | number[]} bytes */
function base58(bytes) {
  let number = [...bytes].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; number > 0n; number /= 58n) text = digits[Number(number % 58n)] + text;
  return digits[0].repeat(Math.max(0, [...bytes, 1].findIndex(Boolean))) + text;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {unknown} */
function args(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return bytes;
  }
}

/** @param {any} key */
const access = ({ nonce, permission: { functionCall } }) => ({
  nonce: Number(nonce),
  permission: functionCall
    ? { receiverId: functionCall.receiverId, allowance: functionCall.allowance?.toString(), methodNames: functionCall.methodNames }
    : "FullAccess",
});

/** @param {any} identifier */
const contract = ({ AccountId, CodeHash }) => (AccountId ? { accountId: AccountId } : { codeHash: base58(CodeHash) });

/** In the order in which upstream looks for them. @type {Record<string, (action: any) => object | undefined>} */
const kinds = {
  functionCall: (call) => ({
    methodName: call.methodName, args: args(call.args), gas: call.gas.toString(), deposit: call.deposit.toString(),
  }),
  deployGlobalContract: ({ code, deployMode }) => ({ code, deployMode: deployMode.AccountId ? "AccountId" : "CodeHash" }),
  createAccount: () => undefined,
  useGlobalContract: ({ contractIdentifier }) => ({ contractIdentifier: contract(contractIdentifier) }),
  deployContract: ({ code }) => ({ code }),
  deleteAccount: ({ beneficiaryId }) => ({ beneficiaryId }),
  deleteKey: ({ publicKey }) => ({ publicKey: publicKey.toString() }),
  transfer: ({ deposit }) => ({ deposit: deposit.toString() }),
  stake: ({ stake, publicKey }) => ({ stake: stake.toString(), publicKey: publicKey.toString() }),
  addKey: ({ publicKey, accessKey }) => ({ publicKey: publicKey.toString(), accessKey: access(accessKey) }),
};

/** @param {any[]} actions */
export const nearActionsToConnectorActions = (actions) => actions.map((action) => {
  if ("type" in action) return action;
  const name = Object.keys(kinds).find((each) => action[each]);
  if (name === undefined) throw new Error("Unsupported action type");
  const params = kinds[name](action[name]);
  const type = name[0].toUpperCase() + name.slice(1);
  return params === undefined ? { type } : { type, params };
});
