// SPDX-License-Identifier: MIT
// The shape of polkadot's extensions, in NEAR's terms: `window.injectedWeb3["near-connect"]`. Their wire, messages of
// the window that anybody can post and read, is not spoken.

import { each } from "../lists.js";
import { fromBase64 } from "../wire.js";

/** @import { BuiltIns, Core, HostNetwork, HostState } from "../../Types/provider.d.ts" */

/**
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {string} version
 */
export function makeInjectedExtension(builtIns, core, version) {
  const { freeze } = builtIns;
  return freeze({
    version,
    /** @param {string} [name] what the dApp calls itself */
    enable: async (name) => {
      await core.request("authorize", { name });
      return freeze({
        name: "near-connect",
        version,
        accounts: freeze({
          get: () => list(core),
          /** @param {(accounts: object[]) => void} listener */
          subscribe: (listener) => subscribe(core, listener),
        }),
        metadata: freeze({
          get: () => metadata(core),
          /** @param {object} definition */
          provide: (definition) => core.request("metadata.provide", { definition }),
        }),
        signer: freeze({
          /** @param {{address?: string, data?: string, type?: string}} [payload] */
          signRaw: (payload) => signRaw(builtIns, core, payload),
          /** @param {{signerId?: string, receiverId?: string, actions?: object[], networkId?: string, send?: boolean}} [payload] */
          signPayload: (payload) => signPayload(builtIns, core, payload),
        }),
      });
    },
  });
}

/**
 * The accounts that the site was given, as polkadot's extensions name such fields.
 *
 * @param {Core} core
 */
async function list(core) {
  return shown(core, await core.request("getAccounts", {}));
}

/**
 * @param {Core} core
 * @param {HostState} state
 */
async function shown(core, { accounts }) {
  if (accounts.length === 0) return [];
  /** @type {HostNetwork[]} */
  const networks = await core.request("networks", {});
  return each(accounts, ({ accountId, publicKey, keyType, network, label }) => {
    /** @type {string | undefined} */
    let genesisHash;
    each(networks, ({ networkId, genesisHashHex }) => {
      if (networkId === network) genesisHash = genesisHashHex;
    });
    // Their interface knows no other type of key that NEAR has.
    const type = keyType === "ed25519" ? keyType : undefined;
    return { address: accountId, genesisHash, name: label, type, publicKey, network };
  });
}

/** @param {Core} core */
async function metadata(core) {
  /** @type {HostNetwork[]} */
  const networks = await core.request("metadata.list", {});
  return each(networks, ({ networkId, genesisHashHex: genesisHash, protocolVersion: specVersion, contracts }) =>
    ({ networkId, genesisHash, specVersion, contracts }));
}

/**
 * Signs a message by NEP-413, which `data` has as JSON. Anything else is refused by the host, which says why.
 *
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {{address?: string, data?: string, type?: string}} [payload]
 */
async function signRaw(builtIns, core, payload) {
  const { address, data, type } = payload ?? {};
  /** @type {object} */
  let params = { payload: data };
  if (type !== "payload" && typeof data === "string") {
    try {
      const message = builtIns.parse(data);
      if (typeof message === "object" && message !== null) params = { ...message, signerId: address };
    } catch {
      // Bytes or a hash: the host's sentence names what is possible.
    }
  }
  const { accountId, publicKey, signature } = await core.request("signMessage", params);
  nextId += 1;
  return { id: nextId, signature: hex(builtIns, signature), publicKey, accountId };
}

/**
 * Signs a transaction, which is sent only if the page asks for it.
 *
 * @param {BuiltIns} builtIns
 * @param {Core} core
 * @param {{signerId?: string, receiverId?: string, actions?: object[], networkId?: string, send?: boolean}} [payload]
 */
async function signPayload(builtIns, core, payload) {
  const { networkId, send, ...transaction } = payload ?? {};
  if (send === true) return core.request("signAndSendTransaction", { ...transaction, network: networkId });
  const { hash, signedTransaction, signature } = await core.request("signTransaction", { ...transaction, network: networkId });
  nextId += 1;
  return { id: nextId, signature: hex(builtIns, signature.data), hash, signedTransaction };
}

let nextId = 0;

/** @param {BuiltIns} builtIns @param {string} base64 */
function hex(builtIns, base64) {
  const bytes = fromBase64(builtIns, base64);
  const digits = "0123456789abcdef";
  const count = builtIns.byteCount(bytes);
  let text = "0x";
  for (let index = 0; index < count; index += 1) text += digits[bytes[index] >> 4] + digits[bytes[index] & 15];
  return text;
}

/**
 * Tells a listener of the accounts, at once and at each change.
 *
 * @param {Core} core
 * @param {(accounts: object[]) => void} listener
 */
function subscribe(core, listener) {
  let asked = 0;
  const tell = async (/** @type {HostState | undefined} */ state) => {
    asked += 1;
    const mine = asked;
    /** @type {object[]} */
    let accounts = [];
    try {
      accounts = state === undefined ? await list(core) : await shown(core, state);
    } catch {
      // Whoever may not ask sees no account.
    }
    // An answer that a later one has overtaken is old, and one after the end is nobody's.
    if (mine === asked) listener(accounts);
  };
  const end = core.subscribe((state) => void tell(state));
  void tell(undefined);
  return () => {
    asked += 1;
    end();
  };
}
