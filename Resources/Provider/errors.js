// SPDX-License-Identifier: MIT
// Errors of the provider, with the codes of EIP-1193 and JSON-RPC that dApps' authors know.

/** @import { BuiltIns } from "../Types/provider.d.ts" */

export const codes = { unsupported: 4200, invalidParams: -32602, limit: -32005, internal: -32603 };

/**
 * @param {BuiltIns} builtIns
 * @param {number} code
 * @param {string} message
 * @param {unknown} [data]
 */
export function providerError(builtIns, code, message, data) {
  const error = new builtIns.Error(message);
  builtIns.defineProperty(error, "code", { value: code, enumerable: true });
  if (data !== undefined) builtIns.defineProperty(error, "data", { value: data, enumerable: true });
  return error;
}
