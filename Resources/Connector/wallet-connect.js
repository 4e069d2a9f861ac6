// SPDX-License-Identifier: MIT
// WalletConnect for executors, done by a sign client that the page provides.

import { ConnectorError } from "./errors.js";

/** Which wallet's executor proposed a session, by topic: as long as sessions live, which outlive the page. No wallet's pairs are named so. */
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

/** Notes who has a session. The oldest are forgotten: they live for a week. */
function own(topic, walletId) {
  if (typeof topic !== "string") return;
  const others = Object.entries(owners()).filter(([each]) => each !== topic);
  localStorage.setItem(ownersKey, JSON.stringify(Object.fromEntries([...others, [topic, walletId]].slice(-ownersKept))));
}

/**
 * @param {object | Promise<object> | undefined} provided a sign client; or, beyond upstream, an object whose `forWallet(manifest, context)` gives
 *   what one wallet may use, with these same methods, and checks by itself what that wallet may say
 * @param {object} manifest the wallet that asks
 * @param {{signal?: AbortSignal}} context
 */
export function walletConnectService(provided, manifest, context) {
  if (typeof provided?.forWallet === "function") return provided.forWallet(manifest, context);
  const client = async () => {
    const value = await provided;
    if (!value) throw new ConnectorError("walletUnavailable", "WalletConnect is not configured in this program");
    return value;
  };
  /** The last session that isn't another wallet's. */
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

/** A wallet speaks in its own session only, and that is the last one that it has. */
function requireTopic(params, session) {
  if (session === null || params?.topic !== session.topic) {
    throw new ConnectorError("walletUnavailable", "There is no such WalletConnect session");
  }
}

/** And calls what the session grants, as far as the session says what that is. */
function requireGranted({ chainId, request }, { namespaces }) {
  const named = `${chainId ?? ""}`.split(":")[0];
  const spaces = named === "" ? Object.values(namespaces ?? {}) : [namespaces?.[named]];
  const granted = spaces.map((space) => space?.methods).filter(Array.isArray);
  const isSilent = !Object.values(namespaces ?? {}).some((space) => Array.isArray(space?.methods));
  if (!isSilent && !granted.flat().includes(request?.method)) {
    throw new ConnectorError("walletRejected", `The WalletConnect session doesn't grant "${request?.method}"`);
  }
}
