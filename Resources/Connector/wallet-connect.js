// SPDX-License-Identifier: MIT
// WalletConnect for executors, by a sign client that the page provides.

import { ConnectorError } from "./errors.js";

/**
 * @import { CallContext, SignClient, SignSession, WalletConnectByWallet, WalletConnectOption } from "../Types/connector.d.ts"
 */
/** @import { WalletConnectService, WalletManifest } from "../Types/wallets.d.ts" */

/**
 * Holds which wallet's executor proposed a session, by topic, since sessions outlive the page. No wallet's own key is
 * equal to it.
 */
const ownersKey = "wallet-connect-owners";
const ownersKept = 64;

/** @returns {Record<string, string>} */
function owners() {
  try {
    return { ...JSON.parse(localStorage.getItem(ownersKey) ?? "{}") };
  } catch {
    return {};
  }
}

/**
 * Notes whose session a topic is. The oldest are dropped: sessions live for a week.
 *
 * @param {unknown} topic
 * @param {string} walletId
 */
function own(topic, walletId) {
  if (typeof topic !== "string") return;
  const others = Object.entries(owners()).filter(([each]) => each !== topic);
  localStorage.setItem(ownersKey, JSON.stringify(Object.fromEntries([...others, [topic, walletId]].slice(-ownersKept))));
}

/**
 * @param {WalletConnectOption | undefined} provided
 * @param {WalletManifest} manifest the wallet that asks
 * @param {CallContext} context
 * @returns {WalletConnectService}
 */
export function walletConnectService(provided, manifest, context) {
  const byWallet = /** @type {Partial<WalletConnectByWallet> | undefined} */ (provided);
  if (typeof byWallet?.forWallet === "function") return byWallet.forWallet(manifest, context);
  const client = async () => {
    const value = /** @type {SignClient | undefined} */ (await provided);
    if (!value) throw new ConnectorError("walletUnavailable", "WalletConnect is not configured in this program");
    return value;
  };
  /** The last session that isn't another wallet's. @returns {Promise<SignSession | null>} */
  const lastSession = async () => {
    const { session } = await client();
    const known = owners();
    const topic = (session?.keys ?? []).findLast((each) => !Object.hasOwn(known, each) || known[each] === manifest.id);
    return topic === undefined ? null : session.get(topic);
  };
  return {
    async connect(params) {
      const { uri, approval } = await (await client()).connect(params);
      approval?.()?.then?.(({ topic }) => own(topic, manifest.id))?.catch?.(() => {}); // the executor asks for the session itself
      return { uri };
    },
    async disconnect(params) {
      requireTopic(params, await lastSession());
      return (await client()).disconnect(params);
    },
    async request(params) {
      const session = await lastSession();
      requireTopic(params, session);
      requireGranted(params, session);
      return (await client()).request(params);
    },
    async getProjectId() {
      const { core, opts } = await client();
      return core?.projectId ?? opts?.projectId;
    },
    async getSession() {
      const session = await lastSession();
      return session === null ? null : { topic: session.topic, namespaces: session.namespaces };
    },
  };
}

/**
 * Refuses all sessions but the wallet's last one.
 *
 * @param {{topic?: unknown} | undefined} params
 * @param {SignSession | null} session
 * @returns {asserts session is SignSession}
 */
function requireTopic(params, session) {
  if (session === null || params?.topic !== session.topic) {
    throw new ConnectorError("walletUnavailable", "There is no such WalletConnect session");
  }
}

/**
 * Refuses methods that the session doesn't grant, if it says what it grants.
 *
 * @param {{chainId?: string, request?: {method: string}}} params
 * @param {SignSession} session
 */
function requireGranted({ chainId, request }, { namespaces }) {
  const named = `${chainId ?? ""}`.split(":")[0];
  const spaces = named === "" ? Object.values(namespaces ?? {}) : [namespaces?.[named]];
  const granted = /** @type {string[][]} */ (spaces.map((space) => space?.methods).filter(Array.isArray));
  const isSilent = !Object.values(namespaces ?? {}).some((space) => Array.isArray(space?.methods));
  if (!isSilent && !granted.flat().includes(/** @type {string} */ (request?.method))) {
    throw new ConnectorError("walletRejected", `The WalletConnect session doesn't grant "${request?.method}"`);
  }
}
