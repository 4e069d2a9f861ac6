// SPDX-License-Identifier: MIT
// WalletConnect for executors, done by a sign client that the page provides.

import { ConnectorError } from "./errors.js";

/**
 * @param {object | Promise<object> | undefined} provided
 */
export function walletConnectService(provided) {
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
      approval?.()?.catch?.(() => {}); // the executor asks for the session itself
      return { uri };
    },
    async disconnect(params) {
      await requireTopic(params, await lastSession());
      return (await client()).disconnect(params);
    },
    async request(params) {
      await requireTopic(params, await lastSession());
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
async function requireTopic(params, session) {
  if (session === null || params?.topic !== session.topic) {
    throw new ConnectorError("walletUnavailable", "There is no such WalletConnect session");
  }
}
