// SPDX-License-Identifier: MIT
// WalletConnect for executors, done by a sign client that the page provides.

import { ConnectorError } from "./errors.js";

/** Which wallet's executor proposed a session, by topic. @type {Map<string, string>} */
const owners = new Map();

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
  const lastSession = async () => {
    const { session } = await client();
    const index = (session?.keys?.length ?? 0) - 1;
    return index < 0 ? null : session.get(session.keys[index]);
  };
  return {
    async connect(params) {
      const { uri, approval } = await (await client()).connect(params);
      approval?.()?.then?.(({ topic }) => owners.set(topic, manifest.id))?.catch?.(() => {}); // the executor asks for the session itself
      return { uri };
    },
    async disconnect(params) {
      requireTopic(params, await lastSession(), manifest);
      return (await client()).disconnect(params);
    },
    async request(params) {
      const session = await lastSession();
      requireTopic(params, session, manifest);
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

/** A wallet speaks in its own session only, and that is the last one. */
function requireTopic(params, session, { id }) {
  if (session === null || params?.topic !== session.topic || (owners.get(session.topic) ?? id) !== id) {
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
