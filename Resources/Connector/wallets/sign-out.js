// SPDX-License-Identifier: MIT
// Signs out even if the wallet fails to: a broken wallet must not keep a user signed in.

import { unlessAborted } from "../errors.js";

/** @import { NearConnector } from "../connector.js" */
/** @import { WalletManifest } from "../../Types/wallets.d.ts" */

/**
 * Waits for a wallet's own sign-out. Its failure goes to the page's logger only.
 *
 * @param {{connector: NearConnector, manifest: WalletManifest}} wallet
 * @param {Promise<unknown>} leaving
 * @param {AbortSignal | undefined} signal when it is aborted, the failure is thrown
 */
export async function signOutAnyway({ connector, manifest }, leaving, signal) {
  try {
    await unlessAborted(leaving, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    connector.logger?.log?.(`${manifest.name} failed to sign out`, error);
  }
}
