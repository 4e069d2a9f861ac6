// SPDX-License-Identifier: MIT
// Defaults for parameters that callers may leave out but wallets rely on.

/** @import { FunctionCallKey } from "../../Types/wallets.d.ts" */

/**
 * The gas allowance of a function-call key by default: a quarter of a NEAR, in yoctoNEAR.
 *
 * @type {FunctionCallKey["gasAllowance"]}
 */
const gasAllowance = { kind: "limited", amount: "250000000000000000000000" };

/**
 * @template {{addFunctionCallKey?: FunctionCallKey | null}} T
 * @param {T} params
 * @returns {T}
 */
export function withGasAllowance(params) {
  const { addFunctionCallKey: key } = params;
  if (key === undefined || key === null) return params;
  return { ...params, addFunctionCallKey: { ...key, gasAllowance: key.gasAllowance ?? gasAllowance } };
}
