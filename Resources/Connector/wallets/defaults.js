// SPDX-License-Identifier: MIT
// What wallets rely on being there although callers may leave it out.

/** A quarter of a NEAR, in yoctoNEAR: how much gas a function-call key may spend when the page doesn't say. */
const gasAllowance = { kind: "limited", amount: "250000000000000000000000" };

/**
 * @template {{addFunctionCallKey?: object}} T
 * @param {T} params
 * @returns {T}
 */
export function withGasAllowance(params) {
  const { addFunctionCallKey: key } = params;
  if (key === undefined || key === null) return params;
  return { ...params, addFunctionCallKey: { ...key, gasAllowance: key.gasAllowance ?? gasAllowance } };
}
