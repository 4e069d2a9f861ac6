// SPDX-License-Identifier: MIT
// Signing out also where the wallet fails to: a broken wallet must not keep a person signed in.

/**
 * Waits for a wallet's own sign-out. What goes wrong with it is told to the page's logger, and to nobody else.
 *
 * @param {{connector: import("../connector.js").NearConnector, manifest: object}} wallet
 * @param {Promise<unknown>} leaving
 * @param {AbortSignal | undefined} signal who gives up the request hears of that
 */
export async function signOutAnyway({ connector, manifest }, leaving, signal) {
  try {
    await leaving;
  } catch (error) {
    if (signal?.aborted) throw error;
    connector.logger?.log?.(`${manifest.name} failed to sign out`, error);
  }
}
